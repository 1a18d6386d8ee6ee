#include "properties/verdict/displacement.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "properties/verdict/report.hpp"

namespace lockstep::verdict {

namespace {

/// Elements by their places in the tensor, one after the other.
class Elements {
 public:
  explicit Elements(const operators::Output& output, const std::vector<Mismatch>& mismatches)
      : output_(output) {
    for (const Mismatch& m : mismatches) {
      wrong_.emplace(place(m), &m);
      by_got_[m.got].push_back(place(m));
    }
  }
  std::int64_t place(const Mismatch& m) const { return output_.rows[m.row].row * output_.columns + m.column; }
  const Mismatch* at(std::int64_t place) const {
    const auto found = wrong_.find(place);
    return found == wrong_.end() ? nullptr : found->second;
  }
  /// Places that hold the value; none where so many do that it tells nothing.
  std::vector<std::int64_t> with(std::uint32_t value) const {
    constexpr std::size_t kMost = 16;
    const auto found = by_got_.find(value);
    return found == by_got_.end() || found->second.size() > kMost ? std::vector<std::int64_t>()
                                                                  : found->second;
  }

 private:
  const operators::Output& output_;
  std::unordered_map<std::int64_t, const Mismatch*> wrong_;
  std::unordered_map<std::uint32_t, std::vector<std::int64_t>> by_got_;
};

std::string count(std::int64_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::string text_of(std::int64_t distance, std::int64_t columns) {
  const std::int64_t length = std::abs(distance), rows = length / columns, rest = length % columns;
  const std::string way = distance > 0 ? "further" : "before";
  if (rest == 0) return fmt::format("{} {}", count(rows, "row"), way);
  return fmt::format("{}{} {}", rows == 0 ? "" : count(rows, "row") + " and ", count(rest, "column"), way);
}

}  // namespace

std::optional<std::string> find_displacement(const operators::Output& output, const LawResult& result) {
  constexpr std::size_t kFewestValues = 8;
  const std::vector<Mismatch>& mismatches = result.mismatches;
  const Elements elements(output, mismatches);
  std::map<std::int64_t, std::set<std::uint32_t>> values;  // by the distance at which they stand
  for (const Mismatch& m : mismatches)
    if (formats::to_double(*output.format, m.want) != 0)
      for (const std::int64_t at : elements.with(m.want)) values[at - elements.place(m)].insert(m.want);
  const auto by_values = [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); };
  const auto best = std::ranges::max_element(values, by_values);
  if (best == values.end() || best->second.size() < kFewestValues) return std::nullopt;
  const auto rivals = std::ranges::count_if(
      values, [&](const auto& other) { return 2 * other.second.size() >= best->second.size(); });
  if (rivals > 1) return std::nullopt;
  const Mismatch *from = nullptr, *to = nullptr;
  std::size_t stand = 0, others = 0;
  for (const Mismatch& m : mismatches) {
    const Mismatch* const other = elements.at(elements.place(m) + best->first);
    if (other == nullptr) continue;
    const bool stands = other->got == m.want;
    (stands ? stand : others) += 1;
    if (stands && from == nullptr) from = &m, to = other;
  }
  if (others > stand) return std::nullopt;
  const auto name = [&](const Mismatch& m) { return element_name(output, output.rows[m.row].row, m.column); };
  const std::string_view at_least = result.mismatch_count > mismatches.size() ? "at least " : "";
  return fmt::format("the values of {}{} elements stand {}: {} has that of {}", at_least, stand,
                     text_of(best->first, output.columns), name(*to), name(*from));
}

}  // namespace lockstep::verdict
