// Grouped GEMM with block-scaled FP8 operands, in the two forms of DeepGEMM's API: contiguous and masked.
//
//   D[r, n] = sum over 128-blocks kb of  sA[r, kb] * sB[g, n/128, kb] * sum over k in kb of A[r, k] * B[g, n,
//   k]
//
// where g is the group of row r. Only *active* rows take part: rows whose group is not -1 (contiguous), or
// rows below masked_m of their group (masked). The contract reads no other row of A or of its scales, no
// plane of B that has no active row, and writes no other row of D.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "reference/formats/format.hpp"
#include "refusal.hpp"

namespace lockstep::operators {

inline constexpr int kScaleBlock =
    128;  ///< k covered by one scale of A and B, and n covered by one scale of B

enum class Grouping : std::uint8_t { contiguous, masked };

/// One problem: sizes and routing. Layouts on the device (all little-endian, contiguous):
///   A [rows, k] e4m3fn, row-major         A scale [k/128, m] (contiguous) or [groups, k/128, m] (masked),
///   e8m0 B [groups, n, k] e4m3fn, each plane in the 16x16 weight shuffle     B scale [groups, n/128, k/128],
///   e8m0 D [rows, n] bf16 or f16, row-major; rows = m (contiguous) or groups * m (masked)
struct GroupedGemm {
  Grouping grouping = Grouping::contiguous;
  std::int64_t groups = 1;
  std::int64_t m = 0;  ///< contiguous: rows of A and D; masked: row capacity of every group (m_max)
  std::int64_t n = 0;
  std::int64_t k = 0;
  const formats::Format* out = nullptr;  ///< bfloat16 or float16
  std::vector<std::int32_t> row_group;   ///< contiguous: [m] group of each row, -1 for padding
  std::vector<std::int32_t> masked_m;    ///< masked: [groups] active rows of each group

  std::int64_t rows() const { return grouping == Grouping::masked ? groups * m : m; }
  std::int64_t k_blocks() const { return k / kScaleBlock; }
};

/// The preconditions of the operator itself; a kernel's envelope may add more.
tl::expected<void, Refusal> check(const GroupedGemm& problem);

struct ActiveRow {
  std::int64_t row;  ///< row of A and D
  std::int32_t group;
};

/// In ascending row order.
std::vector<ActiveRow> active_rows(const GroupedGemm& problem);

/// What the contract reads, and nothing else; logical order, no shuffles.
struct GroupedGemmData {
  std::vector<ActiveRow> rows;
  std::vector<int>
      plane_of_group;           ///< [groups] index of the group's plane in b, -1 when it has no active row
  std::vector<std::uint8_t> a;  ///< [active rows][k] e4m3fn
  std::vector<std::uint8_t> a_scale;  ///< [active rows][k/128] e8m0
  std::vector<std::uint8_t> b;        ///< [planes][n][k] e4m3fn
  std::vector<std::uint8_t> b_scale;  ///< [planes][n/128][k/128] e8m0
};

/// Per element of the active rows, [active rows][n].
struct GroupedGemmExact {
  std::vector<double>
      value;  ///< exact result rounded once to double; NaN where any input that takes part is NaN
  /// Sum of ceil(a)*ceil(b)*scale, where ceil(x) is max(|x|, 2^-6) unless x is zero: the weight by which
  /// errors are bounded (reference/exact/bound.hpp). Never less than the exact sum, above it by at most 2^-15
  /// relative.
  std::vector<double> magnitude;
  std::vector<std::uint16_t> rounded;  ///< exact result rounded once, nearest even, to the output format
};

/// Block sums are exact in double (operands have 4 significant bits and a narrow exponent range); blocks are
/// combined exactly whatever their scales.
GroupedGemmExact exact(const GroupedGemm& problem, const GroupedGemmData& data);

}  // namespace lockstep::operators
