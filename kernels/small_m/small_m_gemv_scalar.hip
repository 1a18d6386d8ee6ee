// small_m_gemv without instructions that move data between lanes, for GPUs that have others: a build of the kernel for
// gfx950 and, as PTX, for sm_90. It takes the same launches: the same grid, 256 threads, the same arguments.
//
// One thread adds up one element of D at a time, in the order that the kernel declares (kernels/primitives/lane_dot.hpp):
// 64 sums, each of the chains of 16 products that a lane has there, each chain brought to its two scales with one rounding;
// then the 64 added in pairs, the pairs in pairs, and so on. No matrix model has a part in it.
//
// It is slow by design: nothing in it is there for speed.
#include "kernels/primitives/scalar.hpp"

#pragma clang fp contract(off)

namespace {

using namespace lockstep::device::scalar;

constexpr int kLanes = 64, kChunk = 16, kMxBlock = 32;
constexpr std::uint32_t kNanScale = 255;

struct Operands {
  const std::uint8_t *a, *a_scale, *b, *b_scale;
  std::int64_t k;
};

LOCKSTEP_DEVICE float chain(const std::uint8_t* a, const std::uint8_t* b) {
  float sum = e4m3fn(a[0]) * e4m3fn(b[0]);
  for (int i = 1; i < kChunk; ++i) sum = __builtin_fmaf(e4m3fn(a[i]), e4m3fn(b[i]), sum);
  return sum;
}

LOCKSTEP_DEVICE float element(const Operands& p, std::int64_t row, std::int64_t column) {
  const std::uint8_t* const a = p.a + row * p.k;
  const std::uint8_t* const b = p.b + column * p.k;
  const std::uint8_t* const a_scale = p.a_scale + row * (p.k / kMxBlock);
  const std::uint8_t* const b_scale = p.b_scale + column * (p.k / kMxBlock);
  bool nan = false;
  float sums[kLanes] = {};
  for (std::int64_t at = 0; at < p.k; at += kChunk) {
    const std::uint32_t x = a_scale[at / kMxBlock], y = b_scale[at / kMxBlock];
    nan |= x == kNanScale || y == kNanScale;
    float& sum = sums[at / kChunk % kLanes];
    sum = sum + static_cast<float>(static_cast<double>(chain(a + at, b + at)) * product_of_e8m0(x, y));
  }
  for (int distance = 1; distance < kLanes; distance *= 2)
    for (int lane = 0; lane < kLanes; lane += 2 * distance) sums[lane] = sums[lane] + sums[lane + distance];
  return nan ? float_of(0x7FC00000u) : sums[0];
}

LOCKSTEP_DEVICE void multiply(std::uint16_t* d, const Operands& p, int m, std::int64_t n, int block_n) {
  const std::int64_t first = static_cast<std::int64_t>(workgroup_x()) * block_n;
  std::int64_t row = 0;
  // The threads in turn take columns of a row, then those of the next; without a division, which takes an approximation.
  for (int at = thread_index();; at += kThreads) {
    for (; at >= block_n; at -= block_n) ++row;
    if (row >= m) return;
    const std::int64_t column = first + at;
    if (column < n) d[row * n + column] = Bf16::code(element(p, row, column));
  }
}

}  // namespace

// The kernel's instances differ in what a wave does at once; a thread does one thing.
#define LOCKSTEP_SCALAR(ROWS, COLUMNS)                                                                     \
  extern "C" __attribute__((global)) void small_m_gemv_r##ROWS##_c##COLUMNS(                               \
      std::uint16_t* d, const std::uint8_t* a, const std::uint8_t* a_scale, const std::uint8_t* b,         \
      const std::uint8_t* b_scale, std::int32_t m, std::int32_t n, std::int32_t k, std::int32_t block_n) { \
    multiply(d, {a, a_scale, b, b_scale, k}, m, n, block_n);                                               \
  }

#define LOCKSTEP_SCALAR_COLUMNS(ROWS) \
  LOCKSTEP_SCALAR(ROWS, 1)            \
  LOCKSTEP_SCALAR(ROWS, 2)

LOCKSTEP_SCALAR_COLUMNS(1)
LOCKSTEP_SCALAR_COLUMNS(2)
LOCKSTEP_SCALAR_COLUMNS(4)
LOCKSTEP_SCALAR_COLUMNS(8)
LOCKSTEP_SCALAR_COLUMNS(16)
