#include "emulator/launch/element.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "reference/formats/formats.hpp"

namespace lockstep::launch {
namespace {

using Kind = Element::Kind;

struct Named {
  std::string_view name;
  Element element;
};
constexpr std::array kNamed{
    Named{"i8", {Kind::signed_integer, 8}},
    Named{"u8", {Kind::unsigned_integer, 8}},
    Named{"i16", {Kind::signed_integer, 16}},
    Named{"u16", {Kind::unsigned_integer, 16}},
    Named{"i32", {Kind::signed_integer, 32}},
    Named{"u32", {Kind::unsigned_integer, 32}},
    Named{"i64", {Kind::signed_integer, 64}},
    Named{"u64", {Kind::unsigned_integer, 64}},
    Named{"f16", {Kind::format, 16, &formats::float16}},
    Named{"bf16", {Kind::format, 16, &formats::bfloat16}},
    Named{"f32", {Kind::format, 32, &formats::float32}},
    Named{"f64", {Kind::float64, 64}},
};

constexpr std::uint64_t mask(int bits) {
  return ~std::uint64_t{0} >> (64 - bits);
}

// tf32 lies in memory as the register that holds it.
std::uint64_t stored(const formats::Format& format, std::uint32_t code) {
  return &format == &formats::tf32 ? formats::tf32_register(code) : code;
}

double power_of_two(int exponent) {
  return std::ldexp(1.0, exponent);
}

tl::expected<std::uint64_t, std::string> encode_integer(const Element& e, std::string_view text) {
  const bool negative = text.starts_with('-');
  std::string_view digits = text.substr(negative ? 1 : 0);
  const int base = digits.starts_with("0x") ? 16 : 10;
  if (base == 16) digits.remove_prefix(2);
  std::uint64_t magnitude = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, base);
  if (digits.empty() || end != digits.data() + digits.size() || error == std::errc::invalid_argument)
    return tl::unexpected(fmt::format("'{}' is no whole number", text));
  const bool is_signed = e.kind == Kind::signed_integer;
  const std::uint64_t most =
      negative ? (is_signed ? std::uint64_t{1} << (e.bits - 1) : 0) : mask(is_signed ? e.bits - 1 : e.bits);
  if (error != std::errc{} || magnitude > most)
    return tl::unexpected(fmt::format("{} does not fit {}{}", text, is_signed ? 'i' : 'u', e.bits));
  return (negative ? 0 - magnitude : magnitude) & mask(e.bits);
}

}  // namespace

std::optional<Element> find_element(std::string_view name) {
  const auto found = std::ranges::find(kNamed, name, &Named::name);
  if (found != kNamed.end()) return found->element;
  const formats::Format* format = formats::find_short(name);
  if (format == nullptr) return std::nullopt;
  return Element{Kind::format, format == &formats::tf32 ? 32 : format->bits, format};
}

std::string element_names() {
  std::string text;
  for (const Named& row : kNamed) text += fmt::format("{}{}", text.empty() ? "" : ", ", row.name);
  for (const formats::Format* f : formats::kFormats) text += fmt::format(", {}", f->name);
  return text;
}

tl::expected<std::uint64_t, std::string> encode(const Element& e, std::string_view text) {
  if (e.kind == Kind::signed_integer || e.kind == Kind::unsigned_integer) return encode_integer(e, text);
  const std::string owned(text);
  char* end = nullptr;
  const double value = std::strtod(owned.c_str(), &end);
  if (owned.empty() || end != owned.c_str() + owned.size())
    return tl::unexpected(fmt::format("'{}' is no number", text));
  const auto refuse = [&] {
    return tl::unexpected(fmt::format("{} can't hold {}", e.format ? e.format->name : "f64", text));
  };
  if (std::isinf(value) && text.find_first_of("0123456789") != std::string_view::npos) return refuse();
  if (e.kind == Kind::float64) return std::bit_cast<std::uint64_t>(value);
  const formats::Format& f = *e.format;
  if (f.specials == formats::Specials::exponent_only) {
    if (std::isnan(value)) return std::uint64_t{255};
    int exponent = 0;
    if (!(value > 0) || !std::isfinite(value) || std::frexp(value, &exponent) != 0.5 ||
        exponent - 1 + f.bias < 0 || exponent - 1 + f.bias > 254)
      return refuse();
    return std::uint64_t(exponent - 1 + f.bias);
  }
  const bool has_nan = f.specials != formats::Specials::finite;
  const bool has_infinity = f.specials == formats::Specials::ieee;
  if ((std::isnan(value) && !has_nan) || (std::isinf(value) && !has_infinity) || (!f.has_sign && value < 0))
    return refuse();
  const std::uint32_t code = formats::encode_nearest_even(f, value, formats::Overflow::to_special);
  const bool overflowed =
      std::isfinite(value) && (formats::is_nan(f, code) || formats::is_infinity(f, code) ||
                               (!has_nan && std::abs(value) > largest(e)));
  if (overflowed) return refuse();
  return stored(f, code);
}

std::uint64_t encode_nearest(const Element& e, double value) {
  switch (e.kind) {
    case Kind::float64:
      return std::bit_cast<std::uint64_t>(value);
    case Kind::signed_integer:
      return std::uint64_t(std::int64_t(std::nearbyint(value))) & mask(e.bits);
    case Kind::unsigned_integer:
      return std::uint64_t(std::nearbyint(value)) & mask(e.bits);
    case Kind::format:
      break;
  }
  const formats::Format& f = *e.format;
  if (f.specials == formats::Specials::exponent_only)
    return std::uint64_t(std::clamp(int(std::lround(std::log2(value))) + f.bias, 0, 254));
  return stored(f, formats::encode_nearest_even(f, value, formats::Overflow::saturate));
}

std::uint32_t code(const Element& e, std::uint64_t bits) {
  return e.format == &formats::tf32 ? formats::tf32_code(std::uint32_t(bits)) : std::uint32_t(bits);
}

std::uint64_t any_finite(const Element& e, std::uint64_t draw) {
  if (e.kind == Kind::float64) {
    constexpr std::uint64_t kExponent = 0x7FF0'0000'0000'0000;
    return (draw & kExponent) == kExponent ? draw & ~(std::uint64_t{1} << 52) : draw;
  }
  if (e.kind != Kind::format) return draw & mask(e.bits);
  const formats::Format& f = *e.format;
  auto code = std::uint32_t(draw) & f.code_mask();
  if (formats::is_nan(f, code) || formats::is_infinity(f, code))
    code = f.specials == formats::Specials::ieee ? code & ~(1u << f.mantissa_bits) : code ^ 1u;
  return stored(f, code);
}

double largest(const Element& e) {
  switch (e.kind) {
    case Kind::float64:
      return 0x1.fffffffffffffp1023;
    case Kind::signed_integer:
      return power_of_two(e.bits - 1) - (e.bits > 53 ? 1024 : 1);
    case Kind::unsigned_integer:
      return power_of_two(e.bits) - (e.bits > 53 ? 2048 : 1);
    case Kind::format:
      break;
  }
  if (e.format->specials == formats::Specials::exponent_only) return power_of_two(254 - e.format->bias);
  return formats::to_double(*e.format, std::uint32_t(formats::largest_finite(*e.format)));
}

double smallest(const Element& e) {
  if (e.kind == Kind::signed_integer) return -power_of_two(e.bits - 1);
  if (e.kind == Kind::unsigned_integer) return 0;
  if (e.kind == Kind::format && !e.format->has_sign)
    return e.format->specials == formats::Specials::exponent_only ? power_of_two(-e.format->bias) : 0;
  return -largest(e);
}

}  // namespace lockstep::launch
