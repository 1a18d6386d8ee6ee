#include "properties/cases/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lockstep::cases {

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
