#include "properties/cases/keys.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "host/number.hpp"

namespace lockstep::cases {

bool Key::takes(std::string_view text) const {
  if (!is_number()) return std::ranges::find(choices(), text) != choices().end();
  const auto value = host::parse_number<std::int64_t>(text);
  return value && *value >= low && *value <= high;
}

std::string Key::range() const {
  return is_number() ? fmt::format("a number from {} to {}", low, high)
                     : fmt::format("one of {}", fmt::join(choices(), ", "));
}

std::string Key::default_text() const {
  return is_number() ? std::to_string(fallback_) : std::string(choices_[0]);
}

bool Key::is_default(std::string_view text) const {
  return is_number() ? host::parse_number<std::int64_t>(text) == fallback_ : text == choices_[0];
}

std::int64_t Key::number(const std::string* text) const {
  return text == nullptr ? fallback_ : host::parse_number<std::int64_t>(*text).value_or(fallback_);
}

}  // namespace lockstep::cases
