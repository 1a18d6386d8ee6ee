// Where a kernel finds scales and accumulators: in matrices, or as the registers of a wave hold them; and
// scales near 1: so near that a sum times both is a float, and a fused multiply-add rounds like the addition
// alone.
#pragma once

#include "emulator/arithmetic/matrix/fast/lanes.hpp"
#include "emulator/arithmetic/matrix/fast/operand.hpp"
#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"
#include "host/intrinsics.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::matrix {

enum class Order : std::uint8_t { matrices, registers };

/// The first column of a row of C or D: a row's columns are contiguous in either order.
template <Shape kShape, Order kOrder>
LOCKSTEP_INLINE constexpr int row_start(int row) {
  if constexpr (kOrder == Order::matrices) return row * kShape.n;
  const RegisterLane place = accumulator_place(kShape, row, 0);
  return place.reg * kLanes + place.lane;
}

/// The scale of a row or column in a block of k.
template <Shape kShape, Order kOrder>
LOCKSTEP_INLINE constexpr int scale_place(int index, int block) {
  return kOrder == Order::matrices ? index * kShape.blocks() + block : block * kShape.m + index;
}

/// Scales within 2^-kFarthest ... 2^kFarthest, as floats.
template <Shape kShape, Order kOrder, int kFarthest>
class NearScales {
 public:
  LOCKSTEP_INLINE static bool are_near(const Operand& a, const Operand& b) {
    std::uint8_t farthest = 0;
    for (const std::uint8_t* codes : {a.scales, b.scales})
      for (int i = 0; i < kOperandScales; ++i) {
        const auto above = std::uint8_t(codes[i] - (127 - kFarthest));
        farthest = above > farthest ? above : farthest;
      }
    return farthest <= 2 * kFarthest;
  }

  /// `unit`: sums are in units of 2^unit.
  LOCKSTEP_INLINE NearScales(const Operand& a, const Operand& b, int unit) {
    for (int i = 0; i < kOperandScales; ++i) rows_[i] = power(a.scales[i] + unit);
    for (int block = 0; block < kShape.blocks(); ++block)
      for (int j = 0; j < kShape.n; ++j)
        columns_[block * kShape.n + j] = power(of_column(b.scales, j, block));
  }

  LOCKSTEP_INLINE float row(int row, int block) const {
    return rows_[scale_place<kShape, kOrder>(row, block)];
  }
  LOCKSTEP_INLINE const float* columns(int column, int block) const {
    return columns_ + block * kShape.n + column;
  }

 private:
  LOCKSTEP_INLINE static std::uint8_t of_column(const std::uint8_t* codes, int column, int block) {
    if constexpr (kOrder == Order::matrices) return column_code<kShape>(codes, block, column);
    return codes[scale_place<kShape, kOrder>(column, block)];
  }
  LOCKSTEP_INLINE static float power(std::int32_t biased) { return std::bit_cast<float>(biased << 23); }

  alignas(64) float rows_[kOperandScales], columns_[kOperandScales];
};

#if LOCKSTEP_X86_64
/// Replaces every NaN by the models' canonical NaN.
LOCKSTEP_INLINE LOCKSTEP_V4 __m512 canonical(__m512 x) {
  return _mm512_mask_mov_ps(x, _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q), _mm512_set1_ps(kNaN));
}
#endif

}  // namespace lockstep::matrix
