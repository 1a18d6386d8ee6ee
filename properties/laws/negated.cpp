// -A gives -D, but for the signs of zeros. Bitwise on the exact grid, and elsewhere under models that treat
// both signs
// alike: rounding to nearest and cutting toward zero do, floors do not.
#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

verdict::LawResult check_negated(Experiment& e) {
  if (auto none = without_follow_ups(e, "negated")) return *none;
  verdict::LawResult result{"negated", verdict::Verdict::not_applicable};
  if (!e.instance().symmetries().linear) {
    result.reason = "D is not linear in A";
  } else if (!matrix::treats_signs_alike(e.model().facts) && !e.instance().on_exact_grid()) {
    result.reason = "the model floors, so that -A does not give -D";
  } else {
    problems::Relation relation = unchanged(e);
    relation.negated = true;
    return check_relation(e, "negated", "-A did not give -D", relation);
  }
  return result;
}

}  // namespace lockstep::laws
