// The follow-up problems of a grouped GEMM.
#include "properties/problems/grouped_gemm/data.hpp"

namespace lockstep::problems {

using operators::ActiveRow;
using operators::GroupedGemm;
using operators::GroupedGemmData;
using operators::kScaleBlock;

std::vector<std::int64_t> group_rows(const GroupedGemm& p, const GroupedGemmData& d) {
  return count_rows(d.rows, &ActiveRow::group, p.groups);
}

tl::expected<GroupedGemmFollowUp, std::string> follow_up(const GroupedGemm& p, const GroupedGemmData& from,
                                                         const GroupedGemm& problem,
                                                         const Relation& relation) {
  GroupedGemmData d;
  d.rows = operators::active_rows(problem);
  const std::vector<std::int32_t> groups = groups_of(d.rows, &ActiveRow::group);
  auto rows = source_rows(groups_of(from.rows, &ActiveRow::group), groups, relation);
  if (!rows) return tl::unexpected(rows.error());
  const std::vector<std::uint8_t> zero{0}, unit = unit_scale(*p.scale);
  const std::int64_t scales = p.k_blocks() * p.scale_bytes(),
                     new_scales = problem.k_blocks() * p.scale_bytes();
  d.a = picked_rows(from.a, p.k, *rows, problem.k, zero);
  d.a_scale = picked_rows(from.a_scale, scales, *rows, new_scales, unit);
  const std::vector<std::size_t> planes =
      take_planes(groups, from.plane_of_group, relation, d.plane_of_group);
  d.b = picked_rows(from.b, p.k, rows_of_planes(planes, p.n, relation.columns, 1), problem.k, zero);
  d.b_scale =
      picked_rows(from.b_scale, scales,
                  rows_of_planes(planes, p.n / kScaleBlock, relation.columns, kScaleBlock), new_scales, unit);
  if (relation.negated) negate(*p.element, d.a);
  change_k(relation, problem.k, d.a);
  if (auto ok = multiply_scales(relation, *p.scale, d.a_scale, d.b_scale); !ok)
    return tl::unexpected(ok.error());
  return GroupedGemmFollowUp{std::move(d), std::move(*rows)};
}

}  // namespace lockstep::problems
