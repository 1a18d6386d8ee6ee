// Scales of A that are twice as large give D twice as large. Bitwise where nothing is near under- or
// overflow: a power of two moves exponents and no significand, and sums are cut and rounded by exponents
// relative to each other.
#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

verdict::LawResult check_doubled(Experiment& e) {
  if (auto none = without_follow_ups(e, "doubled")) return *none;
  if (!e.instance().symmetries().linear)
    return {"doubled", verdict::Verdict::not_applicable, "D is not linear in A"};
  problems::Relation relation = unchanged(e);
  relation.a_exponent = 1;
  return check_relation(e, "doubled", "with scales of A twice as large D is not twice as large", relation);
}

}  // namespace lockstep::laws
