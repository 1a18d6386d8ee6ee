#include "properties/verdict/exchange.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace lockstep::verdict {

namespace {

struct Place {
  std::int64_t row, column;  ///< the row among those of its group

  auto operator<=>(const Place&) const = default;
};

/// Where an element's value stands in what was wanted.
struct Exchange {
  std::string text;
  std::function<Place(Place)> from;
};

/// The simplest first.
std::vector<Exchange> exchanges_of(const operators::Output& output) {
  std::int64_t rows = 0;
  for (const operators::OutputRow& row : output.rows) rows = std::max(rows, row.in_group + 1);
  std::vector<Exchange> all;
  for (std::int64_t bit = 1; bit < output.columns; bit *= 2)
    all.push_back({fmt::format("got[r, c] = want[r, c^{}]: {} are exchanged", bit,
                               bit == 1 && output.format->bits == 4 ? "nibbles"
                               : 2 * bit == output.columns          ? "halves of rows"
                                                                    : "columns"),
                   [bit](Place p) { return Place{p.row, p.column ^ bit}; }});
  for (std::int64_t bit = 1; bit < rows; bit *= 2)
    all.push_back({fmt::format("got[r, c] = want[r^{}, c]: rows are exchanged", bit),
                   [bit](Place p) { return Place{p.row ^ bit, p.column}; }});
  for (const std::int64_t by : {1, -1}) {
    all.push_back({fmt::format("got[r, c] = want[r, c{:+}]: columns are shifted", by),
                   [by](Place p) { return Place{p.row, p.column + by}; }});
    all.push_back({fmt::format("got[r, c] = want[r{:+}, c]: rows are shifted", by),
                   [by](Place p) { return Place{p.row + by, p.column}; }});
  }
  for (const std::int64_t edge : {16, 32})  // results of matrix instructions
    all.push_back({fmt::format("rows and columns of {0}x{0} blocks are exchanged", edge), [edge](Place p) {
                     return Place{p.row - p.row % edge + p.column % edge,
                                  p.column - p.column % edge + p.row % edge};
                   }});
  return all;
}

}  // namespace

std::optional<std::string> find_exchange(const operators::Output& output, const LawResult& result) {
  constexpr std::size_t kFewest = 4, kFewestValues = 3;  // what is alike anyway shows no exchange
  if (result.mismatches.size() < kFewest) return std::nullopt;
  std::map<std::tuple<std::int32_t, Place>, const Mismatch*> wrong;
  std::set<std::uint32_t> values;
  const auto group = [&](const Mismatch& m) { return output.rows[m.row].group; };
  const auto place = [&](const Mismatch& m) { return Place{output.rows[m.row].in_group, m.column}; };
  for (const Mismatch& m : result.mismatches) {
    wrong.emplace(std::tuple(group(m), place(m)), &m);
    values.insert(m.want);
  }
  if (values.size() < kFewestValues) return std::nullopt;
  // Of an element that was exchanged with an equal one nothing is known, nor of one past the end.
  const auto explains = [&](const Exchange& exchange) {
    std::size_t known = 0;
    for (const Mismatch& m : result.mismatches) {
      const auto other = wrong.find(std::tuple(group(m), exchange.from(place(m))));
      if (other == wrong.end()) continue;
      if (!same(*output.format, m.got, other->second->want)) return false;
      ++known;
    }
    return 2 * known >= result.mismatches.size();
  };
  for (const Exchange& exchange : exchanges_of(output))
    if (explains(exchange)) return exchange.text;
  return std::nullopt;
}

}  // namespace lockstep::verdict
