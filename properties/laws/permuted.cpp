// Laws of a problem whose rows, columns or groups are in another order.
#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

// Rows of a group in another order give rows of D in that order. Bitwise: no declared order asks which row an
// element is in.
verdict::LawResult check_permuted_rows(Experiment& e) {
  if (auto none = without_follow_ups(e, "permuted_rows")) return *none;
  problems::Relation relation = unchanged(e);
  for (problems::Relation::Group& group : relation.groups)
    group.rows = shuffled(e, std::uint64_t(group.source), std::int64_t(group.rows.size()));
  return check_relation(e, "permuted_rows", "D did not follow its rows, in another order within their groups",
                        relation);
}

// Columns of B in another order give columns of D in that order. Bitwise: no declared order asks which column
// an element is in. Columns that share a scale, of B or of D, stay together, in another order among
// themselves.
verdict::LawResult check_permuted_columns(Experiment& e) {
  if (auto none = without_follow_ups(e, "permuted_columns")) return *none;
  const problems::Symmetries symmetries = e.instance().symmetries();
  const std::int64_t block = symmetries.column_block;
  problems::Relation relation = unchanged(e);
  for (const std::int64_t first : shuffled(e, 1, symmetries.columns / block))
    for (const std::int64_t inside : shuffled(e, 2 + std::uint64_t(first), block))
      relation.columns.push_back(first * block + inside);
  return check_relation(e, "permuted_columns", "D did not follow the columns of B, in another order",
                        relation);
}

// Groups in another order give the same rows, elsewhere. Bitwise: no declared order asks which group an
// element is in.
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
