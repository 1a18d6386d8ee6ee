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
  const int width = __builtin_amdgcn_wavefrontsize();
  if (thread() >= width) return;
  float own = 0;
  for (int i = thread(); i < 128; i += width) own += x[block() * 128 + i];
  for (int apart = width / 2; apart > 0; apart /= 2)
    own += __builtin_bit_cast(float, of_lane(thread() ^ apart, __builtin_bit_cast(int, own)));
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

// Each workgroup's part comes into LDS without passing through registers.
KERNEL axpy_by_dma(AXPY) {
  SHARED float staged[64];
  const int i = block() * 64 + thread();
#if defined(__gfx942__) || defined(__gfx950__)
  if (i < n)
    __builtin_amdgcn_global_load_lds((__attribute__((address_space(1))) float*)(a + i),
                                     (__attribute__((address_space(3))) float*)staged, 4, 0, 0);
#else
  if (i < n) staged[thread()] = a[i];
#endif
  sync_threads();
  if (i < n) c[i] = __builtin_fmaf(staged[thread()], scale[0], b[i]);
}

// The waves leave one after the other, most without having done anything.
KERNEL axpy_early_exits(AXPY) {
  if (block() != 0) return;
  for (int i = thread(); i < 256; i += 64) {
    if (i >= n) return;
    c[i] = __builtin_fmaf(a[i], scale[0], b[i]);
  }
}

// The second wave waits until the first has said through LDS that its half is there.
KERNEL sum_told_by_a_flag(SUM) {
  SHARED float half;
  SHARED int flag;
  if (thread() == 0) flag = 0;
  sync_threads();
  if (thread() % 64 != 0) return;
  float sum = 0;
  for (int i = 0; i < 64; ++i) sum += x[block() * 128 + thread() + i];
  if (thread() == 64) {
    half = sum;
    __scoped_atomic_store_n(&flag, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_WRKGRP);
    return;
  }
  while (__scoped_atomic_load_n(&flag, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_WRKGRP) == 0) {
  }
  sums[block()] = sum + half;
}

KERNEL matmul_by_matrix_instructions(MATMUL) {
#if defined(__gfx942__) || defined(__gfx950__)
  typedef float Four __attribute__((ext_vector_type(4)));
  if (block() != 0) return;
  const int line = thread() % 16, part = thread() / 16;
  Four sum = {0, 0, 0, 0};
  for (int k = 0; k < 32; k += 4)
    sum = __builtin_amdgcn_mfma_f32_16x16x4f32(a[32 * line + k + part], b[16 * (k + part) + line], sum, 0, 0,
                                               0);
  for (int i = 0; i < 4; ++i) d[16 * (4 * part + i) + line] = sum[i];
#else
  typedef float Two __attribute__((ext_vector_type(2)));
  typedef float Eight __attribute__((ext_vector_type(8)));
  if (block() != 0 || thread() >= 32) return;
  const int line = thread() % 16, part = thread() / 16;
  Eight sum = {0, 0, 0, 0, 0, 0, 0, 0};
  for (int k = 0; k < 32; k += 4) {
    const Two left = {a[32 * line + k + 2 * part], a[32 * line + k + 2 * part + 1]};
    const Two right = {b[16 * (k + 2 * part) + line], b[16 * (k + 2 * part + 1) + line]};
    sum = __builtin_amdgcn_wmma_f32_16x16x4_f32(false, left, false, right, short(0), sum, false, false);
  }
  for (int i = 0; i < 8; ++i) d[16 * (8 * part + i) + line] = sum[i];
#endif
}

KERNEL softmax(SOFTMAX) {
  SHARED float part[64];
  const float* row = x + 100 * block();
  float most = row[thread()];
  if (thread() < 36) most = __builtin_fmaxf(most, row[64 + thread()]);
  part[thread()] = most;
  for (int half = 32; half > 0; half /= 2) {
    sync_threads();
    if (thread() < half) part[thread()] = __builtin_fmaxf(part[thread()], part[thread() + half]);
  }
  sync_threads();
  most = part[0];
  sync_threads();
  float sum = 0;
  for (int i = thread(); i < 100; i += 64) sum += exponential(row[i] - most);
  part[thread()] = sum;
  for (int half = 32; half > 0; half /= 2) {
    sync_threads();
    if (thread() < half) part[thread()] += part[thread() + half];
  }
  sync_threads();
  for (int i = thread(); i < 100; i += 64) y[100 * block() + i] = exponential(row[i] - most) / part[0];
}

// One pass: the sum is scaled whenever the maximum grows.
KERNEL softmax_online(SOFTMAX) {
  SHARED float maxima[64], parts[64];
  const float* row = x + 100 * block();
  float most = -__builtin_inff(), sum = 0;
  for (int i = thread(); i < 100; i += 64) {
    const float now = __builtin_fmaxf(most, row[i]);
    sum = sum * exponential(most - now) + exponential(row[i] - now);
    most = now;
  }
  maxima[thread()] = most;
  parts[thread()] = sum;
  sync_threads();
  float all = -__builtin_inff(), total = 0;
  for (int i = 0; i < 64; ++i) all = __builtin_fmaxf(all, maxima[i]);
  for (int i = 0; i < 64; ++i) total += parts[i] * exponential(maxima[i] - all);
  for (int i = thread(); i < 100; i += 64) y[100 * block() + i] = exponential(row[i] - all) / total;
}

KERNEL softmax_by_one_thread(SOFTMAX) {
  if (thread() != 0) return;
  const float* row = x + 100 * block();
  float most = row[0], sum = 0;
  for (int i = 1; i < 100; ++i) most = __builtin_fmaxf(most, row[i]);
  for (int i = 0; i < 100; ++i) sum += y[100 * block() + i] = exponential(row[i] - most);
  for (int i = 0; i < 100; ++i) y[100 * block() + i] /= sum;
}

KERNEL norm(NORM) {
  SHARED float part[64];
  const float* row = x + 96 * block();
  const bool two = thread() < 32;
  const float first = row[thread()], second = two ? row[64 + thread()] : 0;
  part[thread()] = first + second;
  for (int half = 32; half > 0; half /= 2) {
    sync_threads();
    if (thread() < half) part[thread()] += part[thread() + half];
  }
  sync_threads();
  const float mean = part[0] / 96;
  sync_threads();
  part[thread()] = (first - mean) * (first - mean) + (two ? (second - mean) * (second - mean) : 0);
  for (int half = 32; half > 0; half /= 2) {
    sync_threads();
    if (thread() < half) part[thread()] += part[thread() + half];
  }
  sync_threads();
  const float deviation = __builtin_sqrtf(part[0] / 96 + 1e-5f);
  for (int i = thread(); i < 96; i += 64)
    y[96 * block() + i] = (row[i] - mean) / deviation * gamma[i] + beta[i];
}

// Mean and variance in one pass, as Welford has it.
KERNEL norm_welford(NORM) {
  if (thread() != 0) return;
  const float* row = x + 96 * block();
  float mean = 0, squares = 0;
  for (int i = 0; i < 96; ++i) {
    const float away = row[i] - mean;
    mean += away / static_cast<float>(i + 1);
    squares += away * (row[i] - mean);
  }
  const float inverse = __builtin_amdgcn_rsqf(squares / 96 + 1e-5f);
  for (int i = 0; i < 96; ++i) y[96 * block() + i] = (row[i] - mean) * inverse * gamma[i] + beta[i];
}

KERNEL transpose(TRANSPOSE) {
  for (int i = block() * 256 + thread(); i < block() * 256 + 256; i += 128) out[i % 32 * 32 + i / 32] = in[i];
}

// Eight rows at a time; the line of padding keeps columns on different banks.
KERNEL transpose_through_lds(TRANSPOSE) {
  SHARED float tile[8][33];
  for (int i = thread(); i < 256; i += 128) tile[i / 32][i % 32] = in[256 * block() + i];
  sync_threads();
  for (int i = thread(); i < 256; i += 128) out[i / 8 * 32 + 8 * block() + i % 8] = tile[i % 8][i / 8];
}

KERNEL transpose_swizzled(TRANSPOSE) {
  SHARED float tile[8][32];
  for (int i = thread(); i < 256; i += 128) tile[i / 32][i % 32 ^ i / 32] = in[256 * block() + i];
  sync_threads();
  for (int i = thread(); i < 256; i += 128)
    out[i / 8 * 32 + 8 * block() + i % 8] = tile[i % 8][i / 8 ^ i % 8];
}

// The order of the additions is open, the counts are not.
KERNEL histogram(HISTOGRAM) {
  for (int i = block() * 64 + thread(); i < n; i += 256) add(counts + x[i] % 16, 1);
}

KERNEL histogram_in_lds(HISTOGRAM) {
  SHARED unsigned own[16];
  if (thread() < 16) own[thread()] = 0;
  sync_threads();
  for (int i = block() * 64 + thread(); i < n; i += 256)
    __scoped_atomic_fetch_add(&own[x[i] % 16], 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  sync_threads();
  if (thread() < 16 && own[thread()] != 0) add(counts + thread(), own[thread()]);
}

KERNEL histogram_by_one_bin_each(HISTOGRAM) {
  const int bin = 4 * block() + thread();
  if (thread() >= 4) return;
  unsigned count = 0;
  for (int i = 0; i < n; ++i) count += x[i] % 16 == bin;
  counts[bin] += count;
}

KERNEL quantise(QUANTISE) {
  SHARED float largest[64];
  const float* row = x + 128 * block();
  largest[thread()] = __builtin_fmaxf(__builtin_fabsf(row[thread()]), __builtin_fabsf(row[64 + thread()]));
  for (int half = 32; half > 0; half /= 2) {
    sync_threads();
    if (thread() < half) largest[thread()] = __builtin_fmaxf(largest[thread()], largest[thread() + half]);
  }
  sync_threads();
  const float scale = scale_of(largest[0]);
  if (thread() == 0) scales[block()] = scale;
  for (int i = thread(); i < 128; i += 64) q[128 * block() + i] = fp8(row[i] / scale);
}

// Four bytes at a time, the largest value by atomics on the bits of floats that are not negative.
KERNEL quantise_packed(QUANTISE) {
  SHARED unsigned largest;
  if (thread() == 0) largest = 0;
  sync_threads();
  const int i = 128 * block() + 4 * thread();
  if (thread() < 32)
    for (int k = 0; k < 4; ++k)
      __scoped_atomic_fetch_max(&largest, __builtin_bit_cast(unsigned, __builtin_fabsf(x[i + k])),
                                __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  sync_threads();
  const float scale = scale_of(__builtin_bit_cast(float, largest));
  if (thread() == 0) scales[block()] = scale;
  if (thread() >= 32) return;
  int bytes = __builtin_amdgcn_cvt_pk_fp8_f32(x[i] / scale, x[i + 1] / scale, 0, false);
  bytes = __builtin_amdgcn_cvt_pk_fp8_f32(x[i + 2] / scale, x[i + 3] / scale, bytes, true);
  *reinterpret_cast<int*>(q + i) = bytes;
}

// To the nearest fp8, ties to even, by integers.
KERNEL quantise_in_software(QUANTISE) {
  const float* row = x + 128 * block();
  float largest = 0;
  for (int i = 0; i < 128; ++i) largest = __builtin_fmaxf(largest, __builtin_fabsf(row[i]));
  const float scale = scale_of(largest);
  if (thread() == 0) scales[block()] = scale;
  for (int i = thread(); i < 128; i += 64) {
    const unsigned bits = __builtin_bit_cast(unsigned, row[i] / scale);
    const int exponent = static_cast<int>(bits >> 23 & 255) - 127;
    const int least = exponent < 1 - kFp8Bias ? 1 - kFp8Bias : exponent;
    const int shift = 20 + least - exponent;
    const unsigned whole = bits & 0x7FFFFF | (exponent == -127 ? 0 : 0x800000);
    unsigned rounded = 0;
    if (shift < 32) {
      const unsigned rest = whole & ((1u << shift) - 1), half = 1u << (shift - 1);
      rounded = whole >> shift;
      rounded += rest > half || (rest == half && (rounded & 1) != 0);
    }
    const unsigned magnitude = (static_cast<unsigned>(least + kFp8Bias - 1) << 3) + rounded;
    q[128 * block() + i] =
        static_cast<unsigned char>(magnitude == 0 && kFp8Bias == 8 ? 0 : magnitude | bits >> 24 & 128);
  }
}

// Four parts of k: whoever comes last adds them up, in their order.
KERNEL split_k(SPLIT_K) {
  SHARED unsigned before;
  for (int i = thread(); i < 256; i += 64) {
    float sum = 0;
    for (int k = 8 * block(); k < 8 * block() + 8; ++k)
      sum = __builtin_fmaf(a[32 * (i / 16) + k], b[16 * k + i % 16], sum);
    work[256 * block() + i] = sum;
  }
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
  sync_threads();
  if (thread() == 0) before = __scoped_atomic_fetch_add(counter, 1u, __ATOMIC_ACQ_REL, __MEMORY_SCOPE_DEVICE);
  sync_threads();
  if (before != 3) return;
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
  for (int i = thread(); i < 256; i += 64) d[i] = work[i] + work[256 + i] + work[512 + i] + work[768 + i];
}

// Each workgroup waits for its turn and adds its part to what is there.
KERNEL split_k_in_turn(SPLIT_K) {
  while (__scoped_atomic_load_n(counter, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE) !=
         static_cast<unsigned>(block()))
    __builtin_amdgcn_s_sleep(1);
  for (int i = thread(); i < 256; i += 64) {
    float sum = block() == 0 ? 0 : d[i];
    for (int k = 8 * block(); k < 8 * block() + 8; ++k)
      sum = __builtin_fmaf(a[32 * (i / 16) + k], b[16 * k + i % 16], sum);
    d[i] = sum;
  }
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
  sync_threads();
  if (thread() == 0)
    __scoped_atomic_store_n(counter, static_cast<unsigned>(block()) + 1, __ATOMIC_RELEASE,
                            __MEMORY_SCOPE_DEVICE);
}

KERNEL tiles(TILES) {
  const int i = 64 * block() + thread();
  if (i < n) c[i] = 3 * a[i] + 1;
}

// Each workgroup takes the next sixteen elements that nobody has, as long as there are any.
KERNEL tiles_persistent(TILES) {
  SHARED unsigned tile;
  for (;;) {
    if (thread() == 0) tile = add(next, 1);
    sync_threads();
    const int begin = 16 * static_cast<int>(tile);
    sync_threads();
    if (begin >= n) return;
    if (thread() < 16 && begin + thread() < n) c[begin + thread()] = 3 * a[begin + thread()] + 1;
  }
}

KERNEL scan(SCAN) {
  SHARED int part[2][128];
  const int i = 128 * block() + thread();
  part[0][thread()] = x[i];
  int from = 0;
  for (int apart = 1; apart < 128; apart *= 2, from ^= 1) {
    sync_threads();
    part[from ^ 1][thread()] = part[from][thread()] + (thread() >= apart ? part[from][thread() - apart] : 0);
  }
  y[i] = part[from][thread()];
}

// Up and down a tree, in place.
KERNEL scan_by_a_tree(SCAN) {
  SHARED int tree[128];
  const int own = x[128 * block() + thread()];
  tree[thread()] = own;
  for (int apart = 1; apart < 128; apart *= 2) {
    sync_threads();
    if ((thread() + 1) % (2 * apart) == 0) tree[thread()] += tree[thread() - apart];
  }
  sync_threads();
  if (thread() == 127) tree[127] = 0;
  for (int apart = 64; apart > 0; apart /= 2) {
    sync_threads();
    if ((thread() + 1) % (2 * apart) == 0) {
      const int left = tree[thread() - apart];
      tree[thread() - apart] = tree[thread()];
      tree[thread()] += left;
    }
  }
  sync_threads();
  y[128 * block() + thread()] = tree[thread()] + own;
}

// Within a wave without LDS, between waves through it.
KERNEL scan_by_waves(SCAN) {
  SHARED int totals[4];
  const int width = __builtin_amdgcn_wavefrontsize(), lane = thread() % width, wave = thread() / width;
  int sum = x[128 * block() + thread()];
  for (int apart = 1; apart < width; apart *= 2) {
    const int left = of_lane(lane - apart, sum);
    if (lane >= apart) sum += left;
  }
  if (lane == width - 1) totals[wave] = sum;
  sync_threads();
  for (int before = 0; before < wave; ++before) sum += totals[before];
  y[128 * block() + thread()] = sum;
}

KERNEL gather(GATHER) {
  for (int i = 8 * block() + thread() / 16; i < 8 * block() + 8; i += 4)
    if (index[i] >= 0) out[16 * i + thread() % 16] = table[16 * index[i] + thread() % 16];
}

// A row for each of 32 threads, of which those of negative rows have nothing to do.
KERNEL gather_a_row_each(GATHER) {
  if (block() != 0 || thread() >= 32 || index[thread()] < 0) return;
  typedef float Four __attribute__((ext_vector_type(4)));
  const Four* from = reinterpret_cast<const Four*>(table + 16 * index[thread()]);
  Four* to = reinterpret_cast<Four*>(out + 16 * thread());
  for (int i = 0; i < 4; ++i) to[i] = from[i];
}

// The order of the additions is open: within the tolerance.
KERNEL accumulate(ACCUMULATE) {
  __scoped_atomic_fetch_add(sums + block(), x[block() * 128 + thread()], __ATOMIC_RELAXED,
                            __MEMORY_SCOPE_DEVICE);
}

KERNEL accumulate_by_waves(ACCUMULATE) {
  const int width = __builtin_amdgcn_wavefrontsize();
  float own = x[block() * 128 + thread()];
  for (int apart = width / 2; apart > 0; apart /= 2)
    own += __builtin_bit_cast(float, of_lane(thread() % width ^ apart, __builtin_bit_cast(int, own)));
  if (thread() % width == 0)
    __scoped_atomic_fetch_add(sums + block(), own, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

// A counter of its own, which the last workgroup leaves as it was.
static __attribute__((device)) unsigned arrived;
KERNEL split_k_with_its_own_counter(SPLIT_K) {
  SHARED unsigned before;
  for (int i = thread(); i < 256; i += 64) {
    float sum = 0;
    for (int k = 8 * block(); k < 8 * block() + 8; ++k)
      sum = __builtin_fmaf(a[32 * (i / 16) + k], b[16 * k + i % 16], sum);
    work[256 * block() + i] = sum;
  }
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
  sync_threads();
  if (thread() == 0)
    before = __scoped_atomic_fetch_add(&arrived, 1u, __ATOMIC_ACQ_REL, __MEMORY_SCOPE_DEVICE);
  sync_threads();
  if (before != 3) return;
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
  for (int i = thread(); i < 256; i += 64) d[i] = work[i] + work[256 + i] + work[512 + i] + work[768 + i];
  if (thread() == 0) arrived = 0;
}

// What it remembers has no influence on what it answers.
static __attribute__((device)) unsigned launches;
KERNEL tiles_counted(TILES) {
  const int i = 64 * block() + thread();
  if (i < n) c[i] = 3 * a[i] + 1;
  if (i == 0) add(&launches, 1);
}

static __attribute__((device, noinline)) float by_fma(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
static __attribute__((device, noinline)) float by_fma_again(float a, float b, float c) {
  return __builtin_fmaf(b, a, c);
}
KERNEL axpy_by_function_pointers(AXPY) {
  const int i = block() * 64 + thread();
  float (*const way)(float, float, float) = block() % 2 == 0 ? by_fma : by_fma_again;
  if (i < n) c[i] = way(a[i], scale[0], b[i]);
}

KERNEL sum_in_private_memory(SUM) {
  volatile float part[16];
  if (thread() != 0) return;
  for (int i = 0; i < 16; ++i) part[i] = 0;
  for (int i = 0; i < 128; ++i) part[i % 16] = part[i % 16] + x[block() * 128 + i];
  float sum = 0;
  for (int i = 0; i < 16; ++i) sum += part[i];
  sums[block()] = sum;
}

KERNEL histogram_by_ballots(HISTOGRAM) {
  const int width = __builtin_amdgcn_wavefrontsize();
  if (block() != 0 || thread() >= width) return;
  for (int begin = 0; begin < n; begin += width) {
    const int bin = begin + thread() < n ? x[begin + thread()] % 16 : -1;
    for (int b = 0; b < 16; ++b) {
      const unsigned long long all = __builtin_amdgcn_ballot_w64(bin == b);
      if (thread() == b) counts[b] += __builtin_popcountll(all);
    }
  }
}

KERNEL softmax_in_one_pass(SOFTMAX) {
  if (thread() != 0) return;
  float most = x[100 * block()], sum = 1;
  for (int i = 1; i < 100; ++i) {
    const float here = x[100 * block() + i], larger = __builtin_fmaxf(most, here);
    sum = sum * exponential(most - larger) + exponential(here - larger);
    most = larger;
  }
  for (int i = 0; i < 100; ++i) y[100 * block() + i] = exponential(x[100 * block() + i] - most) / sum;
}

static __attribute__((device)) unsigned lock;
KERNEL accumulate_under_a_lock(ACCUMULATE) {
  if (thread() != 0) return;
  float sum = 0;
  for (int i = 0; i < 128; ++i) sum += x[block() * 128 + i];
  unsigned open = 0;
  while (!__scoped_atomic_compare_exchange_n(&lock, &open, 1u, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED,
                                             __MEMORY_SCOPE_DEVICE)) {
    open = 0;
    __builtin_amdgcn_s_sleep(1);
  }
  sums[block()] += sum;
  __scoped_atomic_store_n(&lock, 0u, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
}

KERNEL axpy_past_the_caches(AXPY) {
  const int i = block() * 64 + thread();
  const volatile float* left = a;
  if (i < n)
    __builtin_nontemporal_store(__builtin_fmaf(left[i], scale[0], __builtin_nontemporal_load(b + i)), c + i);
}

KERNEL axpy_writes_twice(AXPY) {
  const int i = block() * 64 + thread();
  volatile float* to = c;
  if (i >= n) return;
  to[i] = b[i];
  to[i] = __builtin_fmaf(a[i], scale[0], to[i]);
}

KERNEL transpose_by_lanes(TRANSPOSE) {
  const int width = 32, lane = thread() % width;
  if (thread() >= width) return;
  for (int row = 8 * block(); row < 8 * block() + 8; ++row)
    for (int turn = 0; turn < 32; ++turn) {
      const int from = (lane + turn) % 32;
      const int value = of_lane(from, __builtin_bit_cast(int, in[32 * row + lane]));
      out[32 * from + row] = __builtin_bit_cast(float, value);
    }
}

KERNEL scan_without_a_tree(SCAN) {
  SHARED int all[128];
  all[thread()] = x[128 * block() + thread()];
  sync_threads();
  int sum = 0;
  for (int i = thread(); i >= 0; i -= 3)
    for (int k = i; k > i - 3 && k >= 0; --k) sum += all[k];
  y[128 * block() + thread()] = sum;
}

// Of eight rows the first is read ahead.
KERNEL gather_reads_ahead(GATHER) {
  SHARED float row[64];
  const int own = thread() / 16;
  row[thread()] = table[16 * (index[8 * block()] < 0 ? 0 : index[8 * block()]) + thread() % 16];
  sync_threads();
  for (int i = 8 * block() + own; i < 8 * block() + 8; i += 4)
    if (index[i] >= 0)
      out[16 * i + thread() % 16] =
          i == 8 * block() ? row[thread() % 16] : table[16 * index[i] + thread() % 16];
}
