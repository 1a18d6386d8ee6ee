// Products of a few rows with MXFP8 weights, as decoding needs them (aiter#3783): dense, or a mixture of
// experts over sorted ids.
//
//   D[r, n] = weight[r] * sum over 32-blocks b of  sA[a, b] * sB[e, n, b] * sum over k in b of A[a, k] * B[e,
//   n, k]
//
// dense:  every row r of D takes part; a = r, e = 0, no weight.
// sorted: the rows named by sorted_ids take part. Position p of the list belongs to block p / block_m. A
// position
//         counts when it is below num_post, its block's expert is 0 <= e < experts, and its id is 0 <= id <
//         m; then r = id and a = id / a_div. Everything else is padding, wherever it stands: ids that are
//         negative or too large, gaps of any length before valid ids, blocks of no expert, a last block that
//         is cut short.
//
// The contract reads the rows of A, planes of B, scales and weights that take part, num_post, the
// experts of blocks that begin below it, and the ids below it whose block has an expert; it writes the rows
// of D that take part. A scale of 255 is NaN, one of 0 is 2^-127.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tl/expected.hpp>

#include "reference/exact/bound.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::operators {

/// Who multiplies with whom, for a mixture of experts. int32 lists on the device, weights f32.
struct SortedIds {
  std::int64_t experts = 1;  ///< planes of B
  std::int64_t a_rows = 0;   ///< rows of A
  std::int64_t a_div = 1;    ///< ids that share a row of A
  std::int64_t block_m = 4;  ///< positions per entry of expert_ids
  std::vector<std::int32_t> ids;
  std::vector<std::int32_t> expert_ids;  ///< [ceil(ids.size() / block_m)]
  std::int32_t num_post = 0;             ///< positions from here on are padding; any value
  bool weighted = false;
  std::vector<float> weights;  ///< [at least m], by id, when weighted
};

/// One problem. Layouts on the device (little-endian, contiguous, row-major):
///   A [m or a_rows, k] e4m3fn     A scale [m or a_rows, k/32] e8m0
///   B [experts, n, k] e4m3fn      B scale [experts, n, k/32] e8m0
///   D [m, n] bf16
struct SmallM {
  static constexpr std::int64_t kBlock = 32;  ///< k that share one scale of A and one of B

  std::int64_t m = 0;  ///< rows of D; the ids that are valid lie below it
  std::int64_t n = 0;
  std::int64_t k = 0;
  std::optional<SortedIds> sorted;

  std::int64_t k_blocks() const { return k / kBlock; }
  std::int64_t a_rows() const { return sorted ? sorted->a_rows : m; }
  std::int64_t experts() const { return sorted ? sorted->experts : 1; }
};

/// The preconditions of the operator itself; a kernel's envelope may add more.
tl::expected<void, Refusal> check(const SmallM& problem);

struct SmallMRow {
  std::int64_t row;    ///< row of D, and the index of the weight
  std::int64_t a_row;  ///< row of A
  std::int32_t expert;
};

/// The rows that take part: ascending (dense), or in the order of the list (sorted).
std::vector<SmallMRow> rows_taking_part(const SmallM& problem);

/// What the contract reads, and nothing else.
struct SmallMData {
  std::vector<SmallMRow> rows;
  std::vector<int> plane_of_expert;   ///< [experts] index of the expert's plane in b, -1 when it has no row
  std::vector<std::uint8_t> a;        ///< [rows taking part][k]
  std::vector<std::uint8_t> a_scale;  ///< [rows taking part][k/32]
  std::vector<std::uint8_t> b;        ///< [planes][n][k]
  std::vector<std::uint8_t> b_scale;  ///< [planes][n][k/32]
  std::vector<float> weight;          ///< [rows taking part]; 1 when the problem has no weights

  std::size_t plane(std::size_t row) const {
    return std::size_t(plane_of_expert[std::size_t(rows[row].expert)]);
  }
};

/// Per element of the rows that take part, [rows taking part][n]. A magnitude is that of the sum before the
/// weight: never less than the sum of ceil(a) * ceil(b) * scale, and above it by at most 2^-30 relative. A
/// rounded value is -0 only as a product with the weight.
ExactOutput exact(const SmallM& problem, const SmallMData& data);

/// What to demand of one element of D whose row has this weight, of a kernel that reduces so.
exact::Bound bound(double value, double magnitude, const exact::Reduction& reduction, float weight);

}  // namespace lockstep::operators
