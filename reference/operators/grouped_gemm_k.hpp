// Grouped GEMM with block-scaled FP8 operands whose groups cut the reduction: the gradient of the weights,
// DeepGEMM's k_grouped_fp8_gemm_tn_contiguous.
//
//   D[g, i, j] = C[g, i, j] + sum over 128-blocks kb of group g of
//                sA[kb, i] * sB[kb, j] * sum over k in kb of A[k, i] * B[k, j]
//
// Groups lie one behind another along k, each a multiple of 128 long, or empty. C may be absent, which stands
// for +0; it may be D itself; or another tensor. A group without k makes D equal to C bit for bit, signs of
// zeros and payloads of NaNs included, or +0 where there is no C; where C is D itself, it does not write D.
#pragma once

#include <cstdint>
#include <vector>

#include <tl/expected.hpp>

#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::operators {

enum class Addend : std::uint8_t { none, in_place, apart };

/// One problem; k is the sum of ks. Layouts on the device (little-endian, row-major, contiguous):
///   A [k, m]   A scale [k/128, m]   B [k, n]   B scale [k/128, n]   C, D [groups, m, n] f32   ks int32
///   [groups]
/// Elements and scales are e4m3fn with e8m0 or f32, or e4m3fnuz with f32 scales; f32 are finite or NaN.
struct GroupedGemmK {
  std::int64_t m = 0, n = 0;
  std::vector<std::int32_t> ks;
  Addend addend = Addend::none;
  const formats::Format* element = &formats::float8_e4m3fn;
  const formats::Format* scale = &formats::float8_e8m0fnu;

  std::int64_t groups() const { return std::int64_t(ks.size()); }
  std::int64_t scale_bytes() const { return scale->bits / 8; }
};

/// The preconditions of the operator itself; a kernel's envelope may add more.
tl::expected<void, Refusal> check(const GroupedGemmK& problem);

/// Where every group starts along k, and behind the last where it ends.
std::vector<std::int64_t> k_starts(const GroupedGemmK& problem);

/// The groups whose plane of D is written, ascending: all, but, in place, those without k.
std::vector<std::int64_t> written_groups(const GroupedGemmK& problem);

/// What the contract reads, in logical order: of every group rows of A, then columns of B, k fastest.
struct GroupedGemmKData {
  std::vector<std::uint8_t> a;  ///< codes, [m][its k] of each group
  std::vector<std::uint8_t>
      a_scale;                  ///< scales, [m][its k / 128] of each group, as the bytes they have in memory
  std::vector<std::uint8_t> b;  ///< codes, [n][its k] of each group
  std::vector<std::uint8_t> b_scale;  ///< scales, [n][its k / 128] of each group
  std::vector<float> c;               ///< [written groups][m][n]; empty without an addend
};

/// Per element of the planes of D that are written, [written groups][m][n]. Magnitudes are those of the
/// products, in which C has no part; an element without k has C's own bits.
ExactOutput exact(const GroupedGemmK& problem, const GroupedGemmKData& data);

}  // namespace lockstep::operators
