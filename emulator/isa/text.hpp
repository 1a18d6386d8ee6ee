// Numbers and lists as the assembly language writes them. Nothing here reads past the text or fails on bad
// text: it says nullopt.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep::isa {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

inline bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// `prefix`…`suffix` -> …
inline bool take_around(std::string_view& text, std::string_view prefix, std::string_view suffix) {
  if (text.size() < prefix.size() + suffix.size() || !text.starts_with(prefix) || !text.ends_with(suffix)) {
    return false;
  }
  text = text.substr(prefix.size(), text.size() - prefix.size() - suffix.size());
  return true;
}

/// Digits of a base, all of them.
template <class T>
std::optional<T> read_digits(std::string_view text, int base = 10) {
  if (text.empty() || text.front() == '-') return std::nullopt;
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// `12`, `-3`, `0xff`, `-0x4`; 64 bits at most.
inline std::optional<std::int64_t> read_integer(std::string_view text) {
  const bool negative = take_prefix(text, "-");
  const bool hexadecimal = take_prefix(text, "0x");
  const auto magnitude = read_digits<std::uint64_t>(text, hexadecimal ? 16 : 10);
  if (!magnitude) return std::nullopt;
  return std::int64_t(negative ? 0 - *magnitude : *magnitude);
}

/// The text up to `separator`, which is dropped; all of it when there is none.
inline std::string_view take_until(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view head = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return head;
}

}  // namespace lockstep::isa
