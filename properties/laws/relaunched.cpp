// Padding elsewhere, another grid, other tiles and hints, where the declared order is the same: same bits.
#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

verdict::LawResult check_relaunched(Experiment& e) {
  if (auto none = without_follow_ups(e, "relaunched")) return *none;
  constexpr std::string_view kSentence = "padding elsewhere, or another tile, grid or hint, changed D";
  constexpr std::uint64_t kTries = 8;  // the kernel may refuse what is drawn
  verdict::LawResult result;
  for (std::uint64_t i = 0; i < kTries; ++i) {
    problems::Relation relation = unchanged(e);
    cases::Draw draw(drawn(e, i, std::uint64_t{1} << 32));
    problems::operator_of(e.kernel()).relaunch(draw, relation.the_case);
    auto follow_up = e.instance().follow(relation);
    if (follow_up) return check_follow_up(e, "relaunched", kSentence, relation, std::move(*follow_up));
    result = {"relaunched", verdict::Verdict::not_applicable, follow_up.error()};
  }
  return result;
}

}  // namespace lockstep::laws
