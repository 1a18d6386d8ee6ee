#include "properties/verdict/report.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "properties/verdict/verdict.hpp"

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
