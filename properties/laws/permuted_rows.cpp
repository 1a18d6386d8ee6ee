// Rows of a group in another order give rows of D in that order. Bitwise: no declared order asks which row an
// element is in.
#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

verdict::LawResult check_permuted_rows(Experiment& e) {
  if (auto none = without_follow_ups(e, "permuted_rows")) return *none;
  problems::Relation relation = unchanged(e);
  for (problems::Relation::Group& group : relation.groups)
    group.rows = shuffled(e, std::uint64_t(group.source), std::int64_t(group.rows.size()));
  return check_relation(e, "permuted_rows", "D did not follow its rows, in another order within their groups",
                        relation);
}

}  // namespace lockstep::laws
