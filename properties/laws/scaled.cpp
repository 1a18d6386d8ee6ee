// Laws of a problem times a factor, or with a factor moved from one operand to the other.
#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

// Scales of A that are twice as large give D twice as large. Bitwise where nothing is near under- or
// overflow: a power of two moves exponents and no significand, and sums are cut and rounded by exponents
// relative to each other.
verdict::LawResult check_doubled(Experiment& e) {
  if (auto none = without_follow_ups(e, "doubled")) return *none;
  if (!e.instance().symmetries().linear)
    return {"doubled", verdict::Verdict::not_applicable, "D is not linear in A"};
  problems::Relation relation = unchanged(e);
  relation.a_exponent = 1;
  return check_relation(e, "doubled", "with scales of A twice as large D is not twice as large", relation);
}

// -A gives -D, but for the signs of zeros. Bitwise on the exact grid, and elsewhere under models that treat
// both signs
// alike: rounding to nearest and cutting toward zero do, floors do not.
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

// A power of two moved from the scales of A to those of B changes nothing. Bitwise where nothing is near
// under- or overflow: every product has the value it had.
verdict::LawResult check_moved_scale(Experiment& e) {
  if (auto none = without_follow_ups(e, "moved_scale")) return *none;
  constexpr std::uint64_t kFurthest = 4;
  problems::Relation relation = unchanged(e);
  const int exponent = 1 + int(drawn(e, 1, kFurthest));
  relation.a_exponent = drawn(e, 2, 2) == 0 ? exponent : -exponent;
  relation.b_exponent = -relation.a_exponent;
  return check_relation(e, "moved_scale", "a power of two moved from A's scales to B's changed D", relation);
}

}  // namespace lockstep::laws
