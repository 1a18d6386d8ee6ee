#include "properties/verdict/explain.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "properties/verdict/places.hpp"
#include "properties/verdict/ulps.hpp"

namespace lockstep::verdict {

namespace {

using operators::Output;
using operators::OutputRow;
using operators::Tiling;

// Where the mismatches lie, gathered once.
struct Spread {
  std::set<std::size_t> outputs;
  std::set<std::int64_t> rows, groups;
  bool all_nan = true, all_zero = true;
  std::optional<int> power_of_two;  // got = want * 2^power for all
  bool one_power = true;
  bool all_negated = true;           // got = -want for all
  std::optional<std::int64_t> ulps;  // towards zero (negative) or away from it
  bool one_distance = true;
};

void note_factor(const formats::Format& format, const Mismatch& m, Spread& s) {
  const double got = formats::to_double(format, m.got), want = formats::to_double(format, m.want);
  s.all_nan &= std::isnan(got);
  s.all_zero &= got == 0;
  s.all_negated &= std::isfinite(got) && got == -want && want != 0;
  const std::optional<std::int64_t> ulps = distance_in_ulps(format, m.want, m.got);
  if (!ulps || (s.ulps && *s.ulps != *ulps)) s.one_distance = false;
  s.ulps = ulps;
  int exponent = 0;
  if (!std::isfinite(got) || want == 0 || std::frexp(got / want, &exponent) != 0.5) {
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
    s.outputs.insert(m.output);
    s.rows.insert(row.row);
    s.groups.insert(row.group);
    note_factor(*outputs[m.output].format, m, s);
  }
  return s;
}

}  // namespace

std::string explain(const std::vector<Output>& outputs, const std::vector<Tiling>& tilings,
                    const LawResult& result) {
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
  else if (s.all_negated)
    facts.push_back("each with the other sign");
  else if (s.one_distance && s.ulps && std::abs(*s.ulps) <= kFewUlps)
    facts.push_back(fmt::format("each {}", ulps_text(*s.ulps)));
  else if (s.one_power && s.power_of_two)
    facts.push_back(
        fmt::format("each by the factor 2^{}: a scale of another block or byte", *s.power_of_two));
  // Tiles of several outputs are no common place.
  const Tiling tiling = s.outputs.size() == 1 ? tilings[*s.outputs.begin()] : Tiling{};
  const Places places(first, tiling, result.mismatches);
  if (s.rows.size() == 1 && rows.size() > 1)
    facts.push_back(fmt::format("all in row {}", *s.rows.begin()));
  else if (const auto row = places.first_row_in_tile(); row && *row > 0 && rows.size() > 1)
    facts.push_back(fmt::format("none above row {} of its {}-row tile", *row, tiling.rows));
  if (s.groups.size() == 1 && several_groups)
    facts.push_back(fmt::format("all in group {}", *s.groups.begin()));
  if (const auto row = places.row_in_fragment(); row && s.rows.size() > 1)
    facts.push_back(fmt::format("only row {} of each {}-row fragment", *row, tiling.fragment_rows));
  if (const auto wave = places.wave()) facts.push_back(*wave);
  if (const auto tile = places.column_tile()) facts.push_back(fmt::format("all in column tile {}", *tile));
  return fmt::format("{}", fmt::join(facts, "; "));
}

}  // namespace lockstep::verdict
