// Groups in another order give the same rows, elsewhere. Bitwise: no declared order asks which group an
// element is in.
#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

verdict::LawResult check_permuted_groups(Experiment& e) {
  if (auto none = without_follow_ups(e, "permuted_groups")) return *none;
  const problems::Relation as_is = unchanged(e);
  problems::Relation relation = as_is;
  const std::vector<std::int64_t> order = shuffled(e, 1, std::int64_t(as_is.groups.size()));
  for (std::size_t g = 0; g < order.size(); ++g) {
    relation.groups[g] = as_is.groups[std::size_t(order[g])];
    relation.the_case.m[g] = as_is.the_case.m[std::size_t(order[g])];
  }
  return check_relation(e, "permuted_groups", "D did not follow its groups, in another order", relation);
}

}  // namespace lockstep::laws
