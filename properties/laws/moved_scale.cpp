// A power of two moved from the scales of A to those of B changes nothing. Bitwise where nothing is near
// under- or overflow: every product has the value it had.
#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

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
