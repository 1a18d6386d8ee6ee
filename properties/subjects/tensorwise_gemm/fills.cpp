#include "fills.hpp"

#include <algorithm>

#include "properties/subjects/tensors.hpp"

namespace lockstep::subjects {

namespace {

using operators::GroupProduct;
using operators::Layout;
using operators::TensorwiseGemm;

/// A part of a tensor that belongs to one product: from byte `start` on, row-major. Data has it in the same
/// order, or [columns][rows] where memory has [rows][columns].
struct Part {
  std::int64_t start, rows, columns;
  const std::uint8_t* codes;
  bool transposed;
};

void copy(const Part& part, std::uint64_t offset, Bytes data, Bytes undefined) {
  const auto bytes = std::uint64_t(part.rows * part.columns), start = std::uint64_t(part.start);
  if (!part.transposed) {
    overlay(offset, data, undefined, start, std::span(part.codes, bytes));
    return;
  }
  const std::uint64_t begin = std::max(offset, start), end = std::min(offset + data.size(), start + bytes);
  for (std::uint64_t at = begin; at < end; ++at) {
    const auto row = std::int64_t(at - start) / part.columns,
               column = std::int64_t(at - start) % part.columns;
    data[at - offset] = part.codes[column * part.rows + row];
    undefined[at - offset] = 0;
  }
}

/// part_of(product) is ascending.
template <typename PartOf>
machine::Fill fill_parts(const std::vector<GroupProduct>& products, PartOf part_of) {
  return [&products, part_of](std::uint64_t offset, Bytes data, Bytes undefined) {
    const auto ends_before = [&](const GroupProduct& product, std::uint64_t at) {
      const Part part = part_of(product);
      return std::uint64_t(part.start + part.rows * part.columns) <= at;
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

machine::Fill fill_a(const TensorwiseGemm& p, const operators::TensorwiseData& d,
                     const std::vector<GroupProduct>& products) {
  return fill_parts(products, [&p, &d](const GroupProduct& product) {
    const std::int64_t first = p.group_offs[std::size_t(product.group)];
    const std::uint8_t* codes = d.a.data() + product.a;
    if (p.layout == Layout::tn) return Part{first * p.m, product.depth, p.m, codes, true};
    return Part{first * p.k, product.rows, p.k, codes, false};
  });
}

machine::Fill fill_b(const TensorwiseGemm& p, const operators::TensorwiseData& d,
                     const std::vector<GroupProduct>& products) {
  return fill_parts(products, [&p, &d](const GroupProduct& product) {
    const std::int64_t first = p.group_offs[std::size_t(product.group)];
    const std::uint8_t* codes = d.b.data() + product.b;
    if (p.layout == Layout::tn) return Part{first * p.n, product.depth, p.n, codes, true};
    const std::int64_t plane = product.group * p.n * p.k;
    if (p.layout == Layout::nn) return Part{plane, p.k, p.n, codes, true};
    return Part{plane, p.n, p.k, codes, false};
  });
}

}  // namespace lockstep::subjects
