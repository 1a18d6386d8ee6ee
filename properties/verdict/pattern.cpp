#include "properties/verdict/pattern.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <ranges>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "properties/verdict/displacement.hpp"
#include "properties/verdict/exchange.hpp"
#include "properties/verdict/places.hpp"
#include "properties/verdict/report.hpp"

namespace lockstep::verdict {

namespace {

using operators::Output;
using operators::OutputRow;
using operators::Tiling;

// Where the mismatches lie and what their values have in common, gathered once.
struct Spread {
  std::set<std::size_t> outputs;
  std::set<std::int64_t> rows, columns, groups;
  bool all_nan = true, all_zero = true;
  std::optional<int> power_of_two;                  // got = want * 2^power for all
  bool all_negated = true, all_other_zeros = true;  // got = -want for all, which are no zeros, or are zeros
  std::optional<std::int64_t> ulps;                 // towards zero (negative) or away from it
  bool one_distance = true;
  std::size_t count = 0;

  /// Whether at least half of what lies in both these rows and these columns differs.
  bool is_dense() const { return 2 * count >= rows.size() * columns.size(); }
};

void note_values(const formats::Format& format, const Mismatch& m, Spread& s) {
  const double got = formats::to_double(format, m.got), want = formats::to_double(format, m.want);
  s.all_nan &= std::isnan(got);
  s.all_zero &= got == 0;
  s.all_negated &= std::isfinite(got) && got == -want && want != 0;
  s.all_other_zeros &= is_other_zero(format, m.want, m.got);
  const std::optional<std::int64_t> ulps = distance_in_ulps(format, m.want, m.got);
  if (!ulps || (s.ulps && *s.ulps != *ulps)) s.one_distance = false;
  s.ulps = ulps;
}

// The power of two between what is wanted and what is got: exact for one in eight, while the others are what
// results beyond the format's normal numbers come to, give or take a step: they were rounded twice.
std::optional<int> common_power(const std::vector<Output>& outputs, const std::vector<Mismatch>& mismatches) {
  std::optional<int> power;
  std::size_t exact = 0;
  for (const Mismatch& m : mismatches) {
    const double want = formats::to_double(*outputs[m.output].format, m.want);
    const double got = formats::to_double(*outputs[m.output].format, m.got);
    int exponent = 0;
    if (want == 0 || !std::isfinite(want) || std::isnan(got)) return std::nullopt;
    if (std::isfinite(got) && std::frexp(got / want, &exponent) == 0.5 &&
        power.value_or(exponent) == exponent)
      power = exponent, ++exact;
  }
  if (8 * exact < mismatches.size()) return std::nullopt;
  const auto beyond = [&](const Mismatch& m) {
    const formats::Format& format = *outputs[m.output].format;
    const double product = std::ldexp(formats::to_double(format, m.want), *power - 1);
    if (product == formats::to_double(format, m.got)) return true;
    const std::uint32_t code = formats::encode_nearest_even(format, product, formats::Overflow::to_special);
    const double rounded = std::abs(formats::to_double(format, code));
    const bool normal = rounded >= std::ldexp(1.0, format.emin()) && std::isfinite(rounded);
    return !normal && std::abs(std::int64_t(code) - std::int64_t(m.got)) <= 1;
  };
  return std::ranges::all_of(mismatches, beyond) ? std::optional(*power - 1) : std::nullopt;
}

Spread survey(const std::vector<Output>& outputs, const std::vector<Mismatch>& mismatches) {
  Spread s;
  s.count = mismatches.size();
  for (const Mismatch& m : mismatches) {
    const OutputRow& row = outputs[m.output].rows[m.row];
    s.outputs.insert(m.output);
    s.rows.insert(row.row);
    s.columns.insert(m.column);
    s.groups.insert(row.group);
    note_values(*outputs[m.output].format, m, s);
  }
  s.power_of_two = common_power(outputs, mismatches);
  return s;
}

// What the values of several mismatches have in common; empty: nothing that is worth saying.
std::string fact_of_values(const Spread& s, bool block_scales) {
  if (s.all_nan) return "all of them NaN";
  if (s.all_other_zeros) return "each a zero of the other sign";
  if (s.all_zero) return s.is_dense() ? "all of them zero" : "";
  if (s.all_negated) return "each with the other sign";
  if (s.one_distance && s.ulps && std::abs(*s.ulps) <= kFewUlps)
    return fmt::format("each {}", ulps_text(*s.ulps));
  if (!s.power_of_two) return "";
  return fmt::format("each by the factor 2^{}{}", *s.power_of_two,
                     block_scales && s.is_dense() ? ": a scale of another block or byte" : "");
}

// Scales that are results themselves are those of no other block.
bool has_block_scales(const Output& output, const Known& known) {
  return known.block_scales && output.format->mantissa_bits > 0;
}

// What is said of values where all wrong elements are in this output; empty: nothing.
std::string said_of_values(const Output& output, const Spread& s, const LawResult& result,
                           const Known& known) {
  if (known.undefined) return "";
  const auto exchange = find_exchange(output, result);
  return exchange ? *exchange : fact_of_values(s, has_block_scales(output, known));
}

// What is said of one of several outputs: how many of its elements differ, what they have in common, and the
// first of them, where the report tells another one's.
std::string fact_of_output(const std::vector<Output>& outputs, std::size_t o, const LawResult& result,
                           const Known& known) {
  std::vector<Mismatch> own;
  std::ranges::copy_if(result.mismatches, std::back_inserter(own),
                       [&](const Mismatch& m) { return m.output == o; });
  const std::string values = known.undefined || own.size() == 1
                                 ? std::string()
                                 : fact_of_values(survey(outputs, own), has_block_scales(outputs[o], known));
  return fmt::format("{} in {}{}{}", own.size(), outputs[o].name, values.empty() ? "" : ", ", values) +
         (o == told_first(outputs, result).output
              ? ""
              : ": " + describe_mismatch(outputs, std::vector<Tiling>(outputs.size()), own.front()));
}

// Where numbers are those of half of each so many, or less, of the least share that says it: what lanes,
// registers and swizzles have in common.
std::string period(std::string_view what, const std::set<std::int64_t>& numbers) {
  constexpr std::size_t kFew = 8;  // fewer numbers are alike by chance
  constexpr std::int64_t kMost = 128;
  std::int64_t most = kMost / 2;  // numbers of kMost that a fact may leave
  std::string text;
  for (std::int64_t length = 2; numbers.size() >= kFew && length <= kMost; length *= 2) {
    const auto [low, high] = std::ranges::minmax(
        numbers | std::views::transform([&](std::int64_t number) { return number % length; }));
    const std::int64_t share = (high - low + 1) * (kMost / length);
    if (share > most || *numbers.begin() / length == *numbers.rbegin() / length) continue;
    most = share - 1;
    text = low == high ? fmt::format("only {} {} of each {}", what, low, length)
                       : fmt::format("only {} {}..{} of each {}", what, low, high, length);
  }
  return text;
}

std::vector<std::string> facts_of_places(const Output& output, const Tiling& tiling, const Spread& s,
                                         const std::vector<Mismatch>& mismatches) {
  const std::vector<OutputRow>& rows = output.rows;
  const bool several_groups = rows.front().group != rows.back().group;
  const Places places(output, tiling, mismatches);
  std::vector<std::string> facts;
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
  if (!facts.empty() || s.outputs.size() > 1) return facts;
  std::set<std::int64_t> in_groups;
  for (const Mismatch& m : mismatches) in_groups.insert(rows[m.row].in_group);
  for (const std::string& fact : {period("rows", in_groups), period("columns", s.columns)})
    if (!fact.empty()) facts.push_back(fact);
  return facts;
}

}  // namespace

std::string explain(const std::vector<Output>& outputs, const std::vector<Tiling>& tilings,
                    const LawResult& result, const Known& known) {
  if (result.mismatches.empty()) return result.reason;
  const Spread s = survey(outputs, result.mismatches);
  std::uint64_t total = 0;
  for (const std::size_t o : s.outputs) total += outputs[o].elements();
  const std::size_t first = *s.outputs.begin();
  const bool all = result.mismatch_count == total, one = s.outputs.size() == 1;
  std::vector<std::string> facts{all ? fmt::format("all {} elements differ", total)
                                     : fmt::format("{} of {} elements differ", result.mismatch_count, total)};
  if (one && outputs.size() > 1) facts.push_back(fmt::format("all in output {}", outputs[first].name));
  if (result.mismatch_count == 1) return fmt::format("{}", fmt::join(facts, "; "));
  if (!one) {
    for (const std::size_t o : s.outputs) facts.push_back(fact_of_output(outputs, o, result, known));
  } else if (const std::string said = said_of_values(outputs[first], s, result, known); !said.empty()) {
    facts.push_back(said);
  }
  // Tiles of several outputs are no common place.
  const auto places = facts_of_places(outputs[first], one ? tilings[first] : Tiling{}, s, result.mismatches);
  facts.insert(facts.end(), places.begin(), places.end());
  return fmt::format("{}", fmt::join(facts, "; "));
}

std::optional<std::string> explain_displacement(const std::vector<Output>& outputs, const LawResult& result,
                                                const Known& known) {
  if (result.mismatches.empty()) return std::nullopt;
  const Spread s = survey(outputs, result.mismatches);
  const Output& output = outputs[*s.outputs.begin()];
  if (s.outputs.size() > 1 || !said_of_values(output, s, result, known).empty()) return std::nullopt;
  return find_displacement(output, result);
}

}  // namespace lockstep::verdict
