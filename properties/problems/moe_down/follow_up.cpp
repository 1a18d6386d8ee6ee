// The follow-up problems of one product of a mixture of experts.
#include <algorithm>

#include "properties/problems/moe_down/data.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::problems {

namespace {

using operators::MoeDown;
using operators::MoeDownData;
using operators::MoeRow;

// Tokens are the source's: each row keeps its own, and padding has none of them.
void take_ids(const MoeDown& p, const MoeDownData& from, const std::vector<MoeRow>& rows,
              const std::vector<std::size_t>& source, MoeDown& problem) {
  problem.tokens = p.tokens;
  const bool beyond =
      std::find(problem.sorted_ids.begin(), problem.sorted_ids.end(), -1) != problem.sorted_ids.end();
  std::vector<std::int32_t> ids(problem.sorted_ids.size(), beyond ? -1 : std::int32_t(p.tokens));
  for (std::size_t i = 0; i < rows.size(); ++i)
    ids[std::size_t(rows[i].row)] = p.sorted_ids[std::size_t(from.rows[source[i]].row)];
  problem.sorted_ids = std::move(ids);
}

// Columns of B: those of D, and behind a gate's as many of the up projection.
std::vector<std::int64_t> columns_of_b(const MoeDown& p, const Relation& relation) {
  std::vector<std::int64_t> columns = relation.columns;
  if (p.is_gated() && !columns.empty())
    for (const std::int64_t column : relation.columns) columns.push_back(p.n / 2 + column);
  return columns;
}

}  // namespace

std::vector<std::int64_t> group_rows(const MoeDown& p, const MoeDownData& d) {
  return count_rows(d.rows, &MoeRow::expert, p.experts);
}

tl::expected<MoeDownFollowUp, std::string> follow_up(const MoeDown& p, const MoeDownData& from,
                                                     MoeDown problem, const Relation& relation) {
  const std::vector<std::int32_t> experts = groups_of(operators::active_rows(problem), &MoeRow::expert);
  auto rows = source_rows(groups_of(from.rows, &MoeRow::expert), experts, relation);
  if (!rows) return tl::unexpected(rows.error());
  take_ids(p, from, operators::active_rows(problem), *rows, problem);
  MoeDownFollowUp next{std::move(problem), {}, std::move(*rows)};
  MoeDownData& d = next.operands;
  d.rows = operators::active_rows(next.problem);
  const std::vector<std::uint8_t> zero{0}, unit = unit_scale(formats::float8_e8m0fnu);
  const std::int64_t k = next.problem.k, blocks = next.problem.k_blocks();
  d.a = picked_rows(from.a, p.k, next.rows, k, zero);
  d.a_scale = picked_rows(from.a_scale, p.k_blocks(), next.rows, blocks, unit);
  const auto columns = rows_of_planes(take_planes(experts, from.plane_of_expert, relation, d.plane_of_expert),
                                      p.n, columns_of_b(p, relation), 1);
  d.b = picked_rows(from.b, p.k, columns, k, zero);
  d.b_scale = picked_rows(from.b_scale, p.k_blocks(), columns, blocks, unit);
  for (const std::size_t row : next.rows) d.weight.push_back(from.weight[row]);
  if (relation.negated) negate(*next.problem.a, d.a);
  change_k(relation, k, d.a);
  if (auto ok = multiply_scales(relation, formats::float8_e8m0fnu, d.a_scale, d.b_scale, d.weight); !ok)
    return tl::unexpected(ok.error());
  return next;
}

}  // namespace lockstep::problems
