// A row alone gives what it gives in company; where groups cut k, a group alone does. Bitwise: an element's
// sum is its own.
#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

namespace {

using problems::Relation;

void keep_one_row(const Experiment& e, Relation& relation) {
  std::uint64_t rows = 0;
  for (const Relation::Group& group : relation.groups) rows += group.rows.size();
  if (rows == 0) return;
  std::uint64_t row = drawn(e, 1, rows);
  for (Relation::Group& group : relation.groups) {
    const std::uint64_t here = group.rows.size();
    group.rows = row < here ? std::vector{group.rows[row]} : std::vector<std::int64_t>{};
    row = row < here ? rows : row - here;  // past all others
  }
  set_rows(e, relation);
}

void keep_one_group(const Experiment& e, Relation& relation) {
  if (relation.groups.empty()) return;
  const std::uint64_t kept = drawn(e, 1, relation.groups.size());
  for (std::size_t g = 0; g < relation.groups.size(); ++g) {
    if (g == kept) continue;
    relation.groups[g].source = Relation::kNone;
    relation.the_case.m[g] = 0;
  }
}

}  // namespace

verdict::LawResult check_alone(Experiment& e) {
  if (auto none = without_follow_ups(e, "alone")) return *none;
  Relation relation = unchanged(e);
  if (e.instance().symmetries().groups_cut_rows) {
    keep_one_row(e, relation);
  } else {
    keep_one_group(e, relation);
  }
  return check_relation(e, "alone", "what a row or a group gives alone is not what it gives in company",
                        relation);
}

}  // namespace lockstep::laws
