// Grouped GEMM with block-scaled FP8 operands, in the two forms of DeepGEMM's API: contiguous and masked.
//
//   D[r, n] = sum over 128-blocks kb of  sA[r, kb] * sB[g, n/128, kb] * sum over k in kb of A[r, k] * B[g, n,
//   k]
//
// where g is the group of row r. Only *active* rows take part: rows that belong to a group (contiguous), or
// rows below masked_m of their group (masked). The contract reads no other row of A or of its scales, no
// plane of B that has no active row, and writes no other row of D, unless it is asked to fill the rows of no
// group with zeros. Without k every sum is empty: active rows become +0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "reference/formats/format.hpp"
#include "reference/formats/formats.hpp"
#include "reference/operators/output.hpp"
#include "reference/operators/refusal.hpp"
#include "reference/operators/tiling.hpp"

namespace lockstep::operators {

inline constexpr int kScaleBlock =
    128;  ///< k covered by one scale of A and B, and n covered by one scale of B

enum class Grouping : std::uint8_t { contiguous, masked };

/// How a contiguous problem says which rows belong to which group: an id for every row, -1 for none; or, for
/// every group, the row past its last (DeepGEMM's psum layout).
enum class GroupsAs : std::uint8_t { ids, ends };

/// One problem: sizes, formats and routing. Layouts on the device (all little-endian, contiguous):
///   A [rows, k], row-major
///   A scale [k/128, scale_stride()] (contiguous) or [groups, k/128, scale_stride()] (masked), the first m
///   used B [groups, n, k], each plane in the 16x16 weight shuffle      B scale [groups, n/128, k/128] D
///   [rows, n] bf16 or f16, row-major; rows = m (contiguous) or groups * m (masked)
/// Elements and scales are e4m3fn with e8m0 or f32, or e4m3fnuz with f32; f32 scales are finite or NaN.
struct GroupedGemm {
  Grouping grouping = Grouping::contiguous;
  std::int64_t groups = 1;
  std::int64_t m = 0;  ///< contiguous: rows of A and D; masked: row capacity of every group (m_max)
  std::int64_t n = 0;
  std::int64_t k = 0;
  const formats::Format* out = nullptr;                      ///< bfloat16 or float16
  std::vector<std::int32_t> row_group;                       ///< ids: [m] group of each row, -1 for padding
  std::vector<std::int32_t> masked_m;                        ///< masked: [groups] active rows of each group
  const formats::Format* element = &formats::float8_e4m3fn;  ///< elements of A and B; or float8_e4m3fnuz
  const formats::Format* scale = &formats::float8_e8m0fnu;   ///< scales of both; or float32
  GroupsAs groups_as = GroupsAs::ids;
  /// ends: [groups] row past each group's last. A group starts at the end of the one before it, rounded up to
  /// a multiple of `alignment`; the first at row 0. A group without rows ends where it starts.
  std::vector<std::int32_t> group_end = {};
  std::int64_t alignment = kScaleBlock;
  bool zero_padding = false;  ///< contiguous: rows of D that belong to no group are written, as +0
  /// Rows of A's scales are padded to 16 bytes, as DeepGEMM's TMA wants them; the padding is not read.
  bool padded_scales = false;

  std::int64_t rows() const { return grouping == Grouping::masked ? groups * m : m; }
  std::int64_t k_blocks() const { return k / kScaleBlock; }
  std::int64_t scale_bytes() const { return scale->bits / 8; }
  std::int64_t scale_stride() const {
    const std::int64_t unit = padded_scales ? 16 / scale_bytes() : 1;
    return round_up(m, unit);
  }
};

/// The preconditions of the operator itself; a kernel's envelope may add more.
tl::expected<void, Refusal> check(const GroupedGemm& problem);

struct ActiveRow {
  std::int64_t row;  ///< row of A and D
  std::int32_t group;
};

/// The active rows, ascending.
std::vector<ActiveRow> active_rows(const GroupedGemm& problem);

/// The rows of D that zero_padding fills: those in no group. Ascending; empty where it is off.
std::vector<std::int64_t> zeroed_rows(const GroupedGemm& problem);

/// What the contract reads, and nothing else; logical order, no shuffles.
struct GroupedGemmData {
  std::vector<ActiveRow> rows;
  std::vector<int>
      plane_of_group;           ///< [groups] index of the group's plane in b, -1 when it has no active row
  std::vector<std::uint8_t> a;  ///< [active rows][k] codes
  std::vector<std::uint8_t> a_scale;  ///< [active rows][k/128] scales, as the bytes they have in memory
  std::vector<std::uint8_t> b;        ///< [planes][n][k] codes
  std::vector<std::uint8_t> b_scale;  ///< [planes][n/128][k/128] scales, likewise
};

/// Scale number `index` of a_scale or b_scale; exact, NaN for NaN.
double scale_at(const GroupedGemm& problem, const std::vector<std::uint8_t>& scales, std::size_t index);

/// Which magnitudes exact() computes, a third of its work: a caller that asks for few has magnitude().
enum class Magnitudes { all, none };

/// Per element of the active rows, [active rows][n]. A magnitude is never less than the exact sum of
/// ceil(a) * ceil(b) * |scale|, and above it by at most 2^-15 relative; none for Magnitudes::none.
///
/// Block sums are exact in double (operands have 4 significant bits and a narrow exponent range); blocks are
/// combined exactly whatever their scales.
ExactOutput exact(const GroupedGemm& problem, const GroupedGemmData& data,
                  Magnitudes magnitudes = Magnitudes::all);

/// exact().magnitude of one element, of an active row by its number.
double magnitude(const GroupedGemm& problem, const GroupedGemmData& data, std::size_t row,
                 std::int64_t column);
/// No magnitude is above it: that of k elements which are all as large as any can be, and whose scales are as
/// large as the largest of each operand; NaN aside. Scales as the bytes they have in memory.
double magnitude_limit(const formats::Format& element, std::int64_t k, const formats::Format& scale,
                       const std::vector<std::uint8_t>& a_scale, const std::vector<std::uint8_t>& b_scale);

}  // namespace lockstep::operators
