// The units of AMD's matrix cores that were measured: CDNA1, CDNA2, CDNA3, RDNA3 and RDNA4. Those of gfx950
// and gfx1250 are derived from models (derived_units.hpp), except for gfx950's operands of 32 and 64 bits.
#pragma once

#include <array>

#include "emulator/arithmetic/matrix/models/amd_facts.hpp"
#include "emulator/arithmetic/matrix/units/unit.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {

inline constexpr std::string_view kCdna12 = "measured by arXiv 2511.10909 (MI100, MI250X, MI300X)";
inline constexpr std::string_view kCdna123Carried =
    "measured on CDNA1 to CDNA3 (arXiv 2511.10909), carried to the same instruction";
/// RDNA's source. MODE.FP16_OVFL was clear; if set, an f16 result past the largest is the largest.
inline constexpr std::string_view kR9700 =
    "captures of AMD's R9700 in ROCm/rocm-systems (tests/fixtures/float_dot)";
inline constexpr std::string_view kW7900 =
    "captures of AMD's W7900 in ROCm/rocm-systems (tests/fixtures/float_dot)";

inline constexpr auto kCdnaUnits = [] {
  using namespace formats;
  return std::array{
      unit_row("cdna1_f16", "gfx908", "v_mfma_f32_*_f16", float16, float32, kCdna12, exact(4)),
      unit_row("cdna1_bf16", "gfx908", "v_mfma_f32_*bf16", bfloat16, float32, kCdna12, exact(2)),
      unit_row("cdna1_f32", "gfx908", "v_mfma_f32_*_f32", float32, float32, kCdna12, fused_multiply_add()),
      unit_row("cdna2_f16", "gfx90a", "v_mfma_f32_*_f16", float16, float32, kCdna12, pairwise(4)),
      unit_row("cdna2_bf16_1k", "gfx90a", "v_mfma_f32_*bf16_1k", bfloat16, float32, kCdna12, pairwise(4)),
      unit_row("cdna2_bf16", "gfx90a", "v_mfma_f32_*bf16", bfloat16, float32, kCdna12, pairwise(2)),
      unit_row("cdna2_f32", "gfx90a", "v_mfma_f32_*_f32", float32, float32, kCdna12, fused_multiply_add()),
      unit_row("cdna2_f64", "gfx90a", "v_mfma_f64_{16x16x4,4x4x4_4b}_f64", float64, float64, kCdna12,
               fused_multiply_add()),
      unit_row("cdna3_f16", "gfx942", "v_mfma_f32_{16x16x16,32x32x8}_f16", float16, float32, kXie3,
               truncated(8)),
      unit_row("cdna3_f16_k4", "gfx942", "v_mfma_f32_{4x4x4_16b,16x16x4_4b,32x32x4_2b}_f16", float16, float32,
               kXie3, truncated(4)),
      unit_row("cdna3_bf16", "gfx942", "v_mfma_f32_{16x16x16,32x32x8}_bf16", bfloat16, float32, kXie3,
               truncated(8)),
      unit_row("cdna3_bf16_k4", "gfx942", "v_mfma_f32_{4x4x4_16b,16x16x4_4b,32x32x4_2b}_bf16", bfloat16,
               float32, kXie3, truncated(4)),
      unit_row("cdna3_xf32", "gfx942", "v_mfma_f32_{16x16x8,32x32x4}_xf32", float32, float32, kXie3,
               xf32(truncated(4))),
      unit_row("cdna3_fp8", "gfx942", "v_mfma_f32_{16x16x32,32x32x16}_fp8_{fp8,bf8}", float8_e4m3fnuz,
               float32, kXie3, split(16)),
      unit_row("cdna3_bf8", "gfx942", "v_mfma_f32_{16x16x32,32x32x16}_bf8_{fp8,bf8}", float8_e5m2fnuz,
               float32, kXie3, split(16)),
      unit_row("cdna3_f16/v1", "gfx942", "v_mfma_f32_{16x16x16,32x32x8}_f16", float16, float32, kTail,
               v1(truncated(8)), Label::inferred),
      unit_row("cdna3_bf16/v1", "gfx942", "v_mfma_f32_{16x16x16,32x32x8}_bf16", bfloat16, float32, kTail,
               v1(truncated(8)), Label::inferred),
      unit_row("cdna3_xf32/v1", "gfx942", "v_mfma_f32_{16x16x8,32x32x4}_xf32", float32, float32, kTail,
               v1(xf32(truncated(4))), Label::inferred),
      unit_row("cdna3_fp8/v1", "gfx942", "v_mfma_f32_{16x16x32,32x32x16}_fp8_{fp8,bf8}", float8_e4m3fnuz,
               float32, kTail, v1(split(16)), Label::inferred),
      unit_row("cdna3_bf8/v1", "gfx942", "v_mfma_f32_{16x16x32,32x32x16}_bf8_{fp8,bf8}", float8_e5m2fnuz,
               float32, kTail, v1(split(16)), Label::inferred),
      unit_row("cdna3_f16/v2a", "gfx942", "v_mfma_f32_{16x16x16,32x32x8}_f16", float16, float32, kTail,
               v2a(truncated(8)), Label::inferred),
      unit_row("cdna3_bf16/v2a", "gfx942", "v_mfma_f32_{16x16x16,32x32x8}_bf16", bfloat16, float32, kTail,
               v2a(truncated(8)), Label::inferred),
      unit_row("cdna3_xf32/v2a", "gfx942", "v_mfma_f32_{16x16x8,32x32x4}_xf32", float32, float32, kTail,
               v2a(xf32(truncated(4))), Label::inferred),
      unit_row("cdna3_fp8/v2a", "gfx942", "v_mfma_f32_{16x16x32,32x32x16}_fp8_{fp8,bf8}", float8_e4m3fnuz,
               float32, kTail, v2a(split(16)), Label::inferred),
      unit_row("cdna3_bf8/v2a", "gfx942", "v_mfma_f32_{16x16x32,32x32x16}_bf8_{fp8,bf8}", float8_e5m2fnuz,
               float32, kTail, v2a(split(16)), Label::inferred),
      unit_row("cdna3_f16/khattak", "gfx942", "v_mfma_f32_{16x16x16,32x32x8}_f16", float16, float32,
               kKhattak3, khattak(truncated(8)), Label::inferred),
      unit_row("cdna3_bf16/khattak", "gfx942", "v_mfma_f32_{16x16x16,32x32x8}_bf16", bfloat16, float32,
               kKhattak3, khattak(truncated(8)), Label::inferred),
      unit_row("cdna3_xf32/khattak", "gfx942", "v_mfma_f32_{16x16x8,32x32x4}_xf32", float32, float32,
               kKhattak3, khattak(xf32(truncated(4))), Label::inferred),
      unit_row("cdna3_fp8/khattak", "gfx942", "v_mfma_f32_{16x16x32,32x32x16}_fp8_{fp8,bf8}", float8_e4m3fnuz,
               float32, kKhattak3, khattak(split(16)), Label::inferred),
      unit_row("cdna3_bf8/khattak", "gfx942", "v_mfma_f32_{16x16x32,32x32x16}_bf8_{fp8,bf8}", float8_e5m2fnuz,
               float32, kKhattak3, khattak(split(16)), Label::inferred),
      unit_row("cdna3_f32", "gfx942", "v_mfma_f32_*_f32", float32, float32, kCdna12, fused_multiply_add()),
      unit_row("cdna3_f64", "gfx942", "v_mfma_f64_{16x16x4,4x4x4_4b}_f64", float64, float64, kCdna12,
               fused_multiply_add()),
  };
}();

/// gfx950's units that do not depend on the model: each step is one product.
inline constexpr auto kGfx950ChainUnits = [] {
  using namespace formats;
  return std::array{
      unit_row("cdna4_f32/exact", "gfx950", "v_mfma_f32_*_f32", float32, float32, kYardstick, exact(0),
               Label::hypothesis, 1),
      unit_row("cdna4_f32/fma", "gfx950", "v_mfma_f32_*_f32", float32, float32, kCdna123Carried,
               fused_multiply_add(), Label::hypothesis),
      unit_row("cdna4_f64/fma", "gfx950", "v_mfma_f64_{16x16x4,4x4x4_4b}_f64", float64, float64,
               kCdna123Carried, fused_multiply_add(), Label::hypothesis),
  };
}();

inline constexpr auto kRdnaUnits = [] {
  using namespace formats;
  return std::array{
      unit_row("rdna4_wmma_f16_f32", "gfx1201", "v_wmma_f32_16x16x16_f16, wave64", float16, float32, kR9700,
               pairs_of(2, 4)),
      unit_row("rdna4_wmma_f16_f32_wave32", "gfx1201", "v_wmma_f32_16x16x16_f16, wave32", float16, float32,
               kR9700, wave32(pairs_of(2, 4)), Label::measured, 16),
      unit_row("rdna4_wmma_f16_f16", "gfx1201", "v_wmma_f16_16x16x16_f16, wave64", float16, float16, kR9700,
               pairs_of(2, 4)),
      unit_row("rdna4_wmma_f16_f16_wave32", "gfx1201", "v_wmma_f16_16x16x16_f16, wave32", float16, float16,
               kR9700, wave32(pairs_of(2, 4)), Label::measured, 16),
      unit_row("rdna4_dot2_f32_f16", "gfx1201", "v_dot2_f32_f16, v_dot2acc_f32_f16", float16, float32, kR9700,
               pairs_of(2, 2)),
      unit_row("rdna4_dot2_f16_f16", "gfx1201", "v_dot2_f16_f16", float16, float16, kR9700, pairs_of(2, 2)),
      unit_row("rdna3_dot2_f32_f16", "gfx1100", "v_dot2_f32_f16, v_wmma_f32_16x16x16_f16", float16, float32,
               kW7900, complemented(false)),
      unit_row("rdna3_dot2_f16_f16", "gfx1100", "v_dot2_f16_f16, v_wmma_f16_16x16x16_f16", float16, float16,
               kW7900, complemented(false)),
      unit_row("rdna4_wmma_bf16_f32", "gfx1201", "v_wmma_f32_16x16x16_bf16, wave64", bfloat16, float32,
               kR9700, pairs_of(2, 4)),
      unit_row("rdna4_wmma_bf16_f32_wave32", "gfx1201", "v_wmma_f32_16x16x16_bf16, wave32", bfloat16, float32,
               kR9700, wave32(pairs_of(2, 4)), Label::measured, 16),
      unit_row("rdna4_wmma_bf16_bf16", "gfx1201", "v_wmma_bf16_16x16x16_bf16, wave64", bfloat16, bfloat16,
               kR9700, cut_to_bfloat16(pairs_of(2, 4))),
      unit_row("rdna4_wmma_bf16_bf16_wave32", "gfx1201", "v_wmma_bf16_16x16x16_bf16, wave32", bfloat16,
               bfloat16, kR9700, wave32(cut_to_bfloat16(pairs_of(2, 4))), Label::measured, 16),
      unit_row("rdna4_dot2_f32_bf16", "gfx1201", "v_dot2_f32_bf16, v_dot2acc_f32_bf16", bfloat16, float32,
               kR9700, pairs_of(2, 2)),
      unit_row("rdna4_dot2_bf16_bf16", "gfx1201", "v_dot2_bf16_bf16", bfloat16, bfloat16, kR9700,
               cut_to_bfloat16(pairs_of(2, 2))),
      unit_row("rdna3_dot2_f32_bf16", "gfx1100", "v_dot2_f32_bf16, v_wmma_f32_16x16x16_bf16", bfloat16,
               float32, kW7900, complemented(true)),
      unit_row("rdna3_dot2_bf16_bf16", "gfx1100", "v_dot2_bf16_bf16, v_wmma_bf16_16x16x16_bf16", bfloat16,
               bfloat16, kW7900, cut_to_bfloat16(complemented(true))),
      unit_row("rdna4_dot4_f32_fp8", "gfx1201", "v_dot4_f32_fp8_{fp8,bf8}", float8_e4m3fn, float32, kR9700,
               pairs_of(4, 4)),
      unit_row("rdna4_dot4_f32_bf8", "gfx1201", "v_dot4_f32_bf8_{fp8,bf8}", float8_e5m2, float32, kR9700,
               pairs_of(4, 4)),
  };
}();

}  // namespace lockstep::matrix
