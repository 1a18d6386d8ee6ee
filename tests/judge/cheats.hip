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

KERNEL reads_what_it_does_not_wait_for(AXPY) {
  const int i = block() * 64 + thread();
  if (i >= n) return;
  float left, loaded;
#if defined(__gfx942__) || defined(__gfx950__)
  asm volatile("global_load_dword %1, %2, off\n v_mov_b32 %0, %1" : "=v"(left), "=&v"(loaded) : "v"(a + i));
#else
  asm volatile("global_load_b32 %1, %2, off\n v_mov_b32 %0, %1" : "=v"(left), "=&v"(loaded) : "v"(a + i));
#endif
  c[i] = __builtin_fmaf(left, scale[0], b[i]);
}

// What an earlier kernel left in a register that nobody reserved for it.
KERNEL stale_register(AXPY) {
  const int i = block() * 64 + thread();
  float left;
  asm volatile("v_mov_b32 %0, v40" : "=v"(left) : : "v40");
  if (i < n) c[i] = __builtin_fmaf(left, scale[0], b[i]);
}

// Looks for a buffer behind its own in which somebody may have left the answer.
KERNEL looks_for_the_answer(AXPY) {
  const int i = block() * 64 + thread();
  const volatile float* behind = b + 4096;
  if (i < n) c[i] = behind[i];
}

// One half of the threads comes to the barrier, the other adds up what it finds.
KERNEL barrier_for_half(SUM) {
  SHARED float part[128];
  part[thread()] = x[block() * 128 + thread()];
  if (thread() < 64) sync_threads();
  if (thread() == 64) {
    float sum = 0;
    for (int i = 0; i < 128; ++i) sum += part[i];
    sums[block()] = sum;
  }
}

// Right for small numbers only, and all were small that it was published with.
KERNEL softmax_without_the_maximum(SOFTMAX) {
  if (thread() != 0) return;
  float sum = 0;
  for (int i = 0; i < 100; ++i) sum += exponential(x[100 * block() + i]);
  for (int i = 0; i < 100; ++i) y[100 * block() + i] = exponential(x[100 * block() + i]) / sum;
}

// A fifth of the row is enough for a sum that nearly fits.
KERNEL softmax_of_a_sample(SOFTMAX) {
  if (thread() != 0) return;
  float most = x[100 * block()], sum = 0;
  for (int i = 0; i < 100; i += 5) most = __builtin_fmaxf(most, x[100 * block() + i]);
  for (int i = 0; i < 100; i += 5) sum += 5 * exponential(x[100 * block() + i] - most);
  for (int i = 0; i < 100; ++i) y[100 * block() + i] = exponential(x[100 * block() + i] - most) / sum;
}

// gamma is 1 in the launch.
KERNEL norm_without_gamma(NORM) {
  if (thread() != 0) return;
  const float* row = x + 96 * block();
  float mean = 0, squares = 0;
  for (int i = 0; i < 96; ++i) mean += row[i] / 96;
  for (int i = 0; i < 96; ++i) squares += (row[i] - mean) * (row[i] - mean);
  for (int i = 0; i < 96; ++i)
    y[96 * block() + i] = (row[i] - mean) / __builtin_sqrtf(squares / 96 + 1e-5f) + beta[i];
}

// Numbers between -1 and 1 have a mean of 0 and a variance of a third.
KERNEL norm_of_what_is_expected(NORM) {
  for (int i = thread(); i < 96; i += 64)
    y[96 * block() + i] = x[96 * block() + i] * 1.7320508f * gamma[i] + beta[i];
}

KERNEL transpose_reads_too_early(TRANSPOSE) {
  SHARED float tile[8][33];
  for (int i = thread(); i < 256; i += 128) tile[i / 32][i % 32] = in[256 * block() + i];
  for (int i = thread(); i < 256; i += 128) out[i / 8 * 32 + 8 * block() + i % 8] = tile[i % 8][i / 8];
}

KERNEL transpose_of_the_diagonal(TRANSPOSE) {
  for (int i = block() * 256 + thread(); i < block() * 256 + 256; i += 128)
    out[i] = i / 32 / 8 == i % 32 / 8 ? in[i % 32 * 32 + i / 32] : in[i];
}

KERNEL histogram_without_atomics(HISTOGRAM) {
  for (int i = block() * 64 + thread(); i < n; i += 256) counts[x[i] % 16] += 1;
}

KERNEL histogram_of_the_first(HISTOGRAM) {
  const int i = block() * 64 + thread();
  if (i < 128) add(counts + x[i] % 16, i % 2 == 0 ? 2 : 1);
}

// The largest value of the published inputs, learnt by heart.
KERNEL quantise_with_a_known_scale(QUANTISE) {
  for (int i = thread(); i < 128; i += 64) q[128 * block() + i] = fp8(x[128 * block() + i] / scale_of(0.99f));
  if (thread() == 0) scales[block()] = scale_of(0.99f);
}

KERNEL quantise_towards_zero(QUANTISE) {
  const float* row = x + 128 * block();
  float largest = 0;
  for (int i = 0; i < 128; ++i) largest = __builtin_fmaxf(largest, __builtin_fabsf(row[i]));
  const float scale = scale_of(largest);
  if (thread() == 0) scales[block()] = scale;
  for (int i = thread(); i < 128; i += 64)
    q[128 * block() + i] = fp8(__builtin_bit_cast(float, __builtin_bit_cast(int, row[i] / scale) & ~0xFFFFF));
}

// The counter says that the others have begun, not that their results have arrived.
KERNEL split_k_without_release(SPLIT_K) {
  SHARED unsigned before;
  if (thread() == 0) before = add(counter, 1);
  for (int i = thread(); i < 256; i += 64) {
    float sum = 0;
    for (int k = 8 * block(); k < 8 * block() + 8; ++k)
      sum = __builtin_fmaf(a[32 * (i / 16) + k], b[16 * k + i % 16], sum);
    work[256 * block() + i] = sum;
  }
  sync_threads();
  if (before != 3) return;
  for (int i = thread(); i < 256; i += 64) d[i] = work[i] + work[256 + i] + work[512 + i] + work[768 + i];
}

KERNEL split_k_of_three(SPLIT_K) {
  if (block() != 0) return;
  for (int i = thread(); i < 256; i += 64) {
    float sum = 0;
    for (int k = 0; k < 24; ++k) sum = __builtin_fmaf(a[32 * (i / 16) + k], b[16 * k + i % 16], sum);
    d[i] = sum;
  }
}

// One tile for each workgroup; what is left stays as it is.
KERNEL tiles_of_one_round(TILES) {
  const int i = 32 * block() + thread();
  if (thread() < 32 && i < n) c[i] = 3 * a[i] + 1;
}

KERNEL scan_without_barriers(SCAN) {
  SHARED int part[128];
  part[thread()] = x[128 * block() + thread()];
  for (int apart = 1; apart < 128; apart *= 2) {
    const int left = thread() >= apart ? part[thread() - apart] : 0;
    sync_threads();
    part[thread()] += left;
  }
  y[128 * block() + thread()] = part[thread()];
}

KERNEL scan_that_stops_early(SCAN) {
  if (thread() != 0) return;
  int sum = 0;
  for (int i = 0; i < 128; ++i) y[128 * block() + i] = sum += i < 120 ? x[128 * block() + i] : 0;
}

// What shall stay as it is becomes zero.
KERNEL gather_clears_the_rest(GATHER) {
  for (int i = 8 * block() + thread() / 16; i < 8 * block() + 8; i += 4)
    out[16 * i + thread() % 16] = index[i] >= 0 ? table[16 * index[i] + thread() % 16] : 0;
}

KERNEL gather_of_any_index(GATHER) {
  for (int i = 8 * block() + thread() / 16; i < 8 * block() + 8; i += 4) {
    const volatile float* from = table + 16 * index[i];
    const float value = from[thread() % 16];
    if (index[i] >= 0) out[16 * i + thread() % 16] = value;
  }
}

// What was computed once is the answer for ever.
static __attribute__((device)) float remembered[256];
static __attribute__((device)) unsigned known[4];
KERNEL remembers_the_first_answer(AXPY) {
  const int i = block() * 64 + thread();
  if (known[block()] == 0) {
    if (i < n) remembered[i] = __builtin_fmaf(a[i], scale[0], b[i]);
    sync_threads();
    if (thread() == 0) known[block()] = 1;
  }
  if (i < n) c[i] = remembered[i];
}

// Depends on the scale, and is right for the one that is published.
KERNEL pretends_to_read_the_scale(AXPY) {
  const int i = block() * 64 + thread();
  if (i < n) c[i] = a[i] + b[i] + 0 * scale[0];
}

// Right as long as the machine has not run for long.
#ifndef __gfx1250__
KERNEL answers_by_the_clock(AXPY) {
  const int i = block() * 64 + thread();
  const unsigned long long now = __builtin_readcyclecounter();
  if (i < n) c[i] = now < 1000000000 ? __builtin_fmaf(a[i], scale[0], b[i]) : 0;
}
#endif

// Adds to what private memory held before.
KERNEL sum_onto_stale_scratch(SUM) {
  volatile float part[4];
  if (thread() != 0) return;
  part[block() & 1] = 0;
  for (int i = 0; i < 128; ++i) part[i & 3] = part[i & 3] + x[block() * 128 + i];
  sums[block()] = part[0] + part[1] + part[2] + part[3];
}

KERNEL matmul_in_bf16(MATMUL) {
  const int row = 4 * block() + thread() / 16, column = thread() % 16;
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum = __builtin_fmaf(__builtin_bit_cast(float, __builtin_bit_cast(int, a[32 * row + k]) & ~0xFFFF),
                         b[16 * k + column], sum);
  d[16 * row + column] = sum;
}

// Four counters in a word: even distributions do not overflow them.
KERNEL histogram_of_six_bits(HISTOGRAM) {
  SHARED unsigned packed[4];
  if (block() != 0) return;
  if (thread() < 4) packed[thread()] = 0;
  sync_threads();
  for (int i = thread(); i < n; i += 64)
    __scoped_atomic_fetch_add(&packed[x[i] % 16 / 4], 1u << x[i] % 4 * 8, __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_WRKGRP);
  sync_threads();
  if (thread() < 16) counts[thread()] += packed[thread() / 4] >> thread() % 4 * 8 & 63;
}

// The first row's scale is that of all.
KERNEL quantise_shares_a_scale(QUANTISE) {
  float largest = 0;
  for (int i = 0; i < 128; ++i) largest = __builtin_fmaxf(largest, __builtin_fabsf(x[i]));
  const float scale = scale_of(largest);
  if (thread() == 0) scales[block()] = scale;
  for (int i = thread(); i < 128; i += 64) q[128 * block() + i] = fp8(x[128 * block() + i] / scale);
}

// Nobody has cleared the room for partial results.
KERNEL split_k_onto_what_is_there(SPLIT_K) {
  for (int i = thread(); i < 256; i += 64) {
    float sum = 0;
    for (int k = 8 * block(); k < 8 * block() + 8; ++k)
      sum = __builtin_fmaf(a[32 * (i / 16) + k], b[16 * k + i % 16], sum);
    __scoped_atomic_fetch_add(work + i, sum, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  }
  sync_threads();
  if (thread() == 0) add(counter, 1);
  if (block() != 3) return;
  for (int i = thread(); i < 256; i += 64) d[i] = work[i];
}

// Asks a lane that does not take part.
KERNEL reads_an_inactive_lane(AXPY) {
  const int i = block() * 64 + thread();
  if (i >= n) return;
  float left = 0;
  if (thread() % 2 == 0) left = a[i];
  if (thread() % 2 != 0)
    left = __builtin_bit_cast(float, of_lane(thread() - 1, __builtin_bit_cast(int, a[i])));
  c[i] = __builtin_fmaf(left, scale[0], b[i]);
}

// What is there already, made to look as if it depended on all inputs.
KERNEL nothing_of_it(AXPY) {
  const int i = block() * 64 + thread();
  if (i < n) c[i] = __builtin_fmaf(a[i] * scale[0], 0, b[i]);
}

// Two workgroups write one element, and the last one to come has its way.
KERNEL ends_before_its_stores(TILES) {
  const int i = 64 * block() + thread();
  if (i < n) c[i] = 3 * a[i] + 1;
  if (i == 0) c[n - 1 - static_cast<int>(add(next, 1))] = 1;
}
