#include "properties/verdict/report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

namespace lockstep::verdict {

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

std::string distance_text(const formats::Format& format, const Mismatch& m) {
  if (is_other_zero(format, m.want, m.got)) return ", the other zero";
  const auto ulps = distance_in_ulps(format, m.want, m.got);
  return ulps && std::abs(*ulps) <= kFewUlps ? ", " + ulps_text(*ulps) : "";
}

}  // namespace

const Mismatch& told_first(const std::vector<operators::Output>& outputs, const LawResult& result) {
  const auto is_of_scale = [&](const Mismatch& m) { return outputs[m.output].format->mantissa_bits == 0; };
  const auto scale = std::ranges::find_if(result.mismatches, is_of_scale);
  return scale == result.mismatches.end() ? result.mismatches.front() : *scale;
}

bool may_be_rounding(const formats::Format& format, const Mismatch& m) {
  constexpr int kNarrow = 4;  // bits of a mantissa
  const double got = formats::to_double(format, m.got), want = formats::to_double(format, m.want);
  if (!std::isfinite(got) || !std::isfinite(want) || got == want) return false;
  const bool one_sign = ((m.got ^ m.want) & format.sign_mask()) == 0;
  return format.mantissa_bits > kNarrow ||
         (one_sign && std::abs(std::int64_t(m.got) - std::int64_t(m.want)) == 1);
}

std::string unrounded_text(const formats::Format& format, double exact, const Mismatch& m) {
  const auto ulps = distance_in_ulps(format, m.want, m.got);
  if (!ulps || std::abs(*ulps) != 1 || !std::isfinite(exact)) return "";
  const double middle = (formats::to_double(format, m.want) + formats::to_double(format, m.got)) / 2;
  const std::string value = fmt::format("; the exact value is {}", exact);
  if (exact == middle) return value + ", half way between them";
  return double(float(exact)) == middle ? value + ", in f32 half way between them" : value;
}

std::string element_name(const operators::Output& output, std::int64_t row, std::int64_t column) {
  return fmt::format("{}[{}, {}]", upper(output.name), row, column);
}

std::string describe_mismatch(const std::vector<operators::Output>& outputs,
                              const std::vector<operators::Tiling>& tilings, const Mismatch& m,
                              const Compared& compared) {
  const operators::Output& output = outputs[m.output];
  const operators::OutputRow& row = output.rows[m.row];
  const int digits = 2 + output.format->bits / 4;
  return fmt::format("{} group {}{}: {} {:#0{}x} {:g}, {} {:#0{}x} {:g}{}",
                     element_name(output, row.row, m.column), row.group,
                     tile(tilings[m.output], row, m.column), compared.want, m.want, digits,
                     formats::to_double(*output.format, m.want), compared.got, m.got, digits,
                     formats::to_double(*output.format, m.got), distance_text(*output.format, m));
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
