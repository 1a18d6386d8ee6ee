// The follow-up problems of a grouped GEMM whose groups cut k.
#include <algorithm>
#include <cmath>

#include "properties/problems/grouped_gemm_k/data.hpp"

namespace lockstep::problems {

namespace {

using operators::GroupedGemmK;
using operators::GroupedGemmKData;
using operators::kScaleBlock;

void append_bytes(std::vector<std::uint8_t>& to, const std::vector<std::uint8_t>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// Takes rows of one group's operand, and of its scales, to the end of another problem's.
struct OperandRows {
  const GroupedGemmK& p;
  const std::vector<std::uint8_t>&codes, &scales;
  std::int64_t width;

  void take(std::int64_t start, std::int64_t k, const std::vector<std::int64_t>& rows, std::int64_t new_k,
            std::vector<std::uint8_t>& to, std::vector<std::uint8_t>& to_scales) const {
    const std::vector<std::size_t> picked(rows.begin(), rows.end());
    const std::int64_t bytes = p.scale_bytes(), block = kScaleBlock;
    append_bytes(to, picked_rows(std::span(codes).subspan(std::size_t(start * width)), k, picked, new_k,
                                 std::vector<std::uint8_t>{0}));
    append_bytes(to_scales,
                 picked_rows(std::span(scales).subspan(std::size_t(start / block * width * bytes)),
                             k / block * bytes, picked, new_k / block * bytes, unit_scale(*p.scale)));
  }
};

class AddendRows {
 public:
  AddendRows(const GroupedGemmK& p, const GroupedGemmKData& d, const Relation& relation)
      : p_(p), d_(d), relation_(relation), written_(operators::written_groups(p)) {}

  /// The first row of D of a group that is written, or kNone.
  std::int64_t first_row(std::int32_t group) const {
    const auto at = std::lower_bound(written_.begin(), written_.end(), group);
    if (at == written_.end() || *at != group) return FollowUp::kNone;
    return (at - written_.begin()) * p_.m;
  }

  void take(std::int64_t row, const std::vector<std::int64_t>& columns, std::vector<float>& to) const {
    const int exponent = relation_.a_exponent + relation_.b_exponent;
    for (const std::int64_t column : columns) {
      const float c = row < 0 ? 0 : std::ldexp(d_.c[std::size_t(row * p_.n + column)], exponent);
      to.push_back(relation_.negated ? -c : c);
    }
  }

 private:
  const GroupedGemmK& p_;
  const GroupedGemmKData& d_;
  const Relation& relation_;
  std::vector<std::int64_t> written_;
};

}  // namespace

tl::expected<GroupedGemmKFollowUp, std::string> follow_up(const GroupedGemmK& p, const GroupedGemmKData& from,
                                                          const GroupedGemmK& problem,
                                                          const Relation& relation) {
  GroupedGemmKFollowUp next;
  GroupedGemmKData& d = next.operands;
  const std::vector<std::int64_t> starts = operators::k_starts(p);
  const OperandRows a{p, from.a, from.a_scale, p.m}, b{p, from.b, from.b_scale, p.n};
  const AddendRows addend(p, from, relation);
  std::vector<std::int64_t> columns = relation.columns;
  for (std::int64_t c = std::int64_t(columns.size()); c < p.n; ++c) columns.push_back(c);
  for (std::size_t g = 0; g < relation.groups.size(); ++g) {
    const Relation::Group& group = relation.groups[g];
    if (std::int64_t(group.rows.size()) != problem.m)
      return tl::unexpected<std::string>("the follow-up has other rows");
    if (group.source == Relation::kNone) continue;
    const std::int64_t start = starts[std::size_t(group.source)], k = p.ks[std::size_t(group.source)];
    const std::size_t before = d.a.size();
    a.take(start, k, group.rows, problem.ks[g], d.a, d.a_scale);
    change_k(relation, problem.ks[g], std::span(d.a).subspan(before));
    b.take(start, k, columns, problem.ks[g], d.b, d.b_scale);
  }
  for (const std::int64_t g : operators::written_groups(problem)) {
    const Relation::Group& group = relation.groups[std::size_t(g)];
    const std::int64_t first =
        group.source == Relation::kNone ? FollowUp::kNone : addend.first_row(group.source);
    for (const std::int64_t row : group.rows) {
      next.rows.push_back(first < 0 ? FollowUp::kNone : first + row);
      if (p.addend != operators::Addend::none) addend.take(next.rows.back(), columns, d.c);
    }
  }
  if (relation.negated) negate(*p.element, d.a);
  if (auto ok = multiply_scales(relation, *p.scale, d.a_scale, d.b_scale); !ok)
    return tl::unexpected(ok.error());
  return next;
}

}  // namespace lockstep::problems
