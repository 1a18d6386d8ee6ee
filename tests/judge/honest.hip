// Kernels that do what they say, in as many ways as people write them. None may be found anything wrong with.
#include "common.hpp"

KERNEL axpy(AXPY) {
  const int i = block() * 64 + thread();
  if (i < n) c[i] = __builtin_fmaf(a[i], scale[0], b[i]);
}

KERNEL axpy_grid_stride(AXPY) {
  for (int i = thread() * 4 + block(); i < n; i += 256) c[i] = __builtin_fmaf(a[i], scale[0], b[i]);
}

KERNEL axpy_in_fours(AXPY) {
  typedef float Four __attribute__((ext_vector_type(4)));
  const int i = 4 * thread();
  if (block() != 0 || i >= n) return;
  if (i + 4 <= n) {
    const Four left = *reinterpret_cast<const Four*>(a + i), right = *reinterpret_cast<const Four*>(b + i);
    Four sum;
    for (int k = 0; k < 4; ++k) sum[k] = __builtin_fmaf(left[k], scale[0], right[k]);
    *reinterpret_cast<Four*>(c + i) = sum;
    return;
  }
  for (int k = i; k < n; ++k) c[k] = __builtin_fmaf(a[k], scale[0], b[k]);
}

KERNEL axpy_through_lds(AXPY) {
  SHARED float staged[64];
  const int i = block() * 64 + thread(), mirrored = block() * 64 + 63 - thread();
  staged[thread()] = i < n ? a[i] : 0;
  sync_threads();
  if (mirrored < n) c[mirrored] = __builtin_fmaf(staged[63 - thread()], scale[0], b[mirrored]);
}

KERNEL axpy_backwards(AXPY) {
  const int i = n - 1 - (block() * 64 + thread());
  if (i >= 0) c[i] = __builtin_fmaf(a[i], scale[0], b[i]);
}

KERNEL axpy_one_thread_of_a_wave(AXPY) {
  if (thread() != 0) return;
  for (int i = block() * 64; i < n && i < block() * 64 + 64; ++i) c[i] = __builtin_fmaf(a[i], scale[0], b[i]);
}

KERNEL add_in_place(ADD) {
  const int i = block() * 64 + thread();
  if (i < n) y[i] += x[i];
}

KERNEL add_in_place_through_lds(ADD) {
  SHARED float staged[64];
  const int i = block() * 64 + thread();
  if (i < n) staged[thread()] = x[i];
  sync_threads();
  if (i < n) y[i] = staged[thread()] + y[i];
}

KERNEL sum(SUM) {
  SHARED float part[128];
  part[thread()] = x[block() * 128 + thread()];
  for (int half = 64; half > 0; half /= 2) {
    sync_threads();
    if (thread() < half) part[thread()] += part[thread() + half];
  }
  if (thread() == 0) sums[block()] = part[0];
}

// Another order: within the tolerance of the reference.
KERNEL sum_one_after_the_other(SUM) {
  if (thread() != 0) return;
  float sum = 0;
  for (int i = 0; i < 128; ++i) sum += x[block() * 128 + i];
  sums[block()] = sum;
}

KERNEL sum_by_shuffles(SUM) {
  if (thread() >= 64) return;
  float own = x[block() * 128 + thread()] + x[block() * 128 + 64 + thread()];
  for (int apart = 32; apart > 0; apart /= 2)
    own += __builtin_bit_cast(
        float, __builtin_amdgcn_ds_bpermute(4 * (thread() ^ apart), __builtin_bit_cast(int, own)));
  if (thread() == 0) sums[block()] = own;
}

KERNEL matmul(MATMUL) {
  const int row = 4 * block() + thread() / 16, column = thread() % 16;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum = __builtin_fmaf(a[32 * row + k], b[16 * k + column], sum);
  d[16 * row + column] = sum;
}

KERNEL matmul_tiled(MATMUL) {
  SHARED float left[4][8], right[8][16];
  const int row = thread() / 16, column = thread() % 16;
  float sum = 0;
  for (int tile = 0; tile < 4; ++tile) {
    if (thread() < 32)
      left[thread() / 8][thread() % 8] = a[32 * (4 * block() + thread() / 8) + 8 * tile + thread() % 8];
    for (int i = thread(); i < 128; i += 64) right[i / 16][i % 16] = b[16 * (8 * tile + i / 16) + i % 16];
    sync_threads();
    for (int k = 0; k < 8; ++k) sum = __builtin_fmaf(left[row][k], right[k][column], sum);
    sync_threads();
  }
  d[16 * (4 * block() + row) + column] = sum;
}

// Two halves of k, added at the end.
KERNEL matmul_split_k(MATMUL) {
  const int row = 4 * block() + thread() / 16, column = thread() % 16;
  float sum[2] = {0, 0};
  for (int k = 0; k < 32; ++k) sum[k / 16] += a[32 * row + k] * b[16 * k + column];
  d[16 * row + column] = sum[0] + sum[1];
}
