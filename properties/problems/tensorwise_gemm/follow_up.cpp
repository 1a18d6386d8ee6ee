// The follow-up problems of a tensor-wise GEMM.
#include "properties/problems/tensorwise_gemm/data.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::problems {

namespace {

using operators::GroupProduct;
using operators::TensorwiseData;
using operators::TensorwiseGemm;

/// A group's product in the source.
struct SourceProduct {
  GroupProduct product;
  std::int64_t first;  ///< row of all products
};

std::vector<SourceProduct> sources_of(const TensorwiseGemm& p) {
  std::vector<SourceProduct> of_group(std::size_t(p.groups()));
  std::int64_t first = 0;
  for (const GroupProduct& product : operators::products(p)) {
    of_group[std::size_t(product.group)] = {product, first};
    first += product.rows;
  }
  return of_group;
}

void append_codes(std::vector<std::uint8_t>& to, const std::vector<std::uint8_t>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// Picks rows of [count][depth], each made longer by zeros.
std::vector<std::uint8_t> rows_of(const std::vector<std::uint8_t>& codes, std::size_t start,
                                  std::int64_t depth, const std::vector<std::int64_t>& rows,
                                  std::int64_t new_depth) {
  const std::vector<std::size_t> picked(rows.begin(), rows.end());
  return picked_rows(std::span(codes).subspan(start), depth, picked, new_depth, std::vector<std::uint8_t>{0});
}

void append_previous(const TensorwiseGemm& p, const TensorwiseData& from, const SourceProduct& source,
                     const std::vector<std::int64_t>& rows, const Relation& relation, TensorwiseData& d) {
  for (const std::int64_t row : rows)
    for (std::int64_t c = 0; c < p.n; ++c) {
      const std::int64_t column = relation.columns.empty() ? c : relation.columns[std::size_t(c)];
      d.c.push_back(from.c[source.product.d + std::size_t(row * p.n + column)]);
    }
}

tl::expected<void, std::string> change_values(const TensorwiseGemm& p, const Relation& relation,
                                              TensorwiseData& d) {
  if (p.accumulate && (relation.negated || relation.a_exponent + relation.b_exponent != 0))
    return tl::unexpected<std::string>("the product is added to what D holds");
  if (relation.negated) negate(*p.a, d.a);
  const auto bytes = [](float& scale) {
    return std::span(reinterpret_cast<std::uint8_t*>(&scale), sizeof scale);
  };
  return multiply_scales(relation, formats::float32, bytes(d.a_scale), bytes(d.b_scale));
}

}  // namespace

std::vector<std::int64_t> group_rows(const TensorwiseGemm& p) {
  std::vector<std::int64_t> rows(std::size_t(p.groups()), 0);
  for (const GroupProduct& product : operators::products(p)) rows[std::size_t(product.group)] = product.rows;
  return rows;
}

tl::expected<TensorwiseFollowUp, std::string> follow_up(const TensorwiseGemm& p, const TensorwiseData& from,
                                                        const TensorwiseGemm& problem,
                                                        const Relation& relation) {
  TensorwiseFollowUp next{{{}, {}, {}, from.a_scale, from.b_scale}, {}};
  TensorwiseData& d = next.data;
  const std::vector<SourceProduct> sources = sources_of(p);
  std::vector<std::int64_t> columns = relation.columns;
  for (std::int64_t c = std::int64_t(columns.size()); c < p.n; ++c) columns.push_back(c);
  for (const GroupProduct& product : operators::products(problem)) {
    const Relation::Group& group = relation.groups[std::size_t(product.group)];
    if (std::int64_t(group.rows.size()) != product.rows)
      return tl::unexpected<std::string>("the follow-up has other rows");
    if (group.source == Relation::kNone) {  // without depth
      d.c.resize(d.c.size() + (p.accumulate ? std::size_t(product.rows * p.n) : 0));
      next.rows.insert(next.rows.end(), std::size_t(product.rows), FollowUp::kNone);
      continue;
    }
    const SourceProduct& source = sources[std::size_t(group.source)];
    const std::size_t before = d.a.size();
    append_codes(d.a, rows_of(from.a, source.product.a, source.product.depth, group.rows, product.depth));
    change_k(relation, product.depth, std::span(d.a).subspan(before));
    append_codes(d.b, rows_of(from.b, source.product.b, source.product.depth, columns, product.depth));
    if (p.accumulate) append_previous(p, from, source, group.rows, relation, d);
    for (const std::int64_t row : group.rows) next.rows.push_back(source.first + row);
  }
  if (auto ok = change_values(p, relation, d); !ok) return tl::unexpected(ok.error());
  return next;
}

}  // namespace lockstep::problems
