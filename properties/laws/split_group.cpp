// A group cut in two, both with its plane of B, and an empty one between groups change no row. Bitwise: no
// declared order asks how many groups there are. Where groups cut k, only the empty one is added.
#include <algorithm>

#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

namespace {

using problems::Relation;

void split_the_largest(const Experiment& e, std::vector<Relation::Group>& groups) {
  const auto largest = std::max_element(groups.begin(), groups.end(), [](const auto& a, const auto& b) {
    return a.rows.size() < b.rows.size();
  });
  if (largest == groups.end() || largest->rows.size() < 2) return;
  const auto cut = std::ptrdiff_t(1 + drawn(e, 1, largest->rows.size() - 1));
  Relation::Group second{largest->source, {largest->rows.begin() + cut, largest->rows.end()}};
  largest->rows.resize(std::size_t(cut));
  groups.insert(largest + 1, std::move(second));
}

}  // namespace

verdict::LawResult check_split_group(Experiment& e) {
  if (auto none = without_follow_ups(e, "split_group")) return *none;
  const problems::Symmetries symmetries = e.instance().symmetries();
  Relation relation = unchanged(e);
  Relation::Group empty{Relation::kNone};
  if (symmetries.groups_cut_rows) {
    split_the_largest(e, relation.groups);
  } else if (!symmetries.group_rows.empty()) {
    empty.rows = relation.groups[0].rows;  // it has rows of D, and no k
  }
  const auto at = std::ptrdiff_t(drawn(e, 2, relation.groups.size() + 1));
  relation.groups.insert(relation.groups.begin() + at, std::move(empty));
  if (!symmetries.groups_cut_rows) relation.the_case.m.insert(relation.the_case.m.begin() + at, 0);
  set_rows(e, relation);
  return check_relation(e, "split_group", "a group cut in two, or an empty one more, changed D", relation);
}

}  // namespace lockstep::laws
