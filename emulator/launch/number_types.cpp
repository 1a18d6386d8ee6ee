#include "emulator/launch/number_types.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <optional>

#include <fmt/format.h>

namespace lockstep::launch {
namespace {

struct NumberType {
  std::string_view cxx, element;
};
// As demanglers spell them. long is of 64 bits on AMD GPUs.
constexpr NumberType kTypes[] = {
    {"float", "f32"},         {"double", "f64"},           {"_Float16", "f16"},
    {"half", "f16"},                                        // __fp16
    {"__bf16", "bf16"},       {"std::bfloat16_t", "bf16"},  // __bf16, since libstdc++ 13
    {"int", "i32"},           {"unsigned int", "u32"},     {"long", "i64"},
    {"unsigned long", "u64"}, {"long long", "i64"},        {"unsigned long long", "u64"},
};

/// nullptr where it is unknown.
const NumberType* find_type(std::string_view cxx) {
  const auto* const found = std::ranges::find(kTypes, cxx, &NumberType::cxx);
  return found == std::end(kTypes) ? nullptr : found;
}

bool is_integer(const Element& e) {
  return e.kind == Element::Kind::signed_integer || e.kind == Element::Kind::unsigned_integer;
}

bool is_whole_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// "2.0" as "2"; as it is where it has a fraction.
std::string without_fraction(std::string_view number) {
  const double value = std::strtod(std::string(number).c_str(), nullptr);
  constexpr double kLeast = -0x1p63, kBeyond = 0x1p64;
  if (is_whole_number(number) || value != std::trunc(value) || value < kLeast || value >= kBeyond)
    return std::string(number);
  return fmt::format("{:.0f}", value);
}

/// Which type of elements a number is written as; nothing where the argument's size says none.
std::optional<Element> element_for(const NumberType* known, std::uint64_t size, std::string_view number) {
  const bool integer = known != nullptr ? is_integer(*find_element(known->element)) : is_whole_number(number);
  if (integer && size >= 1 && size <= sizeof(std::uint64_t))
    return Element{number.starts_with('-') ? Element::Kind::signed_integer : Element::Kind::unsigned_integer,
                   int(8 * size)};
  if (known != nullptr) return find_element(known->element);
  if (size == sizeof(float)) return find_element("f32");
  if (size == sizeof(double)) return find_element("f64");
  return std::nullopt;
}

}  // namespace

std::string mismatch(std::string_view wanted, std::string_view given) {
  const NumberType* const known = find_type(wanted);
  const auto number = find_element(given);
  if (known == nullptr || !number) return {};
  const Element argument = *find_element(known->element);
  const bool same = is_integer(argument) ? is_integer(*number)
                                         : number->kind == argument.kind && number->format == argument.format;
  return same ? ""
              : fmt::format("has type {} ({}), {} is given; give bits as bytes", wanted, known->element,
                            given);
}

tl::expected<std::vector<std::byte>, std::string> encode_untyped(std::string_view wanted, std::uint64_t size,
                                                                 std::string_view number) {
  const NumberType* known = find_type(wanted);
  if (known != nullptr && std::uint64_t(find_element(known->element)->bits) != 8 * size) known = nullptr;
  const auto element = element_for(known, size, number);
  if (!element)
    return tl::unexpected(fmt::format(
        "has {} bytes: {} may be of several types; give a number that says its own", size, number));
  const std::string text = is_integer(*element) ? without_fraction(number) : std::string(number);
  if (is_integer(*element) && !is_whole_number(text))
    return tl::unexpected(fmt::format("has type {}: {} is no integer", wanted, number));
  const auto bits = encode(*element, text);
  if (!bits) return tl::unexpected(fmt::format("has {} bytes: {} does not fit", size, number));
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = std::byte(*bits >> (8 * i));
  return bytes;
}

}  // namespace lockstep::launch
