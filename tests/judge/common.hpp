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

// All are launched with 4 workgroups, of 64 threads if nothing else is said.
// c[i] = a[i] * scale[0] + b[i], n of them
#define AXPY const float *a, const float *b, const float *scale, float *c, int n
// y[i] += x[i]
#define ADD const float *x, float *y, int n
// sums[r] = the sum of 128 columns of row r: a workgroup of two waves for each of 4 rows
#define SUM const float *x, float *sums
// D[16][16] = A[16][32] * B[32][16]: each workgroup 4 rows
#define MATMUL const float *a, const float *b, float *d
