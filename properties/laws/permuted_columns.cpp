// Columns of B in another order give columns of D in that order. Bitwise: no declared order asks which column
// an element is in. Columns that share a scale, of B or of D, stay together, in another order among
// themselves.
#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

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

}  // namespace lockstep::laws
