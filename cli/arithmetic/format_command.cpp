#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/arithmetic/commands.hpp"
#include "cli/arithmetic/named.hpp"
#include "cli/output/exit_code.hpp"

namespace lockstep::cli {

namespace {

using formats::Format, formats::Kind, formats::Value;

std::optional<std::uint32_t> read_code(std::string_view text, const Format& f) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint32_t code = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), code, hexadecimal ? 16 : 10);
  if (error != std::errc{} || end != text.data() + text.size() || code > f.code_mask()) return std::nullopt;
  return code;
}

// "0 1111 110": sign, exponent, mantissa; a bit that is ignored stands as written.
std::string fields(const Format& f, std::uint32_t code) {
  std::string bits = fmt::format("{:0{}b}", code, f.bits), out;
  const int exponent_end = f.bits - f.mantissa_bits;
  for (int i = 0; i < f.bits; ++i) {
    if (i == exponent_end || (i == exponent_end - f.exponent_bits && i > 0)) out += ' ';
    out += bits[std::size_t(i)];
  }
  return out;
}

std::string meaning(const Format& f, std::uint32_t code) {
  const Value v = formats::decode(f, code);
  const double value = formats::to_double(f, code);
  if (v.kind != Kind::finite) return fmt::format("{}", value);
  return fmt::format("{} = {}{} * 2^{}", value, v.negative ? "-" : "", v.significand, v.exponent);
}

// The code of the next value up or down; none past infinity or the largest finite, none of a NaN.
std::optional<std::uint32_t> neighbour(const Format& f, std::uint32_t code, bool up) {
  const Value v = formats::decode(f, code);
  if (v.kind == Kind::nan) return std::nullopt;
  const std::uint32_t magnitude = code & f.magnitude_mask();
  const bool grows = v.kind == Kind::zero || v.negative != up;
  const bool negative = v.kind == Kind::zero ? !up : v.negative;
  if (negative && f.sign_mask() == 0) return std::nullopt;
  if (!grows) {
    if (magnitude == 0) return std::nullopt;
    return magnitude == 1 ? formats::zero_code(f, negative)
                          : (negative ? f.sign_mask() : 0u) | (magnitude - 1);
  }
  const std::uint32_t last = formats::largest_finite(f) + (f.specials == formats::Specials::ieee ? 1u : 0u);
  if (magnitude >= last) return std::nullopt;
  return (negative ? f.sign_mask() : 0u) | (magnitude + 1);
}

std::string written(const Format& f, std::uint32_t code) {
  return fmt::format("{:#0{}x}", code, (f.bits + 3) / 4 + 2);
}

void print_text(const Format& f, std::uint32_t code) {
  fmt::print("{} {}\n  bits    {}\n  value   {}\n", f.name, written(f, code), fields(f, code),
             meaning(f, code));
  for (const bool up : {false, true}) {
    const auto next = neighbour(f, code, up);
    fmt::print("  {:<8}{}\n", up ? "above" : "below",
               next ? fmt::format("{} {}", written(f, *next), formats::to_double(f, *next)) : "none");
  }
}

nlohmann::json json_of(const Format& f, std::uint32_t code) {
  const auto value = [&](std::uint32_t c) { return fmt::format("{}", formats::to_double(f, c)); };
  nlohmann::json j{{"format", f.name}, {"code", code}, {"bits", fields(f, code)}, {"value", value(code)}};
  for (const bool up : {false, true})
    if (const auto next = neighbour(f, code, up))
      j[up ? "above" : "below"] = {{"code", *next}, {"value", value(*next)}};
  return j;
}

}  // namespace

int format(const FormatOptions& options) {
  const Format* f = named_format("arith format", options.name);
  if (f == nullptr) return kUsage;
  std::vector<std::uint32_t> codes;
  for (const std::string& text : options.codes) {
    const auto code = read_code(text, *f);
    if (!code) {
      fmt::print(stderr, "lockstep arith format: '{}' is no code of {} (0 to {:#x})\n", text, f->name,
                 f->code_mask());
      return kUsage;
    }
    codes.push_back(*code);
  }
  nlohmann::json all = nlohmann::json::array();
  for (const std::uint32_t code : codes) {
    if (options.json)
      all.push_back(json_of(*f, code));
    else
      print_text(*f, code);
  }
  if (options.json) fmt::print("{}\n", all.dump(1));
  return kHolds;
}

}  // namespace lockstep::cli
