#include "properties/verdict/report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include <fmt/format.h>

namespace lockstep::verdict {

namespace {

using operators::Output;
using operators::OutputRow;
using operators::Tiling;

std::string range(std::int64_t part, std::int64_t length) {
  return fmt::format("{}..{}", part * length, part * length + length - 1);
}

/// Whether a length is said, and cuts another that is.
bool cuts(std::int64_t length, std::int64_t whole) {
  return length > 0 && length < whole;
}

// The places that mismatches of one output, at least one, have in common. None where the tiling doesn't say,
// and none that every element has.
class Places {
 public:
  /// All must outlive it.
  Places(const operators::Output& output, const operators::Tiling& tiling,
         const std::vector<Mismatch>& mismatches)
      : output_(output), t_(tiling), mismatches_(mismatches) {}

  /// The first row of a tile that has any.
  std::optional<std::int64_t> first_row_in_tile() const;
  std::optional<std::int64_t> row_in_fragment() const;
  std::optional<std::int64_t> column_tile() const;
  /// "only rows 0..63 and columns 64..127 of each 128x128 tile: one wave".
  std::optional<std::string> wave() const;

 private:
  std::optional<std::int64_t> wave_by_rows() const;
  std::optional<std::int64_t> wave_by_columns() const;
  std::int64_t row(const Mismatch& m) const { return output_.rows[m.row].in_group; }
  template <typename Of>
  std::optional<std::int64_t> common(Of of) const;

  const operators::Output& output_;
  const operators::Tiling& t_;
  const std::vector<Mismatch>& mismatches_;
};

template <typename Of>
std::optional<std::int64_t> Places::common(Of of) const {
  const std::int64_t value = of(mismatches_.front());
  const bool all = std::ranges::all_of(mismatches_, [&](const Mismatch& m) { return of(m) == value; });
  return all ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> Places::first_row_in_tile() const {
  if (t_.rows == 0) return std::nullopt;
  std::int64_t first = t_.rows;
  for (const Mismatch& m : mismatches_) first = std::min(first, row(m) % t_.rows);
  return first;
}

std::optional<std::int64_t> Places::row_in_fragment() const {
  if (t_.fragment_rows == 0) return std::nullopt;
  return common([&](const Mismatch& m) { return row(m) % t_.fragment_rows; });
}

std::optional<std::int64_t> Places::column_tile() const {
  if (!cuts(t_.columns, output_.columns)) return std::nullopt;
  return common([&](const Mismatch& m) { return m.column / t_.columns; });
}

std::optional<std::int64_t> Places::wave_by_rows() const {
  if (!cuts(t_.wave_rows, t_.rows)) return std::nullopt;
  const auto wave = [&](std::int64_t in_group) { return in_group % t_.rows / t_.wave_rows; };
  const auto shared = common([&](const Mismatch& m) { return wave(row(m)); });
  const bool others = std::ranges::any_of(
      output_.rows, [&](const operators::OutputRow& r) { return shared != wave(r.in_group); });
  return others ? shared : std::nullopt;
}

std::optional<std::int64_t> Places::wave_by_columns() const {
  constexpr std::int64_t kFewColumns = 32;  // of so few, one wave's are most of what there is
  if (output_.columns <= kFewColumns) return std::nullopt;
  if (!cuts(t_.wave_columns, std::min(t_.columns, output_.columns))) return std::nullopt;
  return common([&](const Mismatch& m) { return m.column % t_.columns / t_.wave_columns; });
}

std::optional<std::string> Places::wave() const {
  const auto by_rows = wave_by_rows(), by_columns = wave_by_columns();
  if (by_rows && by_columns)
    return fmt::format("only rows {} and columns {} of each {}x{} tile: one wave",
                       range(*by_rows, t_.wave_rows), range(*by_columns, t_.wave_columns), t_.rows,
                       t_.columns);
  if (by_rows) return fmt::format("only rows {} of each {}", range(*by_rows, t_.wave_rows), t_.rows);
  if (!by_columns) return std::nullopt;
  const bool one_wave = t_.wave_rows == t_.rows;
  return fmt::format("only columns {} of each {}{}", range(*by_columns, t_.wave_columns), t_.columns,
                     one_wave ? ": one wave" : "");
}

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

namespace {

std::string upper(std::string_view name) {
  std::string text(name);
  for (char& c : text) c = c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c;
  return text;
}

std::string tile(const operators::Tiling& t, const operators::OutputRow& row, std::int64_t column) {
  if (t.columns == 0) return "";
  if (t.rows == 0) return fmt::format(" column tile {}", column / t.columns);
  return fmt::format(" tile ({},{})", row.in_group / t.rows, column / t.columns);
}

}  // namespace

std::string describe_mismatch(const std::vector<operators::Output>& outputs,
                              const std::vector<operators::Tiling>& tilings, const Mismatch& m,
                              const Compared& compared) {
  const operators::Output& output = outputs[m.output];
  const operators::OutputRow& row = output.rows[m.row];
  const int digits = 2 + output.format->bits / 4;
  const auto ulps = distance_in_ulps(*output.format, m.want, m.got);
  return fmt::format("{}[{}, {}] group {}{}: {} {:#0{}x} {:g}, {} {:#0{}x} {:g}{}", upper(output.name),
                     row.row, m.column, row.group, tile(tilings[m.output], row, m.column), compared.want,
                     m.want, digits, formats::to_double(*output.format, m.want), compared.got, m.got, digits,
                     formats::to_double(*output.format, m.got),
                     ulps && std::abs(*ulps) <= kFewUlps ? ", " + ulps_text(*ulps) : "");
}

std::string text(const FailureReport& r) {
  return fmt::format(
      "FALSIFIED  {} / {}   {}   {}   model {}\n"
      "  smallest   {}\n"
      "{}"
      "  first diff {}\n"
      "{}"
      "  pattern    {}\n"
      "{}{}  again      {}\n",
      r.smallest.kernel, r.result.law, r.smallest.arch, r.progress, r.model_label, cases::print(r.smallest),
      r.race, r.first_difference, r.inlined, r.pattern, r.others, r.details, r.again);
}

}  // namespace lockstep::verdict
