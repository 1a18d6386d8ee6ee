// D of [A1; A2] is [D1; D2]: the first rows of every group in one launch, and the others in another. Bitwise:
// an element's sum is its own.
#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

verdict::LawResult check_stacked(Experiment& e) {
  if (auto none = without_follow_ups(e, "stacked")) return *none;
  if (!e.instance().symmetries().groups_cut_rows)
    return {"stacked", verdict::Verdict::not_applicable, "groups cut k, not rows"};
  verdict::LawResult result;
  for (const bool second : {false, true}) {
    problems::Relation relation = unchanged(e);
    for (std::size_t g = 0; g < relation.groups.size(); ++g) {
      std::vector<std::int64_t>& rows = relation.groups[g].rows;
      const auto cut = rows.begin() + std::ptrdiff_t(drawn(e, g, rows.size() + 1));
      rows = second ? std::vector(cut, rows.end()) : std::vector(rows.begin(), cut);
    }
    set_rows(e, relation);
    result = check_relation(e, "stacked", "D of A cut in two is not D cut in two", relation);
    if (result.verdict != verdict::Verdict::holds) return result;
  }
  return result;
}

}  // namespace lockstep::laws
