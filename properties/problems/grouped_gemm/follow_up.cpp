// The follow-up problems of a grouped GEMM.
#include "properties/problems/grouped_gemm/data.hpp"

namespace lockstep::problems {

namespace {

using operators::GroupedGemm;
using operators::GroupedGemmData;
using operators::kScaleBlock;

std::vector<std::int32_t> groups_of(const std::vector<operators::ActiveRow>& rows) {
  std::vector<std::int32_t> groups;
  for (const operators::ActiveRow& row : rows) groups.push_back(row.group);
  return groups;
}

// Numbers the planes in the order in which their groups first have rows, and says where each comes from.
std::vector<std::size_t> take_planes(const GroupedGemmData& from, const Relation& relation,
                                     GroupedGemmData& d) {
  d.plane_of_group.assign(relation.groups.size(), -1);
  std::vector<std::size_t> source;
  for (const operators::ActiveRow& row : d.rows) {
    const auto group = std::size_t(row.group);
    if (d.plane_of_group[group] >= 0) continue;
    d.plane_of_group[group] = int(source.size());
    source.push_back(std::size_t(from.plane_of_group[std::size_t(relation.groups[group].source)]));
  }
  return source;
}

}  // namespace

std::vector<std::int64_t> group_rows(const GroupedGemm& p, const GroupedGemmData& d) {
  std::vector<std::int64_t> rows(std::size_t(p.groups), 0);
  for (const operators::ActiveRow& row : d.rows) ++rows[std::size_t(row.group)];
  return rows;
}

tl::expected<GroupedGemmFollowUp, std::string> follow_up(const GroupedGemm& p, const GroupedGemmData& from,
                                                         const GroupedGemm& problem,
                                                         const Relation& relation) {
  GroupedGemmData d;
  d.rows = operators::active_rows(problem);
  auto rows = source_rows(groups_of(from.rows), groups_of(d.rows), relation);
  if (!rows) return tl::unexpected(rows.error());
  const std::vector<std::uint8_t> zero{0}, unit = unit_scale(*p.scale);
  const std::int64_t scales = p.k_blocks() * p.scale_bytes(),
                     new_scales = problem.k_blocks() * p.scale_bytes();
  d.a = picked_rows(from.a, p.k, *rows, problem.k, zero);
  d.a_scale = picked_rows(from.a_scale, scales, *rows, new_scales, unit);
  const std::vector<std::size_t> planes = take_planes(from, relation, d);
  d.b = picked_rows(from.b, p.k, rows_of_planes(planes, p.n, relation.columns, 1), problem.k, zero);
  d.b_scale =
      picked_rows(from.b_scale, scales,
                  rows_of_planes(planes, p.n / kScaleBlock, relation.columns, kScaleBlock), new_scales, unit);
  if (relation.negated) negate(*p.element, d.a);
  change_k(relation, problem.k, d.a);
  if (relation.scales()) {
    if (auto ok = multiply_scales(*p.scale, relation.the_case.scales, relation.a_exponent, d.a_scale); !ok)
      return tl::unexpected(ok.error());
    if (auto ok = multiply_scales(*p.scale, relation.the_case.scales, relation.b_exponent, d.b_scale); !ok)
      return tl::unexpected(ok.error());
  }
  return GroupedGemmFollowUp{std::move(d), std::move(*rows)};
}

}  // namespace lockstep::problems
