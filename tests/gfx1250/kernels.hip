// What clang makes of common code for gfx1250: vectors, halves of registers, pairs of instructions, LDS with barriers
// in two, matrix instructions. gfx1250.py says what each computes.
#include "device.hpp"

KERNEL void saxpy(const float* x, float* y, float a, int n) {
  const int i = group_x() * 256 + thread();
  if (i < n) y[i] = a * x[i] + y[i];
}

KERNEL void where(unsigned* out) {
  const int at = (group_z() * 3 + group_y()) * 2 + group_x();
  out[at * 64 + thread()] = unsigned(group_x() | group_y() << 8 | group_z() << 16 | thread() << 24);
}

KERNEL void halves(const Half* x, const Half* w, Half* y, int n) {
  const int i = group_x() * 256 + thread();
  if (i >= n) return;
  const Half a = x[i], b = w[i];
  const Half sum = a * b + Half(1.5f);
  y[i] = (sum > a ? sum - b : sum + a) * Half(0.5f);
}

KERNEL void pairs(const Half2* x, const Half2* w, Half2* y, int n) {
  const int i = group_x() * 256 + thread();
  if (i < n) y[i] = x[i] * w[i] + x[i];
}

KERNEL void reduce(const float* x, float* out, int n) {
  SHARED float s[256];
  const int t = thread(), i = group_x() * 256 + t;
  s[t] = i < n ? x[i] : 0.0f;
  barrier();
  for (int d = 128; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    barrier();
  }
  if (t == 0) out[group_x()] = s[0];
}

KERNEL void softmax(const float* x, float* y, int n) {
  SHARED float s[256];
  const int t = thread();
  const long row = long(group_x()) * n;
  float most = -__builtin_inff();
  for (int i = t; i < n; i += 256) most = __builtin_fmaxf(most, x[row + i]);
  s[t] = most;
  barrier();
  for (int d = 128; d > 0; d >>= 1) {
    if (t < d) s[t] = __builtin_fmaxf(s[t], s[t + d]);
    barrier();
  }
  most = s[0];
  barrier();
  float sum = 0;
  for (int i = t; i < n; i += 256) {
    const float e = __builtin_amdgcn_exp2f((x[row + i] - most) * 1.44269504f);
    y[row + i] = e;
    sum += e;
  }
  s[t] = sum;
  barrier();
  for (int d = 128; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    barrier();
  }
  const float scale = 1.0f / s[0];
  for (int i = t; i < n; i += 256) y[row + i] *= scale;
}

/// C = A * B^T, a tile of 16 by 16 for each wave.
template <typename Element, typename Fragment, typename Multiply>
DEVICE void gemm(const Element* a, const Element* b, float* c, int n, int k, Multiply multiply) {
  const int lane = thread() & 31, i = lane & 15, h = lane >> 4;
  const int row = group_x() * 16, col = group_y() * 16;
  Float8 sum = {};
  for (int from = 0; from < k; from += 32) {
    Fragment x, y;
#pragma unroll
    for (int e = 0; e < 16; ++e) {
      const int at = from + 16 * (e / 8) + 8 * h + e % 8;
      x[e] = a[(row + i) * k + at];
      y[e] = b[(col + i) * k + at];
    }
    sum = multiply(x, y, sum);
  }
#pragma unroll
  for (int r = 0; r < 8; ++r) c[(row + 8 * h + r) * n + col + i] = sum[r];
}

KERNEL void gemm_f16(const Half* a, const Half* b, float* c, int n, int k) {
  gemm<Half, Half16>(a, b, c, n, k, [] __attribute__((device)) (Half16 x, Half16 y, Float8 sum) {
    return __builtin_amdgcn_wmma_f32_16x16x32_f16(false, x, false, y, short{0}, sum, false, false);
  });
}

KERNEL void gemm_bf16(const __bf16* a, const __bf16* b, float* c, int n, int k) {
  gemm<__bf16, Bfloat16>(a, b, c, n, k, [] __attribute__((device)) (Bfloat16 x, Bfloat16 y, Float8 sum) {
    return __builtin_amdgcn_wmma_f32_16x16x32_bf16(false, x, false, y, short{0}, sum, false, false);
  });
}

/// Operands of 8 bits with a scale for each 32 of k: C = A * B^T, one step of 128, a tile of 16 by 16.
KERNEL void gemm_mx(const unsigned char* a, const unsigned char* b, const unsigned* scale_a, const unsigned* scale_b, float* c) {
  const int lane = thread() & 31, i = lane & 15, h = lane >> 4;
  Int16 x, y;
  for (int r = 0; r < 16; ++r) {
    const int k = 32 * (r / 4) + 16 * h + r % 4 * 4;
    x[r] = *reinterpret_cast<const int*>(a + i * 128 + k);
    y[r] = *reinterpret_cast<const int*>(b + i * 128 + k);
  }
  const Float8 d = __builtin_amdgcn_wmma_scale_f32_16x16x128_f8f6f4(0, x, 0, y, short{0}, Float8{}, 0, 0, int(scale_a[i]), 0, 0, int(scale_b[i]), false, false);
  for (int r = 0; r < 8; ++r) c[(8 * h + r) * 16 + i] = d[r];
}

__attribute__((device, noinline)) int pick(const int* from, int i) { return from[i]; }

/// A lane's pointer may lead to its scratch, to LDS or to memory; which, the pointer says.
KERNEL void through_pointers(const int* x, int* out, int i) {
  SHARED int shared[64];
  int own[8];
  const int t = thread();
  for (int e = 0; e < 8; ++e) own[e] = x[t] * e;
  shared[t] = x[t] + 1;
  barrier();
  const int* const from = t % 3 == 0 ? own : t % 3 == 1 ? shared : x;
  const int kind = __builtin_amdgcn_is_private(from) ? 1000 : __builtin_amdgcn_is_shared(from) ? 2000 : 3000;
  out[t] = pick(from, i) + kind;
}

/// An array in registers, an element of which an argument chooses.
KERNEL void chosen_register(const int* x, int* out, int from, int to) {
  using Int32s = int __attribute__((ext_vector_type(32)));
  const int t = thread();
  Int32s all;
#pragma unroll
  for (int e = 0; e < 32; ++e) all[e] = x[t] + e;
  all[to] = 7;
  out[t] = all[from] + all[to];
}
