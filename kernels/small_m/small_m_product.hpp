// What the kernels named small_m_mfma have in common: their arguments, the sum of splits, and their
// instances.
#pragma once

#include "kernels/small_m/small_m_store.hpp"

namespace lockstep::device {

struct SmallMOperands {
  void* d;         ///< [m][n] bf16
  float* partial;  ///< [splits][m][n], used with more than one split
  const std::uint8_t* a;
  const std::uint8_t* a_scale;
  const std::uint8_t* b;
  const std::uint8_t* b_scale;
  int m, n, k, splits;
  int steps;  ///< steps of 128 of k in one split
};

/// d[i] = bf16 of partial[0][i] + partial[1][i] + ..., ascending; 1024 elements per workgroup, four at a time
/// per thread.
__device__ inline void small_m_sum(std::uint16_t* d, const float* partial, std::int64_t count, int splits) {
  constexpr int kAtOnce = 4, kPerWorkgroup = 1024;
  const std::int64_t first = std::int64_t{__builtin_amdgcn_workgroup_id_x()} * kPerWorkgroup;
  const int here = count - first < kPerWorkgroup ? static_cast<int>(count - first) : kPerWorkgroup;
  for (int index = this_thread().index * kAtOnce; index < kPerWorkgroup; index += kThreads * kAtOnce) {
    const auto load = [&](int split) {
      const Buffer from(partial + split * count + first, here * 4);
      return small_m::load_f32(from, index);
    };
    Float4 sum = load(0);
    for (int split = 1; split < splits; ++split) sum += load(split);
    small_m::store_bf16(d + first, small_m::Place{1, here, here}, 0, index, sum);
  }
}

}  // namespace lockstep::device

/// The kernels, behind the definition of small_m_mfma<row tiles, column tiles, blocks>. WORKGROUP: their
/// attributes.
#define LOCKSTEP_SMALL_M_MFMA(WORKGROUP, ROW_TILES, COLUMN_TILES, NAME, BLOCKS)                           \
  extern "C" __global__ WORKGROUP void small_m_mfma_r##ROW_TILES##_c##COLUMN_TILES##_##NAME(              \
      void* d, float* partial, const std::uint8_t* a, const std::uint8_t* a_scale, const std::uint8_t* b, \
      const std::uint8_t* b_scale, std::int32_t m, std::int32_t n, std::int32_t k, std::int32_t splits,   \
      std::int32_t steps) {                                                                               \
    lockstep::device::small_m_mfma<ROW_TILES, COLUMN_TILES, lockstep::device::mx::BLOCKS>(                \
        {d, partial, a, a_scale, b, b_scale, m, n, k, splits, steps});                                    \
  }

#define LOCKSTEP_SMALL_M_MFMA_COLUMNS(WORKGROUP, ROW_TILES, NAME, BLOCKS) \
  LOCKSTEP_SMALL_M_MFMA(WORKGROUP, ROW_TILES, 1, NAME, BLOCKS)            \
  LOCKSTEP_SMALL_M_MFMA(WORKGROUP, ROW_TILES, 2, NAME, BLOCKS)            \
  LOCKSTEP_SMALL_M_MFMA(WORKGROUP, ROW_TILES, 4, NAME, BLOCKS)

#define LOCKSTEP_SMALL_M_MFMA_INSTANCES(WORKGROUP)                                                     \
  LOCKSTEP_SMALL_M_MFMA_COLUMNS(WORKGROUP, 1, apart, BlocksApart)                                      \
  LOCKSTEP_SMALL_M_MFMA_COLUMNS(WORKGROUP, 2, apart, BlocksApart)                                      \
  LOCKSTEP_SMALL_M_MFMA_COLUMNS(WORKGROUP, 4, apart, BlocksApart)                                      \
  LOCKSTEP_SMALL_M_MFMA_COLUMNS(WORKGROUP, 1, together, BlocksTogether)                                \
  LOCKSTEP_SMALL_M_MFMA_COLUMNS(WORKGROUP, 2, together, BlocksTogether)                                \
  LOCKSTEP_SMALL_M_MFMA_COLUMNS(WORKGROUP, 4, together, BlocksTogether)                                \
  extern "C" __global__ LOCKSTEP_WORKGROUP void small_m_sum(void* d, const float* partial,             \
                                                            std::int64_t count, std::int32_t splits) { \
    lockstep::device::small_m_sum(static_cast<std::uint16_t*>(d), partial, count, splits);             \
  }
