// Tensors at other addresses, across a multiple of 2^31 or of 2^32 or away from them: same bits.
#include <numeric>

#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

verdict::LawResult check_shifted_base(Experiment& e) {
  if (auto stopped = unfinished("shifted_base", e.first_run())) return *stopped;
  verdict::LawResult none{"shifted_base", verdict::Verdict::not_applicable};
  if (!e.instance().deterministic()) {
    none.reason = "the order of arrival may show in the output";
    return none;
  }
  using cases::BasePlacement;
  problems::Relation relation{e.the_case(), {}};
  const BasePlacement far = drawn(e, 1, 2) == 0 ? BasePlacement::straddle_2g : BasePlacement::straddle_4g;
  relation.the_case.place = e.the_case().place == BasePlacement::aligned ? far : BasePlacement::aligned;
  auto instance = problems::instantiate(relation.the_case, e.kernel());
  if (!instance) {
    none.reason = instance.error();
    return none;
  }
  problems::FollowUp follow_up{std::move(*instance), {}};
  for (const operators::Output& output : e.instance().outputs()) {
    follow_up.source.emplace_back(output.elements());
    std::iota(follow_up.source.back().begin(), follow_up.source.back().end(), 0);
  }
  return check_follow_up(e, "shifted_base", "tensors at other addresses changed D", relation,
                         std::move(follow_up));
}

}  // namespace lockstep::laws
