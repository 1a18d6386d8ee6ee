// small_m_gemv: up to 16 rows of A against row-major MXFP8 weights, without matrix instructions; for
// decoding.
//
// Grid ceil(n / block_n), four waves. The four waves of a workgroup share its block_n columns; a wave takes
// kColumns of them at a time, each against all rows, every lane 16 of 1024 k
// (kernels/primitives/lane_dot.hpp). kRows is m rounded up to a power of two; the rows past m repeat the
// last, and are not stored.
//
// Declared order: chains of 16 products, scaled, added up in every lane, then butterfly over the lanes; one
// rounding to bf16, nearest even.
//
// What limits it: the weights' way from memory for few rows; for many the conversions and chains, 16
// multiply-adds per row and 16 bytes of weights.
#include "kernels/primitives/halves.hpp"
#include "kernels/primitives/lane_dot.hpp"
#include "kernels/small_m/small_m_place.hpp"

namespace lockstep::device {

struct GemvOperands {
  void* d;  ///< [m][n] bf16
  const std::uint8_t* a;
  const std::uint8_t* a_scale;
  const std::uint8_t* b;
  const std::uint8_t* b_scale;
  int m, n, k, block_n;
};

template <int kRows, int kColumns>
__device__ void small_m_gemv(const GemvOperands& o) {
  const Thread thread = this_thread();
  const int per_wave = o.block_n / kWaves;
  const int first = (static_cast<int>(__builtin_amdgcn_workgroup_id_x()) * kWaves + thread.wave) * per_wave;
  const int end = first + per_wave < o.n ? first + per_wave : o.n;
  const lane_dot::Rows rows(o.a, o.a_scale, o.m, o.k);
  for (int column = first; column < end; column += kColumns) {
    const int columns = end - column < kColumns ? end - column : kColumns;
    const lane_dot::Rows weights = small_m::columns_of(o.b, o.b_scale, column, columns, o.k);
    lane_dot::Sums<kRows, kColumns> sums;
    sums.run(rows, weights, o.k, thread.lane);
    small_m::store_totals(
        sums, static_cast<std::uint16_t*>(o.d) + column, columns, o.n, thread.lane,
        [&](int i) { return i < o.m ? i : -1; }, [](int, float x) { return x; });
  }
}

}  // namespace lockstep::device

#define LOCKSTEP_SMALL_M_GEMV(ROWS, COLUMNS)                                                               \
  extern "C" __global__ LOCKSTEP_WORKGROUP void small_m_gemv_r##ROWS##_c##COLUMNS(                         \
      void* d, const std::uint8_t* a, const std::uint8_t* a_scale, const std::uint8_t* b,                  \
      const std::uint8_t* b_scale, std::int32_t m, std::int32_t n, std::int32_t k, std::int32_t block_n) { \
    lockstep::device::small_m_gemv<ROWS, COLUMNS>({d, a, a_scale, b, b_scale, m, n, k, block_n});          \
  }

#define LOCKSTEP_SMALL_M_GEMV_COLUMNS(ROWS) \
  LOCKSTEP_SMALL_M_GEMV(ROWS, 1)            \
  LOCKSTEP_SMALL_M_GEMV(ROWS, 2)

LOCKSTEP_SMALL_M_GEMV_COLUMNS(1)
LOCKSTEP_SMALL_M_GEMV_COLUMNS(2)
LOCKSTEP_SMALL_M_GEMV_COLUMNS(4)
LOCKSTEP_SMALL_M_GEMV_COLUMNS(8)
LOCKSTEP_SMALL_M_GEMV_COLUMNS(16)
