// The units of NVIDIA's tensor cores: every row but those of f64 is Summation::fused, a truncated sum of
// products and accumulator.
#pragma once

#include <array>

#include "emulator/arithmetic/matrix/models/amd_facts.hpp"
#include "emulator/arithmetic/matrix/units/unit.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {

/// arXiv 2511.10909: about 10^6 random and special inputs per instruction without a mismatch on V100, T4,
/// A100, RTX 4090, H100, B200, RTX PRO 6000; arXiv 2512.07004 found the same structure independently. The
/// exponent of zero terms (-133 ... -19) is visible only when the accumulator is zero and every product tiny.
/// That a negative sum that rounds to zero is +0 was measured on Hopper only.
inline constexpr std::string_view kXie =
    "measured by arXiv 2511.10909 (V100 ... B200) and arXiv 2512.07004; that no rounded sum is -0: inferred "
    "from Hopper";
inline constexpr std::string_view kXie64 = "measured by arXiv 2511.10909 (A100, H100)";
/// mma.sync does not use an 8-bit datapath: two f16 instructions over a permuted k, then a separate addition.
inline constexpr std::string_view kTwoSteps =
    "measured on an H200 by tests/hardware: docs/silicon.md; sm_100: derived from 5000 published captures "
    "each of B200, that no rounded sum is -0 inferred";

inline constexpr int kNoLimit = -1000;  ///< below every exponent: zero terms never decide the alignment

constexpr Facts to_f32(int step, int fraction_bits, int zero_exponent) {
  return {.summation = Summation::fused,
          .step = step,
          .product = {fraction_bits, Toward::zero},
          .oversized = Oversized::kept,
          .zero_exponent = zero_exponent,
          .negative_underflow = false,
          .rounding = Rounding::toward_zero,
          .nan = NanBits::ones};
}
constexpr Facts to_f16(int step, int fraction_bits, int zero_exponent) {
  Facts facts = to_f32(step, fraction_bits, zero_exponent);
  facts.rounding = Rounding::nearest_even;
  return facts;
}
/// The facts of tf32: the low 13 bits of an f32 operand are not read.
constexpr Facts tf32(Facts facts) {
  facts.ignored_bits = 13;
  return facts;
}
/// The facts of a result that keeps 13 fraction bits in an f32.
constexpr Facts short_f32(Facts facts) {
  facts.result_bits = 13;
  return facts;
}
constexpr Facts in_halves(Facts facts) {
  facts.halves = true;
  facts.through_half = true;
  return facts;
}
constexpr Facts in_groups(Facts facts) {
  facts.group = 16;
  facts.scale_at = ScaleAt::group;
  return facts;
}

inline constexpr auto kNvidiaUnits = [] {
  using namespace formats;
  return std::array{
      unit_row("volta_mma_f16_f32", "sm_70", "mma.sync.m8n8k4 f16 -> f32", float16, float32, kXie,
               to_f32(4, 23, kNoLimit)),
      unit_row("volta_mma_f16_f16", "sm_70", "mma.sync.m8n8k4 f16 -> f16", float16, float16, kXie,
               to_f16(4, 23, -19)),
      unit_row("turing_mma_f16_f32", "sm_75", "mma.sync.m16n8k8 f16 -> f32", float16, float32, kXie,
               to_f32(8, 24, -132)),
      unit_row("turing_mma_f16_f16", "sm_75", "mma.sync.m16n8k8 f16 -> f16", float16, float16, kXie,
               to_f16(8, 24, -20)),
      unit_row("ampere_mma_f16_f32", "sm_80", "mma.sync.m16n8k{8,16} f16 -> f32", float16, float32, kXie,
               to_f32(8, 24, -132)),
      unit_row("ampere_mma_f16_f16", "sm_80", "mma.sync.m16n8k{8,16} f16 -> f16", float16, float16, kXie,
               to_f16(8, 24, -20)),
      unit_row("ampere_mma_bf16_f32", "sm_80", "mma.sync.m16n8k{8,16} bf16 -> f32", bfloat16, float32, kXie,
               to_f32(8, 24, -132)),
      unit_row("ampere_mma_tf32_f32", "sm_80", "mma.sync.m16n8k{4,8} tf32 -> f32", float32, float32, kXie,
               tf32(to_f32(4, 24, -132))),
      unit_row("ampere_mma_f64", "sm_80", "mma.sync.m8n8k4 f64", float64, float64, kXie64,
               fused_multiply_add()),
      unit_row("ada_mma_f16_f32", "sm_89", "mma.sync.m16n8k{8,16} f16 -> f32", float16, float32, kXie,
               to_f32(8, 24, -132)),
      unit_row("ada_mma_f16_f16", "sm_89", "mma.sync.m16n8k{8,16} f16 -> f16", float16, float16, kXie,
               to_f16(8, 24, -20)),
      unit_row("ada_mma_bf16_f32", "sm_89", "mma.sync.m16n8k{8,16} bf16 -> f32", bfloat16, float32, kXie,
               to_f32(8, 24, -132)),
      unit_row("ada_mma_tf32_f32", "sm_89", "mma.sync.m16n8k{4,8} tf32 -> f32", float32, float32, kXie,
               tf32(to_f32(4, 24, -132))),
      unit_row("ada_mma_e4m3_f32", "sm_89", "mma.sync.m16n8k{16,32} e4m3 (or mixed) -> f32", float8_e4m3fn,
               float32, kXie, short_f32(to_f32(16, 13, -133))),
      unit_row("ada_mma_e4m3_f16", "sm_89", "mma.sync.m16n8k{16,32} e4m3 (or mixed) -> f16", float8_e4m3fn,
               float16, kXie, to_f16(16, 13, -21)),
      unit_row("ada_mma_e5m2_f32", "sm_89", "mma.sync.m16n8k{16,32} e5m2 (or mixed) -> f32", float8_e5m2,
               float32, kXie, short_f32(to_f32(16, 13, -133))),
      unit_row("ada_mma_e5m2_f16", "sm_89", "mma.sync.m16n8k{16,32} e5m2 (or mixed) -> f16", float8_e5m2,
               float16, kXie, to_f16(16, 13, -21)),
      unit_row("hopper_mma_f16_f32", "sm_90", "mma.sync.m16n8k16 f16 -> f32", float16, float32, kHopper,
               to_f32(16, 25, -133)),
      unit_row("hopper_mma_f16_f16", "sm_90", "mma.sync.m16n8k16 f16 -> f16", float16, float16, kHopper,
               to_f16(16, 25, -21)),
      unit_row("hopper_mma_bf16_f32", "sm_90", "mma.sync.m16n8k16 bf16 -> f32", bfloat16, float32, kHopper,
               to_f32(16, 25, -133)),
      unit_row("hopper_mma_tf32_f32", "sm_90", "mma.sync.m16n8k8 tf32 -> f32", float32, float32, kHopper,
               tf32(to_f32(8, 25, -133))),
      unit_row("hopper_mma_f16_k8_f32", "sm_90", "mma.sync.m16n8k8 f16 -> f32", float16, float32, kHopper,
               to_f32(8, 25, -133)),
      unit_row("hopper_mma_f16_k8_f16", "sm_90", "mma.sync.m16n8k8 f16 -> f16", float16, float16, kHopper,
               to_f16(8, 25, -21)),
      unit_row("hopper_mma_bf16_k8_f32", "sm_90", "mma.sync.m16n8k8 bf16 -> f32", bfloat16, float32, kHopper,
               to_f32(8, 25, -133)),
      unit_row("hopper_mma_tf32_k4_f32", "sm_90", "mma.sync.m16n8k4 tf32 -> f32", float32, float32, kHopper,
               tf32(to_f32(4, 25, -133))),
      unit_row("hopper_mma_f64", "sm_90", "mma.sync.m8n8k4, mma.sync.m16n8k{4,8,16} f64", float64, float64,
               kHopper, fused_multiply_add()),
      unit_row("hopper_wgmma_f16_f32", "sm_90", "wgmma.m64nNk16 f16 -> f32", float16, float32, kHopper,
               to_f32(16, 25, -133)),
      unit_row("hopper_wgmma_f16_f16", "sm_90", "wgmma.m64nNk16 f16 -> f16", float16, float16, kHopper,
               to_f16(16, 25, -21)),
      unit_row("hopper_wgmma_bf16_f32", "sm_90", "wgmma.m64nNk16 bf16 -> f32", bfloat16, float32, kHopper,
               to_f32(16, 25, -133)),
      unit_row("hopper_wgmma_tf32_f32", "sm_90", "wgmma.m64nNk8 tf32 -> f32", float32, float32, kHopper,
               tf32(to_f32(8, 25, -133))),
      unit_row("blackwell_mma_f16_f32", "sm_100, sm_120", "mma.sync.m16n8k16 f16 -> f32", float16, float32,
               kXie, to_f32(16, 25, -133)),
      unit_row("blackwell_mma_f16_f16", "sm_100, sm_120", "mma.sync.m16n8k16 f16 -> f16", float16, float16,
               kXie, to_f16(16, 25, -21)),
      unit_row("blackwell_mma_bf16_f32", "sm_100, sm_120", "mma.sync.m16n8k16 bf16 -> f32", bfloat16, float32,
               kXie, to_f32(16, 25, -133)),
      unit_row("blackwell_mma_tf32_f32", "sm_100, sm_120", "mma.sync.m16n8k8 tf32 -> f32", float32, float32,
               kXie, tf32(to_f32(8, 25, -133))),
      unit_row("blackwell_mma_f16_k8_f32", "sm_100, sm_120", "mma.sync.m16n8k8 f16 -> f32", float16, float32,
               kXie, to_f32(8, 25, -133)),
      unit_row("blackwell_mma_f16_k8_f16", "sm_100, sm_120", "mma.sync.m16n8k8 f16 -> f16", float16, float16,
               kXie, to_f16(8, 25, -21)),
      unit_row("blackwell_mma_bf16_k8_f32", "sm_100, sm_120", "mma.sync.m16n8k8 bf16 -> f32", bfloat16,
               float32, kXie, to_f32(8, 25, -133)),
      unit_row("blackwell_mma_tf32_k4_f32", "sm_100, sm_120", "mma.sync.m16n8k4 tf32 -> f32", float32,
               float32, kXie, tf32(to_f32(4, 25, -133))),
      unit_row("blackwell_tcgen05_f16_f32", "sm_100, sm_120", "tcgen05.mma k16 f16 -> f32", float16, float32,
               kXie, to_f32(16, 25, -133)),
      unit_row("blackwell_tcgen05_f16_f16", "sm_100, sm_120", "tcgen05.mma k16 f16 -> f16", float16, float16,
               kXie, to_f16(16, 25, -21)),
      unit_row("blackwell_tcgen05_bf16_f32", "sm_100, sm_120", "tcgen05.mma k16 bf16 -> f32", bfloat16,
               float32, kXie, to_f32(16, 25, -133)),
      unit_row("blackwell_tcgen05_tf32_f32", "sm_100, sm_120", "tcgen05.mma k8 tf32 -> f32", float32, float32,
               kXie, tf32(to_f32(8, 25, -133))),
      unit_row("hopper_wgmma_e4m3_f32", "sm_90", "wgmma.m64nNk32 e4m3 (or mixed) -> f32", float8_e4m3fn,
               float32, kHopper, short_f32(to_f32(32, 13, -133))),
      unit_row("hopper_wgmma_e4m3_f16", "sm_90", "wgmma.m64nNk32 e4m3 (or mixed) -> f16", float8_e4m3fn,
               float16, kHopper, to_f16(32, 13, -21)),
      unit_row("hopper_mma_e4m3_f32", "sm_90, sm_100", "mma.sync.m16n8k32 e4m3 (or mixed) -> f32",
               float8_e4m3fn, float32, kTwoSteps, in_halves(to_f32(32, 25, -133))),
      unit_row("hopper_mma_e4m3_f16", "sm_90, sm_100", "mma.sync.m16n8k32 e4m3 (or mixed) -> f16",
               float8_e4m3fn, float16, kTwoSteps, in_halves(to_f16(32, 25, -21))),
      unit_row("hopper_mma_e4m3_k16_f32", "sm_90", "mma.sync.m16n8k16 e4m3 -> f32", float8_e4m3fn, float32,
               kHopper, in_halves(to_f32(16, 25, -133))),
      unit_row("hopper_mma_e4m3_k16_f16", "sm_90", "mma.sync.m16n8k16 e4m3 -> f16", float8_e4m3fn, float16,
               kHopper, in_halves(to_f16(16, 25, -21))),
      unit_row("blackwell_tcgen05_e4m3_f32", "sm_100, sm_120",
               "tcgen05.mma kind::f8f6f4 k32, mma.sync on sm_120: e4m3 -> f32", float8_e4m3fn, float32, kXie,
               to_f32(32, 25, -133)),
      unit_row("blackwell_tcgen05_e4m3_f16", "sm_100, sm_120",
               "tcgen05.mma kind::f8f6f4 k32, mma.sync on sm_120: e4m3 -> f16", float8_e4m3fn, float16, kXie,
               to_f16(32, 25, -21)),
      unit_row("hopper_wgmma_e5m2_f32", "sm_90", "wgmma.m64nNk32 e5m2 (or mixed) -> f32", float8_e5m2,
               float32, kHopper, short_f32(to_f32(32, 13, -133))),
      unit_row("hopper_wgmma_e5m2_f16", "sm_90", "wgmma.m64nNk32 e5m2 (or mixed) -> f16", float8_e5m2,
               float16, kHopper, to_f16(32, 13, -21)),
      unit_row("hopper_mma_e5m2_f32", "sm_90, sm_100", "mma.sync.m16n8k32 e5m2 (or mixed) -> f32",
               float8_e5m2, float32, kTwoSteps, in_halves(to_f32(32, 25, -133))),
      unit_row("hopper_mma_e5m2_f16", "sm_90, sm_100", "mma.sync.m16n8k32 e5m2 (or mixed) -> f16",
               float8_e5m2, float16, kTwoSteps, in_halves(to_f16(32, 25, -21))),
      unit_row("blackwell_tcgen05_e5m2_f32", "sm_100, sm_120",
               "tcgen05.mma kind::f8f6f4 k32, mma.sync on sm_120: e5m2 -> f32", float8_e5m2, float32, kXie,
               to_f32(32, 25, -133)),
      unit_row("blackwell_tcgen05_e5m2_f16", "sm_100, sm_120",
               "tcgen05.mma kind::f8f6f4 k32, mma.sync on sm_120: e5m2 -> f16", float8_e5m2, float16, kXie,
               to_f16(32, 25, -21)),
      Unit{"blackwell_mxf8f6f4", "sm_100, sm_120", "tcgen05.mma and mma.sync kind::mxf8f6f4 k32", nullptr,
           nullptr, &float32, &float32, 32, 32, &float8_e8m0fnu, Label::measured, kXie, to_f32(32, 25, -133)},
      Unit{"blackwell_mxf4", "sm_100, sm_120", "tcgen05.mma and mma.sync kind::mxf4 k64, scale_vec::2X",
           &float4_e2m1fn, &float4_e2m1fn, &float32, &float32, 64, 32, &float8_e8m0fnu, Label::measured, kXie,
           in_groups(to_f32(64, 35, -133))},
      Unit{"blackwell_mxf4nvf4", "sm_100, sm_120",
           "tcgen05.mma and mma.sync kind::mxf4nvf4 k64, scale_vec::4X", &float4_e2m1fn, &float4_e2m1fn,
           &float32, &float32, 64, 16, &float8_ue4m3, Label::measured, kXie, in_groups(to_f32(64, 35, -133))},
  };
}();

}  // namespace lockstep::matrix
