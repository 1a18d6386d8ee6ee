#include "emulator/accumulation/tensorwise_gemm.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "emulator/matrix/multiply.hpp"

namespace lockstep::accumulation {
namespace {

constexpr matrix::Shape kShape = matrix::k16x16x128;
constexpr std::int64_t kTile = 16;  // rows and columns of the instruction
constexpr std::int64_t kBlock = kShape.k;

/// One operand of the instruction: up to sixteen rows of A or columns of B, the rest zero; no scaling.
struct Side {
  alignas(64) std::array<std::uint8_t, matrix::kOperandElements> codes{};
  std::array<std::uint8_t, matrix::kOperandScales> scales{};

  Side() { scales.fill(127); }
  /// from: [count][depth]. What lies at or past `depth` is zero.
  void place(const std::uint8_t* from, std::int64_t count, std::int64_t depth, std::int64_t first) {
    const auto in_depth = std::size_t(std::min(kBlock, depth - first));
    for (std::int64_t i = 0; i < count; ++i) {
      std::uint8_t* to = codes.data() + i * kBlock;
      std::memcpy(to, from + i * depth + first, in_depth);
      std::memset(to + in_depth, 0, std::size_t(kBlock) - in_depth);
    }
  }
};

using Accumulators = std::array<float, std::size_t(kTile* kTile)>;

struct Replay {
  const matrix::Model& model;
  const operators::TensorwiseGemm& problem;
  const operators::TensorwiseData& data;
  std::int64_t splits;

  /// The 16x16 sums of rows from `a` on against columns from `b` on, blocks first to last.
  Accumulators run(const std::uint8_t* a, std::int64_t rows, const std::uint8_t* b, std::int64_t columns,
                   std::int64_t depth, std::int64_t first, std::int64_t last) const {
    alignas(64) Accumulators acc{};
    Side x, y;
    for (std::int64_t block = first; block < last; ++block) {
      x.place(a, rows, depth, block * kBlock);
      y.place(b, columns, depth, block * kBlock);
      matrix::multiply(model, kShape, {problem.a, x.codes.data(), x.scales.data()},
                       {problem.b, y.codes.data(), y.scales.data()}, acc.data(), acc.data());
    }
    return acc;
  }

  Accumulators sum(const std::uint8_t* a, std::int64_t rows, const std::uint8_t* b, std::int64_t columns,
                   std::int64_t depth) const {
    const std::int64_t blocks = (depth + kBlock - 1) / kBlock, per_run = (blocks + splits - 1) / splits;
    Accumulators total{};
    for (std::int64_t s = 0; s < splits; ++s) {
      const std::int64_t first = std::min(blocks, s * per_run), last = std::min(blocks, first + per_run);
      const Accumulators part = run(a, rows, b, columns, depth, first, last);
      for (std::size_t i = 0; i < total.size(); ++i) total[i] = s == 0 ? part[i] : total[i] + part[i];
    }
    return total;
  }

  std::uint16_t finish(float acc, std::size_t at) const {
    const formats::Format& out = *problem.out;
    float v = acc * (data.a_scale * data.b_scale);
    if (problem.accumulate) v = v + float(formats::to_double(out, data.c[at]));
    if (v != v) return std::uint16_t(formats::nan_code(out));
    return std::uint16_t(formats::encode_nearest_even(out, double(v), formats::Overflow::to_special));
  }
};

}  // namespace

std::vector<std::uint16_t> expected_bits(const matrix::Model& model, const operators::TensorwiseGemm& problem,
                                         const operators::TensorwiseData& data, std::int64_t splits) {
  const Replay replay{model, problem, data, splits};
  const std::vector<operators::GroupProduct> all = operators::products(problem);
  const std::int64_t n = problem.n;
  std::vector<std::uint16_t> bits(all.empty() ? 0 : all.back().d + std::size_t(all.back().rows * n));
  for (const operators::GroupProduct& p : all)
    for (std::int64_t row = 0; row < p.rows; row += kTile)
      for (std::int64_t column = 0; column < n; column += kTile) {
        const std::int64_t rows = std::min(kTile, p.rows - row), columns = std::min(kTile, n - column);
        const Accumulators sums =
            replay.sum(data.a.data() + p.a + std::size_t(row * p.depth), rows,
                       data.b.data() + p.b + std::size_t(column * p.depth), columns, p.depth);
        for (std::int64_t i = 0; i < rows; ++i)
          for (std::int64_t j = 0; j < columns; ++j) {
            const std::size_t at = p.d + std::size_t((row + i) * n + column + j);
            bits[at] = replay.finish(sums[std::size_t(i * kTile + j)], at);
          }
      }
  return bits;
}

}  // namespace lockstep::accumulation
