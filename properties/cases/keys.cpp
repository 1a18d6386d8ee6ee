#include "properties/cases/keys.hpp"

#include <algorithm>
#include <numeric>

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

namespace {

std::size_t edits(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() +
                               1);  // edits from the characters of `from` so far to each front of `to`
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] != to[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string_view> nearest(std::string_view word, std::span<const std::string_view> names,
                                      std::size_t count) {
  std::vector<std::pair<std::size_t, std::size_t>> ranked;  // edits, then the order of `names`
  for (std::size_t i = 0; i < names.size(); ++i) ranked.emplace_back(edits(word, names[i]), i);
  std::ranges::sort(ranked);
  ranked.resize(std::min(ranked.size(), count));
  std::vector<std::string_view> closest;
  for (const auto& entry : ranked) closest.push_back(names[entry.second]);
  return closest;
}

}  // namespace lockstep::cases
