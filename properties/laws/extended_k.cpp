// k made longer by zeros leaves the value as it is, and the bits where the order says so: the zeros come
// last, and a sum that takes them in loses nothing. Not where k is split, since each part would be another.
#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

verdict::LawResult check_extended_k(Experiment& e) {
  if (auto none = without_follow_ups(e, "extended_k")) return *none;
  const problems::Symmetries symmetries = e.instance().symmetries();
  if (symmetries.k_step == 0)
    return {"extended_k", verdict::Verdict::not_applicable, "k is split: a longer one is split elsewhere"};
  constexpr std::uint64_t kMost = 3;
  problems::Relation relation = unchanged(e);
  relation.longer_k = true;
  const std::int64_t more = symmetries.k_step * std::int64_t(1 + drawn(e, 1, kMost));
  if (symmetries.groups_cut_rows) {
    relation.the_case.k += more;
  } else {
    for (std::int32_t& k : relation.the_case.m)
      if (k > 0) k += std::int32_t(more);
  }
  return check_relation(e, "extended_k", "k made longer by zeros changed D", relation);
}

}  // namespace lockstep::laws
