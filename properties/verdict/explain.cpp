#include "properties/verdict/explain.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace lockstep::verdict {

namespace {

using operators::Output;
using operators::OutputRow;

constexpr std::int64_t kTile = 128;

// Where the mismatches lie, gathered once.
struct Spread {
  std::set<std::size_t> outputs;
  std::set<std::int64_t> rows, groups, row_tiles, column_tiles, row_in_fragment, wave_columns;
  std::int64_t first_row_in_tile = kTile, last_row_in_tile = 0;
  bool all_nan = true, all_zero = true;
  std::optional<int> power_of_two;  // got = want * 2^power for all
  bool one_power = true;
};

void note_factor(const formats::Format& format, const Mismatch& m, Spread& s) {
  const double got = formats::to_double(format, m.got), want = formats::to_double(format, m.want);
  s.all_nan &= std::isnan(got);
  s.all_zero &= got == 0;
  int exponent = 0;
  if (!std::isfinite(got) || want == 0 || std::abs(std::frexp(got / want, &exponent)) != 0.5) {
    s.one_power = false;
    return;
  }
  const int power = exponent - 1;
  if (s.power_of_two && *s.power_of_two != power) s.one_power = false;
  s.power_of_two = power;
}

Spread survey(const std::vector<Output>& outputs, const LawResult& result) {
  Spread s;
  for (const Mismatch& m : result.mismatches) {
    const OutputRow& row = outputs[m.output].rows[m.row];
    const std::int64_t in_tile = row.in_group % kTile;
    s.outputs.insert(m.output);
    s.rows.insert(row.row);
    s.groups.insert(row.group);
    s.row_tiles.insert(row.row / kTile);
    s.column_tiles.insert(m.column / kTile);
    s.row_in_fragment.insert(in_tile % 16);
    s.wave_columns.insert(m.column % kTile / 32);
    s.first_row_in_tile = std::min(s.first_row_in_tile, in_tile);
    s.last_row_in_tile = std::max(s.last_row_in_tile, in_tile);
    note_factor(*outputs[m.output].format, m, s);
  }
  return s;
}

}  // namespace

std::string explain(const std::vector<Output>& outputs, const LawResult& result) {
  if (result.mismatches.empty()) return result.reason;
  const Spread s = survey(outputs, result);
  std::uint64_t total = 0;
  for (const std::size_t o : s.outputs) total += outputs[o].elements();
  const Output& first = outputs[result.mismatches.front().output];
  const std::vector<OutputRow>& rows = first.rows;
  const bool several_groups = !rows.empty() && rows.front().group != rows.back().group;
  std::vector<std::string> facts;
  if (result.mismatch_count == total)
    facts.push_back(fmt::format("all {} elements differ", total));
  else
    facts.push_back(fmt::format("{} of {} elements differ", result.mismatch_count, total));
  if (s.outputs.size() == 1 && outputs.size() > 1)
    facts.push_back(fmt::format("all in output {}", first.name));
  if (s.all_nan)
    facts.push_back("all of them NaN");
  else if (s.all_zero)
    facts.push_back("all of them zero");
  else if (s.one_power && s.power_of_two)
    facts.push_back(
        fmt::format("each by the factor 2^{}: a scale of another block or byte", *s.power_of_two));
  if (s.rows.size() == 1 && rows.size() > 1)
    facts.push_back(fmt::format("all in row {}", *s.rows.begin()));
  else if (s.first_row_in_tile > 0 && rows.size() > 1)
    facts.push_back(fmt::format("none above row {} of its 128-row tile", s.first_row_in_tile));
  if (s.groups.size() == 1 && several_groups)
    facts.push_back(fmt::format("all in group {}", *s.groups.begin()));
  if (s.row_in_fragment.size() == 1 && s.rows.size() > 1)
    facts.push_back(fmt::format("only row {} of each 16-row fragment", *s.row_in_fragment.begin()));
  if (s.wave_columns.size() == 1)
    facts.push_back(fmt::format("only columns {}..{} of each 128: one wave", *s.wave_columns.begin() * 32,
                                *s.wave_columns.begin() * 32 + 31));
  if (s.column_tiles.size() == 1 && first.columns > kTile)
    facts.push_back(fmt::format("all in column tile {}", *s.column_tiles.begin()));
  return fmt::format("{}", fmt::join(facts, "; "));
}

}  // namespace lockstep::verdict
