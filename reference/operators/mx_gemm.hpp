// The dense product of block-scaled operands (OCP MX; FlyDSL#533):
//
//   D[i, j] = sum over 32-blocks b of  sA[i, b] * sB[j, b] * sum over p in b of A[i, p] * B[j, p]
//
// Elements are e4m3fn, e5m2 or e2m1fn, each operand its own; a scale is a power of two, 255 is NaN and 0 is
// 2^-127. The contract reads both operands and their scales, and writes D. How they lie in memory is a
// kernel's affair.
#pragma once

#include <cstdint>
#include <vector>

#include <tl/expected.hpp>

#include "reference/exact/bound.hpp"
#include "reference/formats/format.hpp"
#include "reference/operators/output.hpp"
#include "reference/operators/refusal.hpp"

namespace lockstep::operators {

struct MxGemm {
  static constexpr std::int64_t kBlock = 32;  ///< k that share one scale of A and one of B

  std::int64_t m = 0, n = 0, k = 0;
  const formats::Format* a = nullptr;
  const formats::Format* b = nullptr;
  const formats::Format* out = nullptr;  ///< bfloat16, float16 or float32

  std::int64_t k_blocks() const { return k / kBlock; }
};

/// The preconditions of the operator itself; a kernel's envelope may add more.
tl::expected<void, Refusal> check(const MxGemm& problem);

/// What the contract reads. One element per byte.
struct MxGemmData {
  std::vector<std::uint8_t> a;        ///< [m][k]
  std::vector<std::uint8_t> b;        ///< [n][k]
  std::vector<std::uint8_t> a_scale;  ///< [m][k/32]
  std::vector<std::uint8_t> b_scale;  ///< [n][k/32]
};

/// Per element of D, [m][n]; NaN and infinities as in IEEE 754. A magnitude is never less than the sum of
/// ceil(a) * ceil(b) * scales over finite elements and scales, and above it by at most 2^-30 relative.
ExactOutput exact(const MxGemm& problem, const MxGemmData& data);

/// One element of D and its exact answer.
struct MxGemmElement {
  std::int64_t i, j;
  double value, magnitude;
};

/// What to demand of an element of a kernel that accumulates in binary32 as exact::bound says, in `partials`
/// sums that are then added one by one. An instruction may multiply a block's sum by the scale of one
/// operand, then by the other's, each a rounding to binary32, either first. So a block's sum times either
/// scale alone may leave binary32's range, where both together do not: past the largest number nothing is
/// claimed, and below the smallest each block adds half of its step times the other scale to the loss.
exact::Bound bound(const MxGemm& problem, const MxGemmData& data, const MxGemmElement& element,
                   std::int64_t partials);

}  // namespace lockstep::operators
