// The down projection of a mixture of experts, MXFP4 by MXFP4 or MXFP8 by MXFP4 (A8W4), over rows sorted by
// expert (FlyDSL#660, aiter#3470; FlyDSL's moe_a8w4_mxscale).
//
//   y[r, n] = weight[r] * sum over 32-blocks b of  sA[r, b] * sB[e, n, b] * sum over k in b of A[r, k] * B[e,
//   n, k]
//
// where e is the expert of the block that sorted row r lies in. What becomes of y is the form of the output:
//
//   added_bf16   D[token[r], n] += y[r, n] rounded to bf16, a bf16 addition each, in the order of arrival
//   flat_bf16    D[r, n] = y[r, n] rounded to bf16
//   flat_mx      D[r, n] = y[r, n] in A's format under one e8m0 scale per 32 of n
//
// and, for the product before it, whose B has the gate's rows first and as many of the up projection after
// them:
//
//   gated_mx     D[r, i] = silu(y[r, i]) * y[r, n/2 + i] in A's format under one e8m0 scale per 32 of i; no
//                weights; row r of A is that of its token
//
// Only *active* rows take part: below used_rows, in a block whose expert is not -1, and with a token below
// `tokens`. The contract reads no other row of A, of its scales or of the weights, no expert of B without an
// active row, no block's expert at or past used_rows, and changes no other byte of D.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <tl/expected.hpp>

#include "reference/formats/formats.hpp"
#include "reference/operators/refusal.hpp"

namespace lockstep::operators {

inline constexpr int kMxBlock = 32;      ///< elements under one e8m0 scale
inline constexpr int kMostArrivals = 9;  ///< rows that may be added to one token
inline constexpr int kTokenBits =
    24;  ///< bits of a sorted id that are the token; the slot among its experts is above
inline constexpr std::array kSortedBlocks{16, 32, 64, 128};  ///< rows of one block of one expert

enum class MoeOutput : std::uint8_t { added_bf16, flat_bf16, flat_mx, gated_mx };

/// One problem: sizes and routing. Layouts on the device (little-endian, contiguous; capacity =
/// sorted_ids.size()):
///   A [capacity, k/2] e2m1, two per byte, or [capacity, k] e4m3fn, row-major; gated: [tokens, ...]
///   A scale e8m0 of [capacity, k/32]: layouts::MoeScales, for block 16 layouts::MoeScales16
///   B [experts, n, k/2] e2m1, each plane in the 16x16 weight shuffle
///   B scale e8m0 of [experts, n, k/32]: layouts::MoeScales
///   sorted_ids int32 [capacity]: token in the low 24 bits, slot above; a token not below `tokens` is padding
///   block_experts int32 [capacity / block]       used_rows int32 [1]       weights f32 [capacity]
///   D [tokens, n] bf16 (added) or [capacity, n] bf16 (flat), or [capacity, n] as A has elements and the
///   scales of [capacity, n/32] in layouts::MoeScales (MoeScales16); gated: the same with n/2 columns
struct MoeDown {
  MoeOutput output = MoeOutput::added_bf16;
  const formats::Format* a = &formats::float4_e2m1fn;  ///< float4_e2m1fn or float8_e4m3fn
  std::int64_t experts = 1;
  std::int64_t tokens = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
  std::int64_t block = 32;  ///< sorted rows per entry of block_experts
  std::int64_t top_k = 1;
  std::int64_t used_rows = 0;  ///< the first of the sorted rows that count; a multiple of block
  std::vector<std::int32_t> sorted_ids;
  std::vector<std::int32_t> block_experts;

  std::int64_t capacity() const { return std::int64_t(sorted_ids.size()); }
  std::int64_t k_blocks() const { return k / kMxBlock; }
  bool is_gated() const { return output == MoeOutput::gated_mx; }
  bool is_quantised() const { return output == MoeOutput::flat_mx || is_gated(); }
  std::int64_t a_row_bytes() const { return k * a->bits / 8; }
  std::int64_t out_columns() const { return is_gated() ? n / 2 : n; }
  std::int64_t token(std::int64_t row) const {
    return std::uint32_t(sorted_ids[std::size_t(row)]) & ((1u << kTokenBits) - 1u);
  }
  std::int64_t slot(std::int64_t row) const {
    return std::uint32_t(sorted_ids[std::size_t(row)]) >> kTokenBits;
  }
};

/// The preconditions of the operator itself; a kernel's envelope may add more.
tl::expected<void, Refusal> check(const MoeDown& problem);

struct MoeRow {
  std::int64_t row;  ///< sorted
  std::int32_t expert;
  std::int32_t token;
};

/// The active rows, ascending.
std::vector<MoeRow> active_rows(const MoeDown& problem);

/// What the contract reads, and nothing else; logical order, no shuffles, one code per byte.
struct MoeDownData {
  std::vector<MoeRow> rows;
  std::vector<int> plane_of_expert;   ///< [experts] index in b, -1 for an expert without active rows
  std::vector<std::uint8_t> a;        ///< [active rows][k] in its format
  std::vector<std::uint8_t> a_scale;  ///< [active rows][k/32] e8m0
  std::vector<std::uint8_t> b;        ///< [planes][n][k] e2m1
  std::vector<std::uint8_t> b_scale;  ///< [planes][n][k/32] e8m0
  std::vector<float> weight;          ///< [active rows]
};

/// The exact y, per element of the active rows, [active rows][n].
struct MoeDownExact {
  std::vector<double> value;  ///< rounded twice at most; NaN where any input that takes part is NaN
  std::vector<double> loss;   ///< how far from it any kernel's binary32 may lie (reference/exact/bound.hpp)
};

MoeDownExact exact(const MoeDown& problem, const MoeDownData& data);

/// For kernels whose instruction may multiply a block's sum by one operand's scale and then by the other's,
/// as gfx1250's: where either alone may leave binary32's range, nothing is claimed.
void claim_for_scales_apart(const MoeDown& problem, const MoeDownData& data, MoeDownExact& y);

/// Whether every partial sum of a dot product and every product with a weight is a binary32 number, in any
/// order: all products are multiples of one unit, and their magnitudes add up to at most 2^24 of it.
bool is_exact_in_any_order(const MoeDown& problem, const MoeDownData& data);

/// silu(gate) * up of the rows, as reference/operators/silu.hpp defines it: [active rows][n/2]. `on_grid`: y
/// is exact in binary32, and value is then what gated() makes of it.
MoeDownExact gated(const MoeDown& problem, const MoeDownExact& exact, bool on_grid);

/// A token that something is added to, and the active rows that are, ascending.
struct Arrivals {
  std::int32_t token;
  std::vector<std::size_t> rows;  ///< indices into MoeDownData::rows
};

/// Which rows are added to each token, by ascending token.
std::vector<Arrivals> arrivals(const std::vector<MoeRow>& rows);

/// One element of the added form: initial plus the rows' y, rounded to bf16 each and added in any order.
struct AddedExact {
  double value;  ///< exact but for roundings to double
  double error;  ///< how far from it any kernel may end up; infinity where a sum may overflow, NaN for NaN
};
AddedExact added(double initial, const std::vector<std::size_t>& rows, std::size_t column, std::size_t n,
                 const MoeDownExact& exact);

/// The quantised form: what y comes to, 32 neighbours under one scale, and how far from it any kernel may be,
/// whichever of the scales that y leaves open it takes. The scale of a block whose y is infinite in bf16 or
/// NaN is NaN, and its elements are zero.
struct MoeDownQuantised {
  std::vector<double> value,
      error;  ///< y / scale of each element, and its error; infinity where y may overflow
  std::vector<std::uint32_t> rounded;  ///< codes
  std::vector<double> scale, scale_error;
  std::vector<std::uint32_t> rounded_scale;  ///< e8m0
};
MoeDownQuantised quantised(const MoeDownExact& exact,
                           const formats::Format& element = formats::float4_e2m1fn);

/// Rows between two products: what the quantised form of y stands for, whichever codes a kernel's y within
/// the loss of the exact one is rounded to. Infinite reach where a scale may be NaN; NaN where it must be.
struct MoeDownBetween {
  std::vector<double> centre, reach;  ///< an element lies within reach of its centre
  std::vector<double> weight;         ///< at least ceil(x) times the scale (reference/exact/bound.hpp)
};
MoeDownBetween between(const MoeDownExact& exact, const formats::Format& element = formats::float4_e2m1fn);

/// y of rows of A that are known so far; `data` gives everything else.
MoeDownExact exact(const MoeDown& problem, const MoeDownData& data, const MoeDownBetween& a);
void claim_for_scales_apart(const MoeDown& problem, const MoeDownData& data, const MoeDownBetween& a,
                            MoeDownExact& y);

/// Whether bf16 holds every row's y in the column and every sum of some of them.
bool sums_exactly(const std::vector<std::size_t>& rows, std::size_t column, std::size_t n,
                  const MoeDownExact& exact);

}  // namespace lockstep::operators
