// How a tensor-wise GEMM lies in memory, and what others may name of it.
#include <algorithm>
#include <functional>
#include <utility>

#include "properties/problems/tensor_layout.hpp"
#include "properties/problems/tensorwise_gemm/data.hpp"

namespace lockstep::problems {

namespace {

using operators::GroupProduct;
using operators::Layout;
using operators::TensorwiseGemm;

/// A part of a tensor that belongs to one product: rows of `columns` bytes, `stride` apart, from byte `start`
/// on.
struct Part {
  std::int64_t start, rows, columns, stride;
  const std::uint8_t* codes;

  std::uint64_t end() const { return std::uint64_t(start + (rows - 1) * stride + columns); }
};

void copy(const Part& part, std::uint64_t offset, Bytes data, Bytes undefined) {
  const std::int64_t window = std::int64_t(offset), window_end = window + std::int64_t(data.size());
  const std::int64_t before = window - part.start - part.columns;
  for (std::int64_t row = before < 0 ? 0 : before / part.stride; row < part.rows; ++row) {
    const std::int64_t start = part.start + row * part.stride;
    if (start >= window_end) break;
    overlay(offset, data, undefined, std::uint64_t(start),
            {part.codes + row * part.columns, std::size_t(part.columns)});
  }
}

/// Fills of parts, of which part_of(product) is ascending but for those of products of nothing.
template <typename PartOf>
machine::Fill fill_parts(const std::vector<GroupProduct>& products, PartOf part_of) {
  std::vector<Part> parts;
  for (const GroupProduct& product : products)
    if (const Part part = part_of(product); part.rows > 0 && part.columns > 0) parts.push_back(part);
  return [parts = std::move(parts)](std::uint64_t offset, Bytes data, Bytes undefined) {
    auto part = std::ranges::lower_bound(parts, offset, std::ranges::less_equal(), &Part::end);
    for (; part != parts.end() && std::uint64_t(part->start) < offset + data.size(); ++part)
      copy(*part, offset, data, undefined);
  };
}

}  // namespace

DeviceOperands::DeviceOperands(const TensorwiseGemm& p, const Computed& c,
                               const operators::TensorwiseData& d) {
  const bool turns_a = p.layout == Layout::tn, turns_b = p.layout != Layout::nt;
  if (turns_a) turned_a_.resize(d.a.size());
  if (turns_b) turned_b_.resize(d.b.size());
  for (const GroupProduct& product : c.products) {
    if (turns_a) turn(product.rows, product.depth, 1, d.a.data() + product.a, turned_a_.data() + product.a);
    if (turns_b) turn(c.problem.n, product.depth, 1, d.b.data() + product.b, turned_b_.data() + product.b);
  }
  a_ = turns_a ? turned_a_.data() : d.a.data();
  b_ = turns_b ? turned_b_.data() : d.b.data();
}

machine::Fill fill_a(const TensorwiseGemm& p, const Computed& c, const DeviceOperands& operands) {
  return fill_parts(c.products, [&p, &c, &operands](const GroupProduct& product) {
    const kernels::TensorwiseTile& at = c.place(product);
    const std::int64_t first = p.group_offs[std::size_t(at.group)];
    const std::uint8_t* codes = operands.a() + product.a;
    if (p.layout == Layout::tn) return Part{first * p.m + at.row, product.depth, product.rows, p.m, codes};
    return Part{(first + at.row) * p.k, product.rows, p.k, p.k, codes};
  });
}

machine::Fill fill_b(const TensorwiseGemm& p, const Computed& c, const DeviceOperands& operands) {
  return fill_parts(c.products, [&p, &c, &operands](const GroupProduct& product) {
    const kernels::TensorwiseTile& at = c.place(product);
    const std::uint8_t* codes = operands.b() + product.b;
    const std::int64_t n = c.problem.n;
    if (p.layout == Layout::tn) {
      const std::int64_t first = p.group_offs[std::size_t(at.group)] * p.n;
      return Part{first + at.column, product.depth, n, p.n, codes};
    }
    const std::int64_t plane = at.group * p.n * p.k;
    if (p.layout == Layout::nn) return Part{plane + at.column, p.k, n, p.n, codes};
    return Part{plane + at.column * p.k, n, p.k, p.k, codes};
  });
}

// Whatever the layout, a row of A is one of D and a row of B is a column of D.
Description describe(const TensorwiseGemm& p, const kernels::TileExtent& tile) {
  const bool tn = p.layout == Layout::tn, nt = p.layout == Layout::nt;
  const std::int64_t groups = p.groups();
  const std::string a = dtype_of(*p.a), b = dtype_of(*p.b);
  Description all;
  all.names.sizes = {{"m", p.m},
                     {"n", p.n},
                     {"k", p.k},
                     {"groups", groups},
                     {"rows", tn ? groups * p.m : p.m},
                     {"tile_rows", tile.rows},
                     {"tile_columns", tile.columns}};
  all.names.words = {{"tile", tile.rows == 256 ? "large" : tile.columns == 256 ? "small" : "any"}};
  all.shapes = {{.name = "a",
                 .rows = p.m,
                 .columns = p.k,
                 .stored = tn ? StoredAs::columns : StoredAs::rows,
                 .row_stride = p.m,
                 .columns_are_grouped = tn},
                {.name = "b",
                 .planes = tn ? 1 : groups,
                 .rows = p.n,
                 .columns = p.k,
                 .stored = nt ? StoredAs::rows : StoredAs::columns,
                 .row_stride = p.n,
                 .columns_are_grouped = tn}};
  all.views = {
      {"a_scale", "float32", {1}}, {"b_scale", "float32", {1}}, {"group_offs", "int64", {groups + 1}}};
  if (tn) {
    all.views.push_back({"a", a, {p.k, p.m}});
    all.views.push_back({"b", b, {p.k, p.n}});
  } else {
    all.views.push_back({"a", a, {p.m, p.k}});
    all.views.push_back({"b", b, {groups, nt ? p.n : p.k, nt ? p.k : p.n}});
  }
  return all;
}

}  // namespace lockstep::problems
