#include "emulator/arithmetic/fingerprint/algebra.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "reference/formats/formats.hpp"

namespace lockstep::fingerprint {

namespace {

enum class Kind : std::uint8_t {
  known = 1,  ///< depends on no data: `low` has its bits
  data,       ///< bytes of tensors: a number once a format is known; `low` is a hash of them
  value       ///< an element of the field
};

/// What a fingerprint of the algebra says, taken apart.
struct Parts {
  std::uint64_t low = 0;
  Kind kind = Kind::known;
  std::uint8_t index = 0;  ///< which byte of a value it is, from 1 on; 0: the whole value
  std::uint8_t type = 0;   ///< a value's place in kTypes; how many bytes data has
  bool negated = false;    ///< data with its sign changed
  bool widened = false;    ///< data as the upper half of a dword whose lower half is 0
  Algebra::Cause cause = 0;

  bool operator==(const Parts&) const = default;

  static Parts of(Fingerprint f) {
    const std::uint64_t h = f.high;
    return {f.low,
            Kind(h & 0xFF),
            std::uint8_t(h >> 8),
            std::uint8_t(h >> 16),
            (h >> 24 & 1) != 0,
            (h >> 25 & 1) != 0,
            Algebra::Cause(h >> 32)};
  }
  Fingerprint whole() const {
    return {low, std::uint64_t(kind) | std::uint64_t{index} << 8 | std::uint64_t{type} << 16 |
                     std::uint64_t{negated} << 24 | std::uint64_t{widened} << 25 |
                     std::uint64_t{cause} << 32};
  }
};

/// Formats of values. The first stands for whatever a value is read as: that of an uninterpreted operation.
constexpr std::array<const formats::Format*, 14> kTypes{
    nullptr,
    &formats::float32,
    &formats::bfloat16,
    &formats::float16,
    &formats::float8_e4m3fn,
    &formats::float8_e4m3fnuz,
    &formats::float8_e5m2,
    &formats::float8_e5m2fnuz,
    &formats::float8_ue4m3,
    &formats::float8_ue5m3,
    &formats::float8_e8m0fnu,
    &formats::float6_e2m3fn,
    &formats::float6_e3m2fn,
    &formats::float4_e2m1fn,
};
constexpr std::uint8_t kAny = 0, kFloat32 = 1, kBfloat16 = 2, kFloat16 = 3;

std::uint8_t type_of(const formats::Format& format) {
  const auto at = std::ranges::find(kTypes, &format);
  return at == kTypes.end() ? kAny : std::uint8_t(at - kTypes.begin());
}

Fingerprint value_as(Element element, std::uint8_t type, Algebra::Cause cause) {
  return Parts{.low = element.number(), .kind = Kind::value, .type = type, .cause = cause}.whole();
}

std::optional<Element> decoded(const formats::Format& format, std::uint64_t bits) {
  const formats::Value value = formats::decode(format, std::uint32_t(bits));
  if (value.kind != formats::Kind::zero && value.kind != formats::Kind::finite) return std::nullopt;
  const Element magnitude = Element(value.significand) * Element::power_of_two(value.exponent);
  return value.negative ? -magnitude : magnitude;
}

/// What the operations do that are no Function.
enum class Computes : std::uint8_t { conversion, sum, difference, product, fused, extremum };
struct Interpreted {
  std::string_view operation;
  Computes what;
  const formats::Format *from, *to;
};
constexpr const formats::Format *kF32 = &formats::float32, *kF16 = &formats::float16,
                                *kFp8 = &formats::float8_e4m3fn, *kBf8 = &formats::float8_e5m2;
constexpr std::array kInterpreted{
    Interpreted{"v_cvt_f32_bf8", Computes::conversion, kBf8, kF32},
    Interpreted{"v_add_f16", Computes::sum, kF16, kF16},
    Interpreted{"v_pk_add_f16", Computes::sum, kF16, kF16},
    Interpreted{"v_sub_f16", Computes::difference, kF16, kF16},
    Interpreted{"v_mul_f16", Computes::product, kF16, kF16},
    Interpreted{"v_pk_mul_f16", Computes::product, kF16, kF16},
    Interpreted{"v_fma_f16", Computes::fused, kF16, kF16},
    Interpreted{"v_pk_fma_f16", Computes::fused, kF16, kF16},
    Interpreted{"v_mul_legacy_f32", Computes::product, kF32, kF32},
    Interpreted{"v_max_f32", Computes::extremum, kF32, kF32},
    Interpreted{"v_min_f32", Computes::extremum, kF32, kF32},
};

}  // namespace

Algebra::Algebra(std::uint64_t key, bool fnuz) : Hasher(key), fnuz_(fnuz) {
  for (std::size_t value = 0; value < constants_.size(); ++value)
    constants_[value] = Parts{.low = value, .type = 1}.whole();
}

Algebra::Cause Algebra::cause_named(std::string_view name) const {
  const auto at = Cause(std::ranges::find(causes_, name) - causes_.begin());
  if (at == causes_.size()) causes_.emplace_back(name);
  return at;
}

Fingerprint Algebra::uninterpreted(Fingerprint hash, std::string_view name,
                                   std::span<const Fingerprint> operands) const {
  Cause cause = 0;
  for (const Fingerprint operand : operands)
    if (cause == 0) cause = Parts::of(operand).cause;
  return value_as(Element(hash.low), kAny, cause != 0 ? cause : cause_named(name));
}

Algebra::Cause Algebra::cause_of(std::span<const Byte> bytes) {
  for (const Byte& byte : bytes)
    if (!byte.from.none())
      if (const Cause cause = Parts::of(byte.from).cause; cause != 0) return cause;
  return 0;
}

Fingerprint Algebra::leaf(std::uint32_t tensor, std::uint64_t index) const {
  return Parts{.low = Hasher::leaf(tensor, index).low, .kind = Kind::data, .type = 1}.whole();
}

Fingerprint Algebra::byte_of(Fingerprint term, unsigned index) const {
  Parts parts = Parts::of(term);
  if (parts.kind == Kind::known) return constants_[parts.low >> 8 * index & 0xFF];
  parts.index = std::uint8_t(index + 1);
  return parts.whole();
}

Fingerprint Algebra::value(std::span<const Byte> bytes) const {
  std::array<Fingerprint, 8> all;
  std::size_t zeros = 0, known = 0, data = 0;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    all[i] = of(bytes[i]);
    const Parts parts = Parts::of(all[i]);
    if (parts.kind == Kind::known) {
      bits |= parts.low << 8 * i;
      zeros += zeros == i && parts.low == 0;
      ++known;
    }
    data += parts.kind == Kind::data && parts.index == 0;
  }
  const std::size_t size = bytes.size() - zeros;
  if (known == bytes.size()) return Parts{.low = bits, .type = std::uint8_t(bytes.size())}.whole();
  const bool upper_half = zeros == 2 && size == 2;
  if (data == size && (zeros == 0 || upper_half)) {
    if (bytes.size() == 1) return all[0];
    return Parts{.low = Hasher::value(bytes.subspan(zeros)).low,
                 .kind = Kind::data,
                 .type = std::uint8_t(size),
                 .widened = upper_half}
        .whole();
  }
  Parts parent = Parts::of(all[zeros]);
  const unsigned first = parent.index;
  bool is_run = first != 0;
  for (std::size_t i = 0; i < size; ++i) {
    Parts part = Parts::of(all[zeros + i]);
    is_run &= part.index == first + i;
    part.index = parent.index;
    is_run &= part == parent;
  }
  parent.index = 0;
  if (is_run && parent.kind == Kind::data && first == 1 && zeros == 0 && parent.type == size)
    return parent.whole();
  if (is_run && parent.kind == Kind::value) {
    const formats::Format* const type = kTypes[parent.type];
    if (zeros == 0 && first == 1 && (type == nullptr || std::size_t(type->bits) == 8 * size))
      return parent.whole();
    const bool has_halves = parent.type == kFloat32 || parent.type == kAny;
    const bool is_half =
        (first == 3 && has_halves) || (first == 1 && (parent.type == kBfloat16 || type == nullptr));
    if (size == 2 && is_half && (zeros == 0 || upper_half)) {
      if (type != nullptr) parent.type = zeros == 0 ? kBfloat16 : kFloat32;
      return parent.whole();
    }
  }
  return uninterpreted(Hasher::value(bytes), "a value put together from parts of others",
                       std::span(all).first(bytes.size()));
}

Fingerprint Algebra::field(std::span<const Fingerprint> bytes, int first, int bits) const {
  std::uint64_t known = 0;
  bool all_known = true, all_data = true;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const Parts parts = Parts::of(bytes[i]);
    all_known &= parts.kind == Kind::known;
    all_data &= parts.kind == Kind::data && parts.index == 0;
    known |= parts.low << 8 * i;
  }
  if (all_known) return Parts{.low = known >> first & ((std::uint64_t{1} << bits) - 1)}.whole();
  const Fingerprint hash = Hasher::field(bytes, first, bits);
  if (all_data) return Parts{.low = hash.low, .kind = Kind::data}.whole();
  return uninterpreted(hash, "a few bits of a value", bytes);
}

Element Algebra::read(std::uint64_t hash, std::size_t type) const {
  return Element(Hasher::byte_of({hash, type}, 0).low);
}

Algebra::Number Algebra::number(Fingerprint value, const formats::Format& format) const {
  const Parts parts = Parts::of(value);
  const std::uint8_t type = type_of(format);
  switch (parts.kind) {
    case Kind::known:
      if (const auto element = decoded(format, parts.low)) return {*element};
      return {read(parts.low, type)};
    case Kind::data: {
      const Element element = read(parts.low, parts.widened && type == kFloat32 ? kBfloat16 : type);
      return {parts.negated ? -element : element, parts.cause};
    }
    case Kind::value:
      break;
  }
  if (parts.type == kAny || parts.type == type) return {Element(parts.low), parts.cause};
  return {read(parts.low, std::size_t{parts.type} << 8 | type),
          parts.cause != 0 ? parts.cause : cause_named("a value of one format that is read in another")};
}

Fingerprint Algebra::apply(Function function, std::span<const Fingerprint> operands) const {
  const auto operand = [&](std::size_t i) { return number(operands[i], formats::float32); };
  const auto result = [](Element element, std::uint8_t type, std::initializer_list<Number> from) {
    Cause cause = 0;
    for (const Number& n : from) cause = cause != 0 ? cause : n.cause;
    return value_as(element, type, cause);
  };
  switch (function) {
    case Function::add_f32: {
      const Number a = operand(0), b = operand(1);
      return result(a.element + b.element, kFloat32, {a, b});
    }
    case Function::mul_f32: {
      const Number a = operand(0), b = operand(1);
      return result(a.element * b.element, kFloat32, {a, b});
    }
    case Function::fma_f32: {
      const Number a = operand(0), b = operand(1), c = operand(2);
      return result(a.element * b.element + c.element, kFloat32, {a, b, c});
    }
    case Function::to_bf16:
    case Function::to_f16:
      return result(operand(0).element, function == Function::to_bf16 ? kBfloat16 : kFloat16, {operand(0)});
    case Function::negate: {
      Parts parts = Parts::of(operands[0]);
      if (parts.kind == Kind::value) parts.low = (-Element(parts.low)).number();
      if (parts.kind == Kind::data) parts.negated = !parts.negated;
      if (parts.kind != Kind::known) return parts.whole();
      break;
    }
    case Function::from_f16: {
      const Number code = number(operands[0], formats::float16);
      return result(code.element, kFloat32, {code});
    }
    case Function::from_fp8: {
      const Number code = number(operands[0], fnuz_ ? formats::float8_e4m3fnuz : formats::float8_e4m3fn);
      return result(code.element, kFloat32, {code});
    }
    default:
      break;
  }
  return uninterpreted(Hasher::apply(function, operands),
                       function == Function::absolute ? "an absolute value" : fingerprint::name(function),
                       operands);
}

Fingerprint Algebra::unordered(Function function, std::vector<Fingerprint> operands,
                               std::uint32_t known) const {
  return uninterpreted(Hasher::unordered(function, operands, known), fingerprint::name(function), operands);
}

Fingerprint Algebra::apply(std::string_view operation, std::uint64_t variant,
                           std::span<const Fingerprint> operands) const {
  const Fingerprint hash = Hasher::apply(operation, variant, operands);
  const auto row = std::ranges::find(kInterpreted, operation, &Interpreted::operation);
  const bool is_modified = variant >> 32 != 0;  // clamped, or times a constant
  if (row == kInterpreted.end() || is_modified) return uninterpreted(hash, operation, operands);
  const formats::Format& from = !fnuz_              ? *row->from
                                : row->from == kFp8 ? formats::float8_e4m3fnuz
                                : row->from == kBf8 ? formats::float8_e5m2fnuz
                                                    : *row->from;
  std::array<Number, 3> in;
  Cause cause = 0;
  for (std::size_t i = 0; i < std::min(in.size(), operands.size()); ++i) {
    in[i] = number(operands[i], from);
    cause = cause != 0 ? cause : in[i].cause;
  }
  const auto [a, b, c] = in;
  const auto computed = [&](Element element) { return value_as(element, type_of(*row->to), cause); };
  switch (row->what) {
    case Computes::conversion:
      return computed(a.element);
    case Computes::sum:
      return computed(a.element + b.element);
    case Computes::difference:
      return computed(a.element + -b.element);
    case Computes::product:
      return computed(a.element * b.element);
    case Computes::fused:
      return computed(a.element * b.element + c.element);
    case Computes::extremum:
      if (a.element == b.element) return computed(a.element);
  }
  return uninterpreted(hash, operation, operands);
}

std::vector<Element> products(std::span<const Element> a, std::span<const Element> b, std::size_t depth) {
  if (depth == 0) return {};
  std::vector<Element> sums;
  sums.reserve(a.size() / depth * (b.size() / depth));
  constexpr std::size_t kChunk = 32;  // products of less than 2^122 whose sum 128 bits hold
  for (std::size_t i = 0; i < a.size(); i += depth)
    for (std::size_t j = 0; j < b.size(); j += depth) {
      Element sum;
      for (std::size_t first = 0; first < depth; first += kChunk) {
        Element::Wide part = 0;
        for (std::size_t k = first; k < std::min(depth, first + kChunk); ++k)
          part += Element::Wide{a[i + k].number()} * b[j + k].number();
        sum = sum + Element(std::uint64_t(part) & Element::kPrime) +
              Element(std::uint64_t(part >> 61) & Element::kPrime) + Element(std::uint64_t(part >> 122));
      }
      sums.push_back(sum);
    }
  return sums;
}

Algebra::Lines Algebra::lines(const MatrixUnit& unit, const MatrixUnit::Elements& of,
                              std::span<const Fingerprint> terms) const {
  Lines all;
  const std::size_t length = unit.line(), k = unit.k;
  for (std::size_t first = 0; first < terms.size(); first += length) {
    const auto line = terms.subspan(first, length);
    Cause cause = 0;
    Number scale{Element(1)};
    for (std::size_t i = 0; i < k; ++i) {
      if (unit.scale_block != 0 && i % unit.scale_block == 0)
        scale = number(line[k + i / unit.scale_block], *of.scale);
      const Number element = number(line[i], *of.format);
      all.elements.push_back(element.element * scale.element);
      if (cause == 0) cause = element.cause != 0 ? element.cause : scale.cause;
    }
    all.causes.push_back(cause);
  }
  return all;
}

void Algebra::multiply(const MatrixUnit& unit, std::span<const Fingerprint> a, std::span<const Fingerprint> b,
                       std::span<Fingerprint> sums) const {
  const bool has_scales = unit.scale_block == 0 || (unit.a.scale != nullptr && unit.b.scale != nullptr);
  if (unit.a.format == nullptr || unit.b.format == nullptr || unit.d.format == nullptr || !has_scales) {
    Hasher::multiply(unit, a, b, sums);
    for (Fingerprint& sum : sums) sum = uninterpreted(sum, unit.instruction, {});
    return;
  }
  const Lines rows = lines(unit, unit.a, a), columns = lines(unit, unit.b, b);
  const std::vector<Element> dots = products(rows.elements, columns.elements, unit.k);
  const std::uint8_t type = type_of(*unit.d.format);
  for (std::size_t i = 0, at = 0; i < rows.causes.size(); ++i)
    for (std::size_t j = 0; j < columns.causes.size(); ++j, ++at) {
      const Number addend = number(sums[at], *unit.d.format);
      const Cause cause = rows.causes[i] != 0      ? rows.causes[i]
                          : columns.causes[j] != 0 ? columns.causes[j]
                                                   : addend.cause;
      sums[at] = value_as(dots[at] + addend.element, type, cause);
    }
}

}  // namespace lockstep::fingerprint
