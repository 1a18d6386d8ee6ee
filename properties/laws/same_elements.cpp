// Laws that leave every row, column and group where it is: the same problem launched otherwise, placed
// elsewhere, cut in two launches, or with a longer k.
#include <numeric>

#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

// Padding elsewhere, another grid, other tiles and hints, where the declared order is the same: same bits.
verdict::LawResult check_relaunched(Experiment& e) {
  if (auto none = without_follow_ups(e, "relaunched")) return *none;
  constexpr std::string_view kSentence = "padding elsewhere, or another tile, grid or hint, changed D";
  constexpr std::uint64_t kTries = 8;  // the kernel may refuse what is drawn
  verdict::LawResult result;
  for (std::uint64_t i = 0; i < kTries; ++i) {
    problems::Relation relation = unchanged(e);
    cases::Draw draw(drawn(e, i, std::uint64_t{1} << 32));
    problems::operator_of(e.kernel()).relaunch(draw, relation.the_case);
    auto follow_up = e.instance().follow(relation);
    if (follow_up) {
      result = check_follow_up(e, "relaunched", kSentence, relation, std::move(*follow_up));
      if (result.verdict == verdict::Verdict::falsified)
        result.reason += ", launched as " + cases::print(relation.the_case);
      return result;
    }
    result = {"relaunched", verdict::Verdict::not_applicable, follow_up.error()};
  }
  return result;
}

// Tensors at other addresses, across a multiple of 2^31 or of 2^32 or away from them: same bits.
verdict::LawResult check_shifted_base(Experiment& e) {
  if (auto stopped = unfinished("shifted_base", e.first_run())) return *stopped;
  verdict::LawResult none{"shifted_base", verdict::Verdict::not_applicable};
  if (!e.instance().deterministic()) {
    none.reason = "the order of arrival may show in the output";
    return none;
  }
  using cases::BasePlacement;
  problems::Relation relation{e.the_case(), {}};
  const BasePlacement far = drawn(e, 1, 2) == 0 ? BasePlacement::straddle_2g : BasePlacement::straddle_4g;
  relation.the_case.place = e.the_case().place == BasePlacement::aligned ? far : BasePlacement::aligned;
  auto instance = problems::instantiate(relation.the_case, e.kernel());
  if (!instance) {
    none.reason = instance.error();
    return none;
  }
  problems::FollowUp follow_up{std::move(*instance), {}};
  for (const operators::Output& output : e.instance().outputs()) {
    follow_up.source.emplace_back(output.elements());
    std::iota(follow_up.source.back().begin(), follow_up.source.back().end(), 0);
  }
  return check_follow_up(e, "shifted_base", "tensors at other addresses changed D", relation,
                         std::move(follow_up));
}

// D of [A1; A2] is [D1; D2]: the first rows of every group in one launch, and the others in another. Bitwise:
// an element's sum is its own.
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

// k made longer by zeros leaves the value as it is, and the bits where the order says so: the zeros come
// last, and a sum that takes them in loses nothing. Not where k is split, since each part would be another.
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
