#include "properties/problems/source_product.hpp"

#include <algorithm>
#include <map>

#include "reference/operators/block_gemm.hpp"

namespace lockstep::problems {

namespace {

constexpr std::int64_t kStepK = 128;  ///< k of one call of operators::block_gemm
constexpr std::int64_t kStrip = 256;  ///< columns at a time: what bounds the memory of a large plane

/// Rows along k, of which blocks are taken as doubles.
struct Rows {
  std::int64_t count, k;
  std::vector<float> x;

  Rows(std::int64_t rows, std::int64_t depth) : count(rows), k(depth), x(std::size_t(rows * depth)) {}
  std::span<float> row(std::int64_t i) { return std::span(x).subspan(std::size_t(i * k), std::size_t(k)); }

  /// [count][128] from k = first on; zeros past the end.
  void block(std::int64_t first, std::vector<double>& out) const {
    out.assign(std::size_t(count * kStepK), 0);
    const std::int64_t length = std::min(kStepK, k - first);
    for (std::int64_t i = 0; i < count; ++i)
      std::copy_n(x.begin() + i * k + first, length, out.begin() + i * kStepK);
  }
};

// [a.count][b.count]
std::vector<double> multiply(const Rows& a, const Rows& b) {
  std::vector<double> sum(std::size_t(a.count * b.count)), part(sum.size()), a_block, b_block;
  for (std::int64_t first = 0; first < a.k; first += kStepK) {
    a.block(first, a_block);
    b.block(first, b_block);
    operators::block_gemm(a_block.data(), a.count, b_block.data(), b.count, part.data());
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
  }
  return sum;
}

}  // namespace

std::vector<double> multiply_sources(std::span<const std::int32_t> group_of_row, std::int64_t columns,
                                     std::int64_t k, const SourceRow& a, const SourceColumn& b) {
  std::vector<double> out(group_of_row.size() * std::size_t(columns));
  std::map<std::int32_t, std::vector<std::size_t>> rows_of;
  for (std::size_t i = 0; i < group_of_row.size(); ++i) rows_of[group_of_row[i]].push_back(i);
  for (const auto& [group, rows] : rows_of) {
    Rows left(std::int64_t(rows.size()), k);
    for (std::size_t i = 0; i < rows.size(); ++i) a(rows[i], left.row(std::int64_t(i)));
    for (std::int64_t first = 0; first < columns; first += kStrip) {
      Rows right(std::min(kStrip, columns - first), k);
      for (std::int64_t i = 0; i < right.count; ++i) b(group, first + i, right.row(i));
      const std::vector<double> product = multiply(left, right);
      for (std::size_t i = 0; i < rows.size(); ++i)
        std::copy_n(product.begin() + std::ptrdiff_t(i) * right.count, right.count,
                    out.begin() + std::ptrdiff_t(rows[i]) * columns + first);
    }
  }
  return out;
}

}  // namespace lockstep::problems
