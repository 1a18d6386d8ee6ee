// Grouped GEMM with FP8 operands and one float32 scale for each whole operand (Primus-Turbo#384), in its
// three forms:
//
//   nt (forward)   D[r, j]    = s * sum over p of A[r, p] * B[g, j, p]        rows r of group g
//   nn (dgrad)     D[r, j]    = s * sum over p of A[r, p] * B[g, p, j]        rows r of group g
//   tn (wgrad)     D[g, i, j] = s * sum over rows p of group g of A[p, i] * B[p, j]
//
// with s = a_scale * b_scale; D is added to instead of replaced when `accumulate` is set. group_offs cuts the
// routed dimension (m of nt and nn, k of tn) into tight groups; empty ones and any skew are fine. What lies
// at or past group_offs[groups] takes no part: such rows of A are not read, of D not written, and of tn's
// operands not read. nt and nn do not read B's plane of an empty group; tn writes one: all zeros, or, adding,
// what was there. One group over the whole dimension is the dense GEMM.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "reference/exact/bound.hpp"
#include "reference/formats/format.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::operators {

/// Which operand is stored transposed, as BLAS spells it for row-major C = op(A) * op(B).
enum class Layout : std::uint8_t { nt, nn, tn };

/// One problem. All tensors are row-major and contiguous:
///   nt   A [m, k]   B [groups, n, k]   D [m, n]
///   nn   A [m, k]   B [groups, k, n]   D [m, n]
///   tn   A [k, m]   B [k, n]           D [groups, m, n]
/// group_offs int64 [groups + 1] and the scales float32 [1] lie in device memory too.
struct TensorwiseGemm {
  Layout layout = Layout::nt;
  std::int64_t m = 0, n = 0, k = 0;
  std::vector<std::int64_t> group_offs = {0};
  const formats::Format* a = nullptr;  ///< float8_e4m3fn or float8_e5m2, each operand its own
  const formats::Format* b = nullptr;
  const formats::Format* out = nullptr;  ///< bfloat16 or float16
  bool accumulate = false;

  std::int64_t groups() const { return std::int64_t(group_offs.size()) - 1; }
  std::int64_t group_size(std::int64_t g) const {
    return group_offs[std::size_t(g) + 1] - group_offs[std::size_t(g)];
  }
  std::int64_t routed() const { return layout == Layout::tn ? k : m; }  ///< what group_offs cuts
};

/// The preconditions of the operator itself; a kernel's envelope may add more.
tl::expected<void, Refusal> check(const TensorwiseGemm& problem);

/// What one group contributes: a dense product, rows x n, over depth. In nt and nn a group without rows has
/// none; in tn every group has one, possibly of depth 0.
struct GroupProduct {
  std::int32_t group;
  std::int64_t rows, depth;
  std::size_t a, b, d;  ///< where the group's part starts in TensorwiseData::a, ::b and in the results
};

/// The products of all groups, by ascending group.
std::vector<GroupProduct> products(const TensorwiseGemm& problem);

/// What the contract reads, and nothing else. In every layout k runs fastest in both operands.
struct TensorwiseData {
  std::vector<std::uint8_t> a;   ///< [rows][depth] of each product
  std::vector<std::uint8_t> b;   ///< [n][depth] of each product
  std::vector<std::uint16_t> c;  ///< [rows][n] of each product: D before; empty unless accumulate
  float a_scale = 1, b_scale = 1;
};

/// Per element of each product, [rows][n]. A magnitude is |s| times the sum of ceil(a) * ceil(b), plus
/// |D before|, and above that by 2^-30 at most. NaN and infinite operands follow IEEE 754; everything finite
/// is exact whatever the formats and the depth.
ExactOutput exact(const TensorwiseGemm& problem, const TensorwiseData& data);

/// What to demand of an element of a kernel that accumulates in binary32 as exact::bound says, in `partials`
/// sums that are then added one by one, multiplies by the scales' binary32 product, adds D and rounds. Beyond
/// the accumulation every step is one rounding of at most the magnitude. Nothing is claimed where the
/// product of the scales is no normal binary32.
exact::Bound error_bound(const TensorwiseGemm& problem, const TensorwiseData& data, double value,
                         double magnitude, std::int64_t depth, std::int64_t partials);
/// The same of a kernel that accumulates as the reduction says.
exact::Bound error_bound(const TensorwiseGemm& problem, const TensorwiseData& data, double value,
                         double magnitude, const exact::Reduction& reduction, std::int64_t partials);

}  // namespace lockstep::operators
