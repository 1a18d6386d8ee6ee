// The follow-up problems of a product of a few rows.
#include "properties/problems/small_m/data.hpp"
#include "properties/problems/small_m/problem.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::problems {

namespace {

using operators::SmallM;
using operators::SmallMData;

std::vector<std::int32_t> experts_of(const std::vector<operators::SmallMRow>& rows) {
  std::vector<std::int32_t> experts;
  for (const operators::SmallMRow& row : rows) experts.push_back(row.expert);
  return experts;
}

tl::expected<void, std::string> scale(const Relation& relation, SmallMData& d) {
  for (const auto& [exponent, scales] :
       {std::pair(relation.a_exponent, &d.a_scale), {relation.b_exponent, &d.b_scale}})
    if (auto ok = multiply_scales(formats::float8_e8m0fnu, relation.the_case.scales, exponent, *scales); !ok)
      return ok;
  return check_weights(d.weight);
}

// Planes ascend with their experts.
std::vector<std::size_t> take_planes(const SmallMData& from, const Relation& relation, SmallMCaseData& data) {
  SmallMData& d = data.operands;
  std::vector<std::size_t> source;
  d.plane_of_expert.assign(relation.groups.size(), -1);
  for (std::size_t e = 0; e < relation.groups.size(); ++e) {
    if (relation.groups[e].rows.empty()) continue;
    d.plane_of_expert[e] = int(source.size());
    data.experts.push_back(std::int32_t(e));
    source.push_back(std::size_t(from.plane_of_expert[std::size_t(relation.groups[e].source)]));
  }
  return source;
}

}  // namespace

cases::Case follow_up_case(const Relation& relation) {
  cases::Case c = relation.the_case;
  c.options.erase(small_m::kADiv);
  if (c.options[small_m::kNumPost] != small_m::NumPost::past) c.options.erase(small_m::kNumPost);
  return c;
}

std::vector<std::int64_t> group_rows(const SmallM& p, const SmallMData& d) {
  std::vector<std::int64_t> rows(std::size_t(p.experts()), 0);
  for (const operators::SmallMRow& row : d.rows) ++rows[std::size_t(row.expert)];
  return rows;
}

tl::expected<SmallMFollowUp, std::string> follow_up(const SmallM& p, const SmallMData& from, SmallM problem,
                                                    const Relation& relation) {
  SmallMFollowUp next{std::move(problem), {}, {}};
  SmallMData& d = next.data.operands;
  d.rows = operators::rows_taking_part(next.problem);
  auto rows = source_rows(experts_of(from.rows), experts_of(d.rows), relation);
  if (!rows) return tl::unexpected(rows.error());
  next.rows = std::move(*rows);
  const std::vector<std::uint8_t> zero{0}, unit = unit_scale(formats::float8_e8m0fnu);
  const std::int64_t k = next.problem.k, blocks = next.problem.k_blocks();
  d.a = picked_rows(from.a, p.k, next.rows, k, zero);
  d.a_scale = picked_rows(from.a_scale, p.k_blocks(), next.rows, blocks, unit);
  const auto columns = rows_of_planes(take_planes(from, relation, next.data), p.n, relation.columns, 1);
  d.b = picked_rows(from.b, p.k, columns, k, zero);
  d.b_scale = picked_rows(from.b_scale, p.k_blocks(), columns, blocks, unit);
  for (std::size_t i = 0; i < next.rows.size(); ++i) {
    d.weight.push_back(from.weight[next.rows[i]]);
    if (next.problem.sorted && next.problem.sorted->weighted)
      next.problem.sorted->weights[std::size_t(d.rows[i].row)] = d.weight.back();
  }
  if (relation.negated) negate(formats::float8_e4m3fn, d.a);
  change_k(relation, k, d.a);
  if (relation.scales())
    if (auto ok = scale(relation, d); !ok) return tl::unexpected(ok.error());
  return next;
}

}  // namespace lockstep::problems
