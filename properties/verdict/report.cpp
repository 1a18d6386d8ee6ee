#include "report.hpp"

#include <fmt/format.h>

namespace lockstep::verdict {

std::string describe_mismatch(const operators::GroupedGemm& p, const std::vector<operators::ActiveRow>& rows,
                              const Mismatch& m) {
  const operators::ActiveRow& row = rows[m.active_row];
  const std::int64_t in_group = p.grouping == operators::Grouping::masked ? row.row % p.m : row.row;
  return fmt::format("D[{}, {}] group {} tile ({},{}): want {:#06x} {:g}, got {:#06x} {:g}", row.row,
                     m.column, row.group, in_group / 128, m.column / 128, m.want,
                     formats::to_double(*p.out, m.want), m.got, formats::to_double(*p.out, m.got));
}

std::string text(const FailureReport& r) {
  return fmt::format(
      "FALSIFIED  {} / {}   {}   {}   model {}\n"
      "  smallest   {}\n"
      "  first diff {}\n"
      "  pattern    {}\n"
      "  again      {}\n",
      r.smallest.kernel, r.result.law, r.smallest.arch, r.progress, r.model_label, cases::print(r.smallest),
      r.first_difference, r.pattern, r.again);
}

}  // namespace lockstep::verdict
