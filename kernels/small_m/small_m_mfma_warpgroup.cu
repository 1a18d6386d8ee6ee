// small_m_mfma for sm_90: up to 64 rows of A against row-major MXFP8 weights.
//
// Grid (ceil(n / (4 * 16 * kColumnTiles)), splits), 128 threads; a workgroup takes 64 * kColumnTiles columns
// of D, all rows, and its split's share of k. Rows and columns past the end are neither read nor written.
//
// Declared order, whatever becomes of the 32-blocks elsewhere (together and apart are one): per 32 of k,
// ascending, one wgmma m64nNk32 from nothing; its result times both scales, rounded once; that added to f32
// from +0. With splits, split s sums the s-th share of k to a f32 partial sum; small_m_sum adds the partial
// sums in ascending order. Then one rounding to bf16, nearest even.
#include "kernels/primitives/warpgroup.hpp"

#pragma clang fp contract(off)

namespace {

using namespace lockstep::device;
using namespace lockstep::device::warpgroup;

constexpr int kColumns = 64;  // at a time

struct SmallM {
  std::uint16_t* d;
  float* partial;
  const std::uint8_t *a, *a_scale, *b, *b_scale;
  int m, n, k, splits, steps;
};

/// Line `line` of one operand, of `lines`: zeros past the last.
LOCKSTEP_DEVICE Chunk chunk_of(const std::uint8_t* codes, int line, int lines, int k, std::int64_t at) {
  return line < lines ? *reinterpret_cast<const Chunk*>(codes + line * static_cast<std::int64_t>(k) + at)
                      : Chunk{};
}
LOCKSTEP_DEVICE std::uint32_t scale_of(const std::uint8_t* scales, int line, int lines, int k,
                                       std::int64_t at) {
  return line < lines ? scales[line * static_cast<std::int64_t>(k / kDeep) + at / kDeep] : 127;
}

/// Columns from `first` on.
LOCKSTEP_DEVICE Sums<kColumns> product(const SmallM& p, std::int64_t first) {
  LOCKSTEP_SHARED Operand<kRows> a;
  LOCKSTEP_SHARED Operand<kColumns> b;
  Sums<kColumns> sum = {}, part = {};
  const int columns = p.n - first < kColumns ? static_cast<int>(p.n - first) : kColumns;
  const std::uint8_t *const b_codes = p.b + first * p.k, *const b_scales = p.b_scale + first * (p.k / kDeep);
  for (int step = scalar::workgroup_y() * p.steps, i = 0; i < p.steps; ++i) {
    const std::int64_t at = static_cast<std::int64_t>(step + i) * kStep;
    stage(a, [&](int line, int chunk) { return chunk_of(p.a, line, p.m, p.k, at + chunk * kChunk); });
    stage(b, [&](int line, int chunk) { return chunk_of(b_codes, line, columns, p.k, at + chunk * kChunk); });
    publish();
    for (int block = 0; block < kInstructions; ++block) {
      multiply<Element::e4m3, Element::e4m3>(a, b, block, block + 1, /*accumulate=*/false, part);
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const std::uint32_t a_scale = scale_of(p.a_scale, row(half), p.m, p.k, at + block * kDeep);
#pragma unroll
        for (int j = 0; j < kColumns / kWide; ++j)
#pragma unroll
          for (int e = 0; e < 2; ++e) {
            const std::uint32_t b_scale = scale_of(b_scales, column(j, e), columns, p.k, at + block * kDeep);
            const double scaled =
                static_cast<double>(part.d[j][2 * half + e]) * scalar::product_of_e8m0(a_scale, b_scale);
            sum.d[j][2 * half + e] = sum.d[j][2 * half + e] + static_cast<float>(scaled);
          }
      }
    }
    meet();  // the next step overwrites shared memory
  }
  return sum;
}

LOCKSTEP_DEVICE __attribute__((noinline)) void run(const SmallM& p, int column_tiles) {
  const std::int64_t begin = static_cast<std::int64_t>(scalar::workgroup_x()) * kColumns * column_tiles;
  float* const partial = p.partial + static_cast<std::int64_t>(scalar::workgroup_y()) * p.m * p.n;
  for (std::int64_t first = begin; first < p.n && first < begin + kColumns * column_tiles;
       first += kColumns) {
    for_each(product(p, first), [&](int line, int column, float sum) {
      if (line >= p.m || first + column >= p.n) return;
      const std::int64_t at = line * static_cast<std::int64_t>(p.n) + first + column;
      if (p.splits == 1)
        p.d[at] = scalar::Bf16::code(sum);
      else
        partial[at] = sum;
    });
  }
}

}  // namespace

#define LOCKSTEP_SMALL_M(NAME, COLUMN_TILES)                                                                \
  extern "C" __attribute__((global)) void NAME(std::uint16_t* d, float* partial, const std::uint8_t* a,     \
                                               const std::uint8_t* a_scale, const std::uint8_t* b,          \
                                               const std::uint8_t* b_scale, std::int32_t m, std::int32_t n, \
                                               std::int32_t k, std::int32_t splits, std::int32_t steps) {   \
    run({d, partial, a, a_scale, b, b_scale, m, n, k, splits, steps}, COLUMN_TILES);                        \
  }
#define LOCKSTEP_SMALL_M_COLUMNS(ROWS)                    \
  LOCKSTEP_SMALL_M(small_m_mfma_r##ROWS##_c1_together, 1) \
  LOCKSTEP_SMALL_M(small_m_mfma_r##ROWS##_c2_together, 2) \
  LOCKSTEP_SMALL_M(small_m_mfma_r##ROWS##_c4_together, 4) \
  LOCKSTEP_SMALL_M(small_m_mfma_r##ROWS##_c1_apart, 1)    \
  LOCKSTEP_SMALL_M(small_m_mfma_r##ROWS##_c2_apart, 2)    \
  LOCKSTEP_SMALL_M(small_m_mfma_r##ROWS##_c4_apart, 4)

LOCKSTEP_SMALL_M_COLUMNS(1)
LOCKSTEP_SMALL_M_COLUMNS(2)
LOCKSTEP_SMALL_M_COLUMNS(4)

/// d[i] = bf16 of partial[0][i] + partial[1][i] + ..., ascending; 1024 elements per workgroup.
extern "C" __attribute__((global)) void small_m_sum(std::uint16_t* d, const float* partial,
                                                    std::int64_t count, std::int32_t splits) {
  constexpr int kPerWorkgroup = 1024;
  const std::int64_t begin = static_cast<std::int64_t>(scalar::workgroup_x()) * kPerWorkgroup;
  for (std::int64_t i = begin + scalar::thread_index(); i < begin + kPerWorkgroup && i < count;
       i += kThreads) {
    float sum = partial[i];
    for (int split = 1; split < splits; ++split) sum = sum + partial[split * count + i];
    d[i] = scalar::Bf16::code(sum);
  }
}
