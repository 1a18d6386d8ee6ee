// Whole numbers as people write them: decimal, or hexadecimal after 0x.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace lockstep::host {

template <typename Integer>
std::optional<Integer> parse_number(std::string_view text) {
  const int base = text.starts_with("0x") ? 16 : 10;
  if (base == 16) text.remove_prefix(2);
  Integer value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

}  // namespace lockstep::host
