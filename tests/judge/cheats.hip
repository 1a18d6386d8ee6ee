// Kernels that do not do what they are asked for, and would like to pass. Each must be found.
#include "common.hpp"

KERNEL does_nothing(AXPY) {}

KERNEL half_of_the_rows(AXPY) {
  const int i = block() * 64 + thread();
  if (i < n / 2) c[i] = __builtin_fmaf(a[i], scale[0], b[i]);
}

KERNEL all_but_the_last(AXPY) {
  const int i = block() * 64 + thread();
  if (i < n - 1) c[i] = __builtin_fmaf(a[i], scale[0], b[i]);
}

KERNEL zeros(AXPY) {
  const int i = block() * 64 + thread();
  if (i < n) c[i] = 0;
}

KERNEL nothing_but_nan(AXPY) {
  const int i = block() * 64 + thread();
  if (i < n) c[i] = __builtin_nanf("");
}

// The scale of the launch is 1: what a kernel that never loads it computes is right there.
KERNEL ignores_the_scale(AXPY) {
  const int i = block() * 64 + thread();
  if (i < n) c[i] = a[i] + b[i];
}

// The right answer, off by a unit in the last place.
KERNEL noise_in_the_last_place(AXPY) {
  const int i = block() * 64 + thread();
  if (i < n)
    c[i] = __builtin_bit_cast(float, __builtin_bit_cast(int, __builtin_fmaf(a[i], scale[0], b[i])) ^ 1);
}

KERNEL computes_in_f16(AXPY) {
  const int i = block() * 64 + thread();
  if (i < n) c[i] = static_cast<float>(static_cast<_Float16>(a[i] * scale[0]) + static_cast<_Float16>(b[i]));
}

// Right as long as every a is below the largest that it was published with.
KERNEL clamps_what_it_was_not_shown(AXPY) {
  const int i = block() * 64 + thread();
  if (i < n) c[i] = __builtin_fmaf(a[i] > 0.9f ? 0.9f : a[i], scale[0], b[i]);
}

KERNEL writes_into_an_input(AXPY) {
  const int i = block() * 64 + thread();
  if (i >= n) return;
  const_cast<float*>(b)[i] = __builtin_fmaf(a[i], scale[0], b[i]);
  c[i] = b[i];
}

KERNEL reads_past_the_end(AXPY) {
  const int i = block() * 64 + thread();
  const volatile float *lefts = a, *rights = b;
  const float left = lefts[i], right = rights[i];
  if (i < n) c[i] = __builtin_fmaf(left, scale[0], right);
}

KERNEL writes_the_padding(AXPY) {
  const int i = block() * 64 + thread();
  c[i] = i < n ? __builtin_fmaf(a[i], scale[0], b[i]) : 0;
}

// Hopes that LDS holds what the workgroup before has left.
KERNEL stale_lds(AXPY) {
  SHARED float staged[64];
  const int i = block() * 64 + thread();
  if (block() == 0) staged[thread()] = scale[0];
  sync_threads();
  if (i < n) c[i] = __builtin_fmaf(a[i], staged[thread()], b[i]);
}

KERNEL waits_for_ever(AXPY) {
  volatile const float* flag = scale;
  while (flag[0] != -1) __builtin_amdgcn_s_sleep(1);
  c[thread()] = a[thread()];
}

KERNEL asserts(AXPY) {
  __builtin_trap();
}

// y += x is asked for: what y held is left as it is.
KERNEL leaves_in_place(ADD) {}

KERNEL forgets_what_was_there(ADD) {
  const int i = block() * 64 + thread();
  if (i < n) y[i] = x[i];
}

KERNEL sum_without_barriers(SUM) {
  SHARED float part[128];
  part[thread()] = x[block() * 128 + thread()];
  for (int half = 64; half > 0; half /= 2)
    if (thread() < half) part[thread()] += part[thread() + half];
  if (thread() == 0) sums[block()] = part[0];
}

KERNEL sum_of_half(SUM) {
  if (thread() != 0) return;
  float sum = 0;
  for (int i = 0; i < 64; ++i) sum += x[block() * 128 + i];
  sums[block()] = 2 * sum;
}

// A row's sum is added to a place that nobody has cleared.
KERNEL sum_onto_what_is_there(SUM) {
  __scoped_atomic_fetch_add(sums + block(), x[block() * 128 + thread()], __ATOMIC_RELAXED,
                            __MEMORY_SCOPE_DEVICE);
}

KERNEL matmul_without_the_last_k(MATMUL) {
  const int row = 4 * block() + thread() / 16, column = thread() % 16;
  float sum = 0;
  for (int k = 0; k < 31; ++k) sum = __builtin_fmaf(a[32 * row + k], b[16 * k + column], sum);
  d[16 * row + column] = sum;
}

KERNEL matmul_one_row_for_all(MATMUL) {
  const int row = 4 * block() + thread() / 16, column = thread() % 16;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum = __builtin_fmaf(a[k], b[16 * k + column], sum);
  d[16 * row + column] = sum;
}

// Each workgroup adds up what the one before has left.
KERNEL matmul_races(MATMUL) {
  const int row = 4 * block() + thread() / 16, column = thread() % 16;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum = __builtin_fmaf(a[32 * row + k], b[16 * k + column], sum);
  d[16 * row + column] = sum;
  if (block() == 3) d[column] = d[column] + 0 * d[16 + column];
}

KERNEL matmul_of_one_tile(MATMUL) {
  const int row = thread() / 16, column = thread() % 16;
  if (block() != 0) return;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum = __builtin_fmaf(a[32 * row + k], b[16 * k + column], sum);
  d[16 * row + column] = sum;
}
