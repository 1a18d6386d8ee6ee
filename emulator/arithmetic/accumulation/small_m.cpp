#include "emulator/arithmetic/accumulation/small_m.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/accumulation/panel.hpp"
#include "emulator/arithmetic/matrix/fast/multiplication.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::accumulation {
namespace {

using operators::SmallM;
using operators::SmallMData;

constexpr matrix::Shape kShape = matrix::k16x16x128;
constexpr std::size_t kTile = 16, kStep = 128, kBlock = 32, kHalf = 16, kBlocks = kStep / kBlock;
constexpr std::size_t kLanes = 64, kSpan = kLanes * kHalf;
constexpr std::uint8_t kNanScale = 255;

std::uint16_t encode(float x) {
  if (x != x) return std::uint16_t(formats::nan_code(formats::bfloat16));
  return std::uint16_t(
      formats::encode_nearest_even(formats::bfloat16, double(x), formats::Overflow::to_special));
}

/// Rows of one operand, laid out as in SmallMData.
struct Operand {
  const std::uint8_t* codes;   ///< [row][k]
  const std::uint8_t* scales;  ///< [row][k/32]
  std::size_t k;

  const std::uint8_t* row_codes(std::size_t row) const { return codes + row * k; }
  const std::uint8_t* row_scales(std::size_t row) const { return scales + row * (k / kBlock); }
};

/// One operand of the instruction: up to sixteen rows, the rest zero.
struct Side {
  alignas(64) std::array<std::uint8_t, matrix::kOperandElements> codes{};
  std::array<std::uint8_t, matrix::kOperandScales> scales{};

  void place_step(std::size_t index, const std::uint8_t* from, const std::uint8_t* from_scales) {
    std::memcpy(codes.data() + index * kStep, from, kStep);
    std::memcpy(scales.data() + index * kBlocks, from_scales, kBlocks);
  }
  /// Puts one block of a row between zeros, in its own position; all scales keep theirs.
  void place_block_in_step(std::size_t index, std::size_t block, const std::uint8_t* from,
                           const std::uint8_t* from_scales) {
    place_step(index, from, from_scales);
    std::uint8_t* const codes_of = codes.data() + index * kStep;
    std::fill_n(codes_of, block * kBlock, std::uint8_t{0});
    std::fill(codes_of + (block + 1) * kBlock, codes_of + kStep, std::uint8_t{0});
  }
  void place_block(std::size_t index, std::size_t block, const std::uint8_t* from, std::uint8_t scale) {
    std::uint8_t* to = codes.data() + index * kStep;
    std::memset(to, 0, kStep);
    std::memcpy(to + kHalf * block, from, kHalf);
    std::memcpy(to + kStep / 2 + kHalf * block, from + kHalf, kHalf);
    std::memset(scales.data() + index * kBlocks, scale, kBlocks);
  }
  matrix::Operand operand() const { return {&formats::float8_e4m3fn, codes.data(), scales.data()}; }
};

/// One operand's rows of a tile, for the two matrix orders.
struct TileSide {
  Operand from;
  std::vector<std::size_t> rows;  ///< sixteen at most
  Side side;

  void place_step(std::size_t step) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      side.place_step(i, from.row_codes(rows[i]) + step * kStep, from.row_scales(rows[i]) + step * kBlocks);
  }
  void place_block_in_step(std::size_t step, std::size_t block) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      side.place_block_in_step(i, block, from.row_codes(rows[i]) + step * kStep,
                               from.row_scales(rows[i]) + step * kBlocks);
  }
  void place_block(std::size_t step, std::size_t block) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::size_t number = step * kBlocks + block;
      side.place_block(i, block, from.row_codes(rows[i]) + number * kBlock, from.row_scales(rows[i])[number]);
    }
  }
};

/// Whether the model's arch has v_wmma_*: kernels there pass B first, and with blocks_apart leave A and all
/// scales unchanged.
bool is_wmma(const matrix::Model& model) {
  return arch::has(model.arch, arch::Feature::wmma);
}

/// Adds one step of both operands to d.
void add_step(const matrix::Model& model, TileSide& a, TileSide& b, std::size_t step, float* d) {
  a.place_step(step);
  b.place_step(step);
  if (is_wmma(model)) {
    matrix::multiply(model, kShape, b.side.operand(), a.side.operand(), d, d);
  } else {
    matrix::multiply(model, kShape, a.side.operand(), b.side.operand(), d, d);
  }
}

void add_block(const matrix::Model& model, TileSide& a, TileSide& b, std::size_t step, std::size_t block,
               float* d) {
  if (is_wmma(model)) {
    a.place_step(step);
    b.place_block_in_step(step, block);
    matrix::multiply(model, kShape, b.side.operand(), a.side.operand(), d, d);
  } else {
    a.place_block(step, block);
    b.place_block(step, block);
    matrix::multiply(model, kShape, a.side.operand(), b.side.operand(), d, d);
  }
}

/// Sums steps first .. end - 1, from +0, into d [16][16], whose first index is the first operand's row.
void reduce(const matrix::Model& model, SmallMOrder order, TileSide& a, TileSide& b, std::size_t first,
            std::size_t end, float* d) {
  std::fill_n(d, kTile * kTile, 0.0f);
  for (std::size_t step = first; step < end; ++step) {
    if (order == SmallMOrder::blocks_together) {
      add_step(model, a, b, step, d);
    } else {
      for (std::size_t block = 0; block < kBlocks; ++block) add_block(model, a, b, step, block, d);
    }
  }
}

/// Sums all of k, in the reduction's splits, into d [16][16], whose first index is the first operand's row.
void matrix_tile(const matrix::Model& model, const SmallMReduction& reduction, TileSide& a, TileSide& b,
                 float* d) {
  const std::size_t steps = a.from.k / kStep / std::size_t(reduction.splits);
  reduce(model, reduction.order, a, b, 0, steps, d);
  for (std::size_t split = 1; split < std::size_t(reduction.splits); ++split) {
    alignas(64) float partial[kTile * kTile];
    reduce(model, reduction.order, a, b, split * steps, (split + 1) * steps, partial);
    for (std::size_t i = 0; i < kTile * kTile; ++i) d[i] += partial[i];
  }
}

constexpr std::array<float, 256> kValues = [] {
  std::array<float, 256> values{};
  for (std::uint32_t code = 0; code < 256; ++code)
    values[code] = float(formats::to_double(formats::float8_e4m3fn, code));
  return values;
}();

float chunk(const std::uint8_t* a, const std::uint8_t* b) {
  float sum = kValues[a[0]] * kValues[b[0]];
  for (std::size_t i = 1; i < kHalf; ++i) sum = sum + kValues[a[i]] * kValues[b[i]];
  return sum;
}

float lanes_dot(const Operand& a, std::size_t row, const Operand& b, std::size_t column) {
  std::array<float, kLanes> acc{};
  for (std::size_t first = 0; first < a.k; first += kHalf) {
    const int sa = a.row_scales(row)[first / kBlock], sb = b.row_scales(column)[first / kBlock];
    const float partial = chunk(a.row_codes(row) + first, b.row_codes(column) + first);
    const bool nan = sa == kNanScale || sb == kNanScale;
    // Exact in double, so rounded once.
    const auto scaled = float(double(partial) * formats::power_of_two(sa + sb - 254));
    acc[first % kSpan / kHalf] += nan ? std::numeric_limits<float>::quiet_NaN() : scaled;
  }
  for (std::size_t distance = 1; distance < kLanes; distance *= 2) {
    const std::array<float, kLanes> before = acc;
    for (std::size_t lane = 0; lane < kLanes; ++lane) acc[lane] = before[lane] + before[lane ^ distance];
  }
  return acc[0];
}

}  // namespace

std::vector<std::uint16_t> expected_bits(const matrix::Model& model, const SmallM& problem,
                                         const SmallMData& data, const SmallMReduction& reduction) {
  const auto n = std::size_t(problem.n), k = std::size_t(problem.k);
  const bool weighted = problem.sorted && problem.sorted->weighted;
  const bool turned = reduction.order != SmallMOrder::lanes && is_wmma(model);
  std::vector<std::uint16_t> bits(data.rows.size() * n);
  const auto put = [&](std::size_t row, std::size_t column, float x) {
    bits[row * n + column] = encode(weighted ? x * data.weight[row] : x);
  };
  TileSide a{{data.a.data(), data.a_scale.data(), k}, {}, {}},
      b{{data.b.data(), data.b_scale.data(), k}, {}, {}};
  for (const std::vector<std::size_t>& rows :
       batches(data.rows, &operators::SmallMRow::expert, data.plane_of_expert.size(), kTile)) {
    const std::size_t plane = data.plane(rows[0]) * n;
    for (std::size_t first = 0; first < n; first += kTile) {
      const std::size_t columns = std::min(kTile, n - first);
      alignas(64) float d[kTile * kTile];
      if (reduction.order == SmallMOrder::lanes) {
        for (std::size_t i = 0; i < rows.size(); ++i)
          for (std::size_t j = 0; j < columns; ++j)
            d[i * kTile + j] = lanes_dot(a.from, rows[i], b.from, plane + first + j);
      } else {
        a.side = b.side = {};
        a.rows = rows;
        b.rows.clear();
        for (std::size_t j = 0; j < columns; ++j) b.rows.push_back(plane + first + j);
        matrix_tile(model, reduction, a, b, d);
      }
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < columns; ++j)
          put(rows[i], first + j, turned ? d[j * kTile + i] : d[i * kTile + j]);
    }
  }
  return bits;
}

// With blocks_apart a unit sees four times as much k, most of it zeros. Adding the splits' results replaces
// as many steps of accumulation. In lanes order a product passes through the 15 additions of its chunk, those
// of its lane and 6 more.
exact::Reduction loss(const SmallMReduction& reduction, std::int64_t k) {
  switch (reduction.order) {
    case SmallMOrder::blocks_together:
      return exact::matrix_reduction(k);
    case SmallMOrder::blocks_apart:
      return exact::matrix_reduction(4 * k);
    case SmallMOrder::lanes:
      break;
  }
  const auto span = std::int64_t(kSpan), half = std::int64_t(kHalf);
  return exact::tree_reduction(15 + (k + span - 1) / span + 6, k / half);
}

}  // namespace lockstep::accumulation
