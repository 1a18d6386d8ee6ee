// The follow-up problems of a product of a few rows.
#include "properties/problems/small_m/data.hpp"
#include "properties/problems/small_m/problem.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::problems {

namespace {

using operators::SmallM;
using operators::SmallMData;
using operators::SmallMRow;

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
  return count_rows(d.rows, &SmallMRow::expert, p.experts());
}

tl::expected<SmallMFollowUp, std::string> follow_up(const SmallM& p, const SmallMData& from, SmallM problem,
                                                    const Relation& relation) {
  SmallMFollowUp next{std::move(problem), {}, {}};
  SmallMData& d = next.data.operands;
  d.rows = operators::rows_taking_part(next.problem);
  auto rows =
      source_rows(groups_of(from.rows, &SmallMRow::expert), groups_of(d.rows, &SmallMRow::expert), relation);
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
  if (auto ok = multiply_scales(relation, formats::float8_e8m0fnu, d.a_scale, d.b_scale, d.weight); !ok)
    return tl::unexpected(ok.error());
  return next;
}

}  // namespace lockstep::problems
