// What the kernels of the corpus share, without ROCm's headers.
#pragma once

#define KERNEL extern "C" __attribute__((global)) void
#define SHARED __attribute__((shared)) static

static __attribute__((device)) inline int thread() {
  return static_cast<int>(__builtin_amdgcn_workitem_id_x());
}
static __attribute__((device)) inline int block() {
  return static_cast<int>(__builtin_amdgcn_workgroup_id_x());
}
static __attribute__((device)) inline void sync_threads() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

static __attribute__((device)) inline float exponential(float x) {
  return __builtin_amdgcn_exp2f(x * 1.44269504f);
}
/// The value of a thread of the wave.
static __attribute__((device)) inline int of_lane(int lane, int value) {
  return __builtin_amdgcn_ds_bpermute(4 * lane, value);
}
static __attribute__((device)) inline unsigned add(unsigned* to, unsigned value) {
  return __scoped_atomic_fetch_add(to, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

// fp8 of the arch: e4m3fnuz, or e4m3fn.
#ifdef __gfx942__
constexpr float kLargestFp8 = 240;
constexpr int kFp8Bias = 8;
#else
constexpr float kLargestFp8 = 448;
constexpr int kFp8Bias = 7;
#endif
static __attribute__((device)) inline unsigned char fp8(float x) {
  return static_cast<unsigned char>(__builtin_amdgcn_cvt_pk_fp8_f32(x, x, 0, false));
}
static __attribute__((device)) inline float scale_of(float amax) {
  return amax == 0 ? 1 : amax / kLargestFp8;
}

// All are launched with 4 workgroups, of 64 threads if nothing else is said.
// c[i] = a[i] * scale[0] + b[i], n of them
#define AXPY const float *a, const float *b, const float *scale, float *c, int n
// y[i] += x[i]
#define ADD const float *x, float *y, int n
// sums[r] = the sum of 128 columns of row r: a workgroup of two waves for each of 4 rows
#define SUM const float *x, float *sums
// D[16][16] = A[16][32] * B[32][16]: each workgroup 4 rows
#define MATMUL const float *a, const float *b, float *d
// y[r] = exp(x[r] - max) / sum of these: 4 rows of 100
#define SOFTMAX const float *x, float *y
// y[r] = (x[r] - mean) / sqrt(variance + 1e-5) * gamma + beta: 4 rows of 96
#define NORM const float *x, const float *gamma, const float *beta, float *y
// out[c][r] = in[r][c], 32 x 32: each workgroup of 128 threads 8 rows
#define TRANSPOSE const float *in, float *out
// counts[x[i] % 16] += 1
#define HISTOGRAM const unsigned char *x, unsigned *counts, int n
// 4 rows of 128: scales[r] = the largest |x[r]| / the largest fp8, q[r] = x[r] / scales[r]; 1 for a row of
// zeros
#define QUANTISE const float *x, unsigned char *q, float *scales
// MATMUL with room for four partial results, and a counter that is 0
#define SPLIT_K const float *a, const float *b, float *d, float *work, unsigned *counter
// c[i] = 3 * a[i] + 1, with a counter that is 0
#define TILES const int *a, int *c, unsigned *next, int n
// y[b][i] = x[b][0] + ... + x[b][i]: 4 times 128, a thread for each
#define SCAN const int *x, int *y
// 32 rows of 16: out[i] = table[index[i]], rows of a negative index stay as they are
#define GATHER const float *table, const int *index, float *out
// sums[r] += the sum of 128 columns of row r
#define ACCUMULATE const float *x, float *sums
