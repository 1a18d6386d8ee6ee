#include "properties/problems/tensorwise_gemm/fills.hpp"

#include <algorithm>

#include "properties/problems/tensors.hpp"
#include "properties/problems/turned.hpp"

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

  std::uint64_t end() const { return std::uint64_t(start + (rows == 0 ? 0 : (rows - 1) * stride + columns)); }
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

/// part_of(product) is ascending.
template <typename PartOf>
machine::Fill fill_parts(const std::vector<GroupProduct>& products, PartOf part_of) {
  return [&products, part_of](std::uint64_t offset, Bytes data, Bytes undefined) {
    const auto ends_before = [&](const GroupProduct& product, std::uint64_t at) {
      return part_of(product).end() <= at;
    };
    auto product = std::lower_bound(products.begin(), products.end(), offset, ends_before);
    for (; product != products.end(); ++product) {
      const Part part = part_of(*product);
      if (std::uint64_t(part.start) >= offset + data.size()) break;
      copy(part, offset, data, undefined);
    }
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

}  // namespace lockstep::problems
