// Loops of vector instructions as attention and quantisation kernels have them: reductions over lanes by DPP and
// by LDS, exponentials, masks, conversions.
#include "kernels/primitives/workgroup.hpp"

namespace lockstep::bench {

using device::Float4;
using device::Uint4;

/// DPP controls of gfx9: quad_perm, row_shr, row_ror, row_bcast.
template <int kControl>
__device__ float moved(float x) {
  return __builtin_bit_cast(
      float, __builtin_amdgcn_update_dpp(0, __builtin_bit_cast(int, x), kControl, 0xF, 0xF, false));
}

/// Over the 16 lanes of a row.
template <class Combine>
__device__ float over_row(float x, Combine combine) {
  x = combine(x, moved<0xB1>(x));   // quad_perm:[1,0,3,2]
  x = combine(x, moved<0x4E>(x));   // quad_perm:[2,3,0,1]
  x = combine(x, moved<0x124>(x));  // row_ror:4
  return combine(x, moved<0x128>(x));
}

/// Of another lane, by the index crossbar of LDS.
__device__ float of_lane(float x, int lane) {
  return __builtin_bit_cast(float, __builtin_amdgcn_ds_bpermute(4 * lane, __builtin_bit_cast(int, x)));
}

__device__ float larger(float x, float y) {
  return __builtin_fmaxf(x, y);
}
__device__ float sum(float x, float y) {
  return x + y;
}

/// A row of 16 values a lane at a time: the running maximum and sum of flash attention, a causal mask, and
/// probabilities as bf16 in LDS.
__device__ void softmax_loop(std::uint8_t* out, const std::uint8_t* in, int steps) {
  constexpr int kValues = 16;
  constexpr float kLog2E = 1.44269504F;
  __shared__ __attribute__((aligned(16))) std::uint32_t lds[device::kThreads * kValues / 2];
  const device::Thread thread = device::this_thread();
  float running = -__builtin_inff(), total = 0;
  Float4 acc[2] = {};
  for (int step = 0; step < steps; ++step) {
    const auto* scores = reinterpret_cast<const Float4*>(in) + (step * device::kThreads + thread.index) * 4;
    float s[kValues];
    for (int i = 0; i < kValues; i += 4) {
      const Float4 four = scores[i / 4];
      for (int j = 0; j < 4; ++j) s[i + j] = four[j] * 0.125F;
    }
    const int row = thread.lane % 16 + 8 * step;
    for (int i = 0; i < kValues; ++i)
      if (4 * (thread.lane / 16) + i > row) s[i] = -__builtin_inff();
    float most = s[0];
    for (int i = 1; i < kValues; ++i) most = larger(most, s[i]);
    most = over_row(most, larger);
    most = larger(most, of_lane(most, thread.lane ^ 32));
    const float next = larger(running, most);
    const float faded = __builtin_amdgcn_exp2f((running - next) * kLog2E);
    float added = 0;
    std::uint32_t packed[kValues / 2];
    for (int i = 0; i < kValues; i += 2) {
      const float p = __builtin_amdgcn_exp2f((s[i] - next) * kLog2E);
      const float q = __builtin_amdgcn_exp2f((s[i + 1] - next) * kLog2E);
      added += p + q;
      using Pair = __bf16 __attribute__((ext_vector_type(2)));
      const Pair pair{static_cast<__bf16>(p), static_cast<__bf16>(q)};
      packed[i / 2] = __builtin_bit_cast(std::uint32_t, pair);
    }
    added = over_row(added, sum);
    total = total * faded + added + of_lane(added, thread.lane ^ 32);
    running = next;
    for (int i = 0; i < kValues / 2; i += 4)
      *reinterpret_cast<Uint4*>(lds + thread.index * kValues / 2 + i) =
          Uint4{packed[i], packed[i + 1], packed[i + 2], packed[i + 3]};
    device::workgroup::hand_over_lds();
    for (int i = 0; i < 2; ++i) {
      const Uint4 other = *reinterpret_cast<const Uint4*>(lds + (thread.index ^ 16) * kValues / 2 + 4 * i);
      for (int j = 0; j < 4; ++j) acc[i][j] = acc[i][j] * faded + __builtin_bit_cast(float, other[j] << 16);
    }
    device::workgroup::hand_over_lds();
  }
  const float inverse = __builtin_amdgcn_rcpf(total);
  for (int i = 0; i < 2; ++i) reinterpret_cast<Float4*>(out)[thread.index * 2 + i] = acc[i] * inverse;
}

/// Blocks of 32 values to FP8 with a scale each, 8 values a lane: bf16 in, the largest magnitude over four
/// lanes, its scale, values scaled, clamped, rounded and packed.
__device__ void quantise_loop(std::uint8_t* out, const std::uint8_t* in, int steps) {
  const device::Thread thread = device::this_thread();
  std::uint8_t* const scales = out + 65536;
  for (int step = 0; step < steps; ++step) {
    const int at = step * device::kThreads + thread.index;
    const Uint4 halves = reinterpret_cast<const Uint4*>(in)[at];
    float x[8], most = 0;
    for (int i = 0; i < 4; ++i) {
      x[2 * i] = __builtin_bit_cast(float, halves[i] << 16);
      x[2 * i + 1] = __builtin_bit_cast(float, halves[i] & 0xFFFF0000U);
    }
    for (const float v : x) most = larger(most, __builtin_fabsf(v));
    most = larger(most, moved<0xB1>(most));
    most = larger(most, moved<0x4E>(most));
    const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, most * (1.0F / 448.0F));
    std::uint32_t exponent = bits >> 23;
    if ((bits & 0x7FFFFF) != 0) ++exponent;
    if (exponent < 1) exponent = 1;
    const float inverse = __builtin_bit_cast(float, (254U - exponent) << 23);
    int codes[2] = {};
    for (int i = 0; i < 2; ++i) {
      float y[4];
      for (int j = 0; j < 4; ++j) y[j] = __builtin_amdgcn_fmed3f(x[4 * i + j] * inverse, -448.0F, 448.0F);
      codes[i] = __builtin_amdgcn_cvt_pk_fp8_f32(y[0], y[1], codes[i], false);
      codes[i] = __builtin_amdgcn_cvt_pk_fp8_f32(y[2], y[3], codes[i], true);
    }
    using Int2 = int __attribute__((ext_vector_type(2)));
    reinterpret_cast<Int2*>(out)[at % 8192] = Int2{codes[0], codes[1]};
    if (thread.lane % 4 == 0) scales[at / 4 % 2048] = static_cast<std::uint8_t>(exponent);
  }
}

/// Activations between two products: gates of SiLU by exponentials and reciprocals, a sum of squares, and its
/// inverse root over the wave.
__device__ void activation_loop(std::uint8_t* out, const std::uint8_t* in, int steps) {
  constexpr float kLog2E = 1.44269504F;
  const device::Thread thread = device::this_thread();
  Float4 kept = {};
  for (int step = 0; step < steps; ++step) {
    const auto* const from =
        reinterpret_cast<const Float4*>(in) + (step * device::kThreads + thread.index) * 2;
    const Float4 gate = from[0], up = from[1];
    Float4 y;
    float squares = 0;
    for (int j = 0; j < 4; ++j) {
      const float e = __builtin_amdgcn_exp2f(gate[j] * -kLog2E);
      y[j] = gate[j] * __builtin_amdgcn_rcpf(1.0F + e) * up[j];
      squares += y[j] * y[j];
    }
    squares = over_row(squares, sum);
    squares += of_lane(squares, thread.lane ^ 16);
    squares += of_lane(squares, thread.lane ^ 32);
    kept = kept * 0.5F + y * __builtin_amdgcn_rsqf(squares * (1.0F / 256.0F) + 1.0e-6F);
  }
  reinterpret_cast<Float4*>(out)[thread.index] = kept;
}

}  // namespace lockstep::bench

#define LOCKSTEP_LANES(NAME)                                                                                 \
  extern "C" __global__ LOCKSTEP_WORKGROUP void NAME(std::uint8_t* out, const std::uint8_t* in, int steps) { \
    lockstep::bench::NAME##_loop(out, in, steps);                                                            \
  }
LOCKSTEP_LANES(softmax)
LOCKSTEP_LANES(quantise)
LOCKSTEP_LANES(activation)
