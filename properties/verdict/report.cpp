#include "properties/verdict/report.hpp"

#include <fmt/format.h>

namespace lockstep::verdict {

namespace {

std::string upper(std::string_view name) {
  std::string text(name);
  for (char& c : text) c = c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c;
  return text;
}

}  // namespace

std::string describe_mismatch(const std::vector<operators::Output>& outputs, const Mismatch& m) {
  const operators::Output& output = outputs[m.output];
  const operators::OutputRow& row = output.rows[m.row];
  const int digits = 2 + output.format->bits / 4;
  return fmt::format("{}[{}, {}] group {} tile ({},{}): want {:#0{}x} {:g}, got {:#0{}x} {:g}",
                     upper(output.name), row.row, m.column, row.group, row.in_group / 128, m.column / 128,
                     m.want, digits, formats::to_double(*output.format, m.want), m.got, digits,
                     formats::to_double(*output.format, m.got));
}

std::string text(const FailureReport& r) {
  return fmt::format(
      "FALSIFIED  {} / {}   {}   {}   model {}\n"
      "  smallest   {}\n"
      "  first diff {}\n"
      "  pattern    {}\n"
      "{}  again      {}\n",
      r.smallest.kernel, r.result.law, r.smallest.arch, r.progress, r.model_label, cases::print(r.smallest),
      r.first_difference, r.pattern, r.hunted, r.again);
}

}  // namespace lockstep::verdict
