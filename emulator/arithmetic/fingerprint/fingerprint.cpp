#include "emulator/arithmetic/fingerprint/fingerprint.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "emulator/arithmetic/fingerprint/term_record.hpp"

namespace lockstep::fingerprint {

namespace {

// The last rounds of SplitMix64 and of Stafford's mix 13: bijections that spread every bit.
constexpr std::uint64_t spread(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

/// What kind of term a fingerprint stands for, hashed before its parts.
enum class Kind : std::uint8_t {
  leaf,
  constant,
  value,
  field,
  function,
  named,
  line,
  element,
  arrivals,
  unit,
  byte,
  unordered
};

bool is_commutative(Function function) {
  return function == Function::add_f32 || function == Function::mul_f32 || function == Function::fma_f32 ||
         function == Function::equal_u32;
}

}  // namespace

std::string_view name(Function function) {
  constexpr std::array<std::string_view, 23> kNames{
      "add_f32",  "mul_f32",      "fma_f32",      "to_bf16",    "to_f16",    "negate",
      "absolute", "from_f16",     "from_fp8",     "ldexp_f32",  "equal_u32", "add_u32",
      "max_u32",  "less_u32",     "less_f32",     "rint_f32",   "to_i32",    "to_e2m1",
      "to_e4m3",  "divisor_e2m1", "divisor_e4m3", "scale_e2m1", "scale_e4m3"};
  return kNames[std::size_t(function)];
}

/// Absorbs words one after another; each changes both halves, and no step can be undone without the key.
class Hasher::State {
 public:
  State(const Hasher& hasher, Kind kind, std::uint64_t number = 0)
      : a_(hasher.key_[0] + std::uint64_t(kind)), b_(hasher.key_[1]) {
    add(number);
  }

  void add(std::uint64_t word) {
    a_ = spread(a_ ^ word) + b_;
    b_ = spread(b_ + std::rotl(word, 32) + 0x9E3779B97F4A7C15ull) ^ std::rotl(a_, 29);
  }
  void add(Fingerprint f) {
    add(f.low);
    add(f.high);
  }
  void add(std::string_view text) {
    add(text.size());
    for (const char c : text) add(std::uint64_t(std::uint8_t(c)));
  }

  Fingerprint end() {
    add(0xE17D);
    const Fingerprint f{a_, b_};
    return f.none() ? Fingerprint{1, 0} : f;
  }

 private:
  std::uint64_t a_, b_;
};

Hasher::Hasher(std::uint64_t key, TermRecord* record, MatrixOperands operands)
    : key_{spread(key + 1), spread(spread(key) + 2)}, record_(record), operands_(operands) {
  for (std::size_t value = 0; value < constants_.size(); ++value) {
    constants_[value] = State(*this, Kind::constant, value).end();
    if (record_ != nullptr) record_->note(constants_[value], fmt::format("{:#04x}", value), {});
  }
}

Fingerprint Hasher::noted(Fingerprint f, std::string_view name, std::span<const Fingerprint> operands) const {
  if (record_ != nullptr) record_->note(f, name, operands);
  return f;
}

Fingerprint Hasher::leaf(std::uint32_t tensor, std::uint64_t index) const {
  State state(*this, Kind::leaf, tensor);
  state.add(index);
  const Fingerprint f = state.end();
  if (record_ != nullptr) record_->note_leaf(f, tensor, index);
  return f;
}

Fingerprint Hasher::value(std::span<const Byte> bytes) const {
  State state(*this, Kind::value, bytes.size());
  for (const Byte byte : bytes) state.add(of(byte));
  const Fingerprint f = state.end();
  if (record_ != nullptr) {
    std::vector<Fingerprint> operands;
    for (const Byte byte : bytes) operands.push_back(of(byte));
    record_->note(f, "value", operands);
  }
  return f;
}

Fingerprint Hasher::constant(std::uint32_t bits) const {
  std::array<Byte, 4> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = {std::uint8_t(bits >> 8 * i)};
  return value(bytes);
}

Fingerprint Hasher::field(std::span<const Fingerprint> bytes, int first, int bits) const {
  State state(*this, Kind::field, std::uint64_t(first) << 8 | std::uint64_t(bits));
  for (const Fingerprint byte : bytes) state.add(byte);
  return noted(state.end(), "field", bytes);
}

Fingerprint Hasher::apply(Function function, std::span<const Fingerprint> operands) const {
  State state(*this, Kind::function, std::uint64_t(function));
  std::array<Fingerprint, 3> ordered{};
  std::ranges::copy(operands, ordered.begin());
  if (is_commutative(function) && ordered[1] < ordered[0]) std::swap(ordered[0], ordered[1]);
  const auto all = std::span(ordered).first(operands.size());
  for (const Fingerprint operand : all) state.add(operand);
  return noted(state.end(), name(function), all);
}

Fingerprint Hasher::apply(std::string_view operation, std::uint64_t variant,
                          std::span<const Fingerprint> operands) const {
  State state(*this, Kind::named, variant);
  state.add(operation);
  for (const Fingerprint operand : operands) state.add(operand);
  return noted(state.end(), operation, operands);
}

Fingerprint Hasher::unordered(Function function, std::vector<Fingerprint> operands,
                              std::uint32_t known) const {
  std::ranges::sort(operands);
  if (function == Function::max_u32)  // an operand counts once, however often it stands there
    operands.erase(std::ranges::unique(operands).begin(), operands.end());
  State state(*this, Kind::unordered, std::uint64_t(function) << 32 | known);
  state.add(operands.size());
  for (const Fingerprint operand : operands) state.add(operand);
  operands.push_back(constant(known));
  return noted(state.end(), name(function), operands);
}

Fingerprint Hasher::select(Fingerprint bit, Fingerprint zero, Fingerprint one) const {
  if ((bit.low & 1) != 0) {
    bit = noted(complement(bit), "not", std::array{bit});
    std::swap(zero, one);
  }
  const std::array terms{bit, zero, one};
  return apply("select", 0, terms);
}

Fingerprint Hasher::below(std::span<const Byte> a, std::span<const Byte> b) const {
  std::size_t first = 0, end = a.size();
  while (first < end && of(a[end - 1]) == of(b[end - 1])) --end;
  while (first < end && of(a[first]) == of(b[first])) ++first;
  a = a.subspan(first, end - first);
  b = b.subspan(first, end - first);
  return apply(Function::less_u32, {value(a), value(b)});
}

Fingerprint Hasher::part_of(Fingerprint byte, std::uint8_t mask) const {
  constexpr std::uint8_t kAll = 0xFF;
  return mask == kAll ? byte : byte_of(apply("and", mask, std::span(&byte, 1)), 0);
}

Fingerprint Hasher::two_in_byte(Fingerprint low, Fingerprint high) const {
  return byte_of(apply("two", 0, std::array{low, high}), 0);
}

std::vector<Fingerprint> Hasher::lines(const MatrixUnit& unit, const MatrixUnit::Elements& of,
                                       std::span<const Fingerprint> terms) const {
  std::vector<Fingerprint> all;
  const std::size_t length = unit.line();
  for (std::size_t first = 0; first < terms.size(); first += length) {
    const auto line = terms.subspan(first, length);
    State state(*this, Kind::line, length);
    state.add(of.format == nullptr ? of.name : of.format->name);
    state.add(of.scale == nullptr ? std::string_view() : of.scale->name);
    for (const Fingerprint term : line) state.add(term);
    all.push_back(noted(state.end(), "row", line));
  }
  return all;
}

void Hasher::multiply(const MatrixUnit& unit, std::span<const Fingerprint> a, std::span<const Fingerprint> b,
                      std::span<Fingerprint> sums) const {
  State state(*this, Kind::unit);
  state.add(unit.instruction);
  const Fingerprint instruction = noted(state.end(), unit.instruction, {});
  const std::vector<Fingerprint> rows = lines(unit, unit.a, a), columns = lines(unit, unit.b, b);
  auto sum = sums.begin();
  for (const Fingerprint row : rows)
    for (const Fingerprint column : columns) {
      State element(*this, Kind::element);
      std::array of{instruction, row, column, *sum};
      if (operands_ == MatrixOperands::either_first && of[2] < of[1]) std::swap(of[1], of[2]);
      for (const Fingerprint part : of) element.add(part);
      *sum++ = noted(element.end(), "element", of);
    }
}

void AnyInstruction::multiply(const MatrixUnit& unit, std::span<const Fingerprint> a,
                              std::span<const Fingerprint> b, std::span<Fingerprint> sums) const {
  const std::string name =
      fmt::format("multiply to {}", unit.d.format == nullptr ? unit.d.name : unit.d.format->name);
  MatrixUnit any = unit;
  any.instruction = name;
  Hasher::multiply(any, a, b, sums);
}

Fingerprint Hasher::byte_of(Fingerprint term, unsigned index) const {
  State state(*this, Kind::byte, index);
  state.add(term);
  return noted(state.end(), "byte", std::span(&term, 1));
}

Fingerprint Hasher::value_of(Fingerprint term, std::size_t count) const {
  std::array<Byte, 8> bytes;
  for (unsigned i = 0; i < count; ++i) bytes[i].from = byte_of(term, i);
  return value(std::span(bytes).first(count));
}

Fingerprint Hasher::arrivals(std::string_view format, Fingerprint initial,
                             std::vector<Fingerprint> addends) const {
  State state(*this, Kind::arrivals, addends.size());
  state.add(format);
  std::ranges::sort(addends);
  addends.insert(addends.begin(), initial);
  for (const Fingerprint f : addends) state.add(f);
  return noted(state.end(), "arrivals", addends);
}

}  // namespace lockstep::fingerprint
