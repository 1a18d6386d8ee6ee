// Matrix instructions: that they are. Shapes and places are facts of emulator/arithmetic/matrix, the
// arithmetic a model's.
#include <array>

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/tables/sources.hpp"

namespace lockstep::isa {
namespace {

constexpr Semantics dense(std::string_view mnemonic) {
  return on(kCdna34, {mnemonic, Matrix{}, kCdna3Vop3p});
}
constexpr Semantics sparse(std::string_view mnemonic) {
  return on(kCdna34, {mnemonic, Matrix{.sparse = true}, kCdna3Vop3p});
}
constexpr Semantics since_gfx950(std::string_view mnemonic, Matrix matrix = {}) {
  return on(kGfx950, {mnemonic, matrix, kVop3p});
}

constexpr std::array kRows{
    // clang-format off
    dense("v_mfma_f32_32x32x1_2b_f32"),
    dense("v_mfma_f32_16x16x1_4b_f32"),
    dense("v_mfma_f32_4x4x1_16b_f32"),
    dense("v_mfma_f32_32x32x2_f32"),
    dense("v_mfma_f32_16x16x4_f32"),
    dense("v_mfma_f32_32x32x4_2b_f16"),
    dense("v_mfma_f32_16x16x4_4b_f16"),
    dense("v_mfma_f32_4x4x4_16b_f16"),
    dense("v_mfma_f32_32x32x8_f16"),
    dense("v_mfma_f32_16x16x16_f16"),
    dense("v_mfma_f32_32x32x4_2b_bf16"),
    dense("v_mfma_f32_16x16x4_4b_bf16"),
    dense("v_mfma_f32_4x4x4_16b_bf16"),
    dense("v_mfma_f32_32x32x8_bf16"),
    dense("v_mfma_f32_16x16x16_bf16"),
    dense("v_mfma_i32_32x32x4_2b_i8"),
    dense("v_mfma_i32_16x16x4_4b_i8"),
    dense("v_mfma_i32_4x4x4_16b_i8"),
    dense("v_mfma_i32_32x32x16_i8"),
    dense("v_mfma_i32_16x16x32_i8"),
    dense("v_mfma_f64_16x16x4_f64"),
    dense("v_mfma_f64_4x4x4_4b_f64"),
    dense("v_mfma_f32_32x32x16_fp8_fp8"),
    dense("v_mfma_f32_32x32x16_fp8_bf8"),
    dense("v_mfma_f32_32x32x16_bf8_fp8"),
    dense("v_mfma_f32_32x32x16_bf8_bf8"),
    dense("v_mfma_f32_16x16x32_fp8_fp8"),
    dense("v_mfma_f32_16x16x32_fp8_bf8"),
    dense("v_mfma_f32_16x16x32_bf8_fp8"),
    dense("v_mfma_f32_16x16x32_bf8_bf8"),
    on(kGfx942, dense("v_mfma_f32_32x32x4_xf32")),
    on(kGfx942, dense("v_mfma_f32_16x16x8_xf32")),
    since_gfx950("v_mfma_f32_32x32x16_f16"),
    since_gfx950("v_mfma_f32_16x16x32_f16"),
    since_gfx950("v_mfma_f32_32x32x16_bf16"),
    since_gfx950("v_mfma_f32_16x16x32_bf16"),
    since_gfx950("v_mfma_i32_32x32x32_i8"),
    since_gfx950("v_mfma_i32_16x16x64_i8"),
    since_gfx950("v_mfma_f32_16x16x128_f8f6f4", {.f8f6f4 = true}),
    since_gfx950("v_mfma_f32_32x32x64_f8f6f4", {.f8f6f4 = true, .wide = true}),
    since_gfx950("v_mfma_scale_f32_16x16x128_f8f6f4", {.f8f6f4 = true, .scaled = true}),
    since_gfx950("v_mfma_scale_f32_32x32x64_f8f6f4", {.f8f6f4 = true, .wide = true, .scaled = true}),
    sparse("v_smfmac_f32_16x16x32_f16"),
    sparse("v_smfmac_f32_16x16x32_bf16"),
    sparse("v_smfmac_f32_32x32x16_f16"),
    sparse("v_smfmac_f32_32x32x16_bf16"),
    sparse("v_smfmac_i32_16x16x64_i8"),
    sparse("v_smfmac_f32_16x16x64_bf8_bf8"),
    sparse("v_smfmac_f32_16x16x64_bf8_fp8"),
    sparse("v_smfmac_f32_16x16x64_fp8_bf8"),
    sparse("v_smfmac_f32_16x16x64_fp8_fp8"),
    sparse("v_smfmac_i32_32x32x32_i8"),
    sparse("v_smfmac_f32_32x32x32_bf8_bf8"),
    sparse("v_smfmac_f32_32x32x32_bf8_fp8"),
    sparse("v_smfmac_f32_32x32x32_fp8_bf8"),
    sparse("v_smfmac_f32_32x32x32_fp8_fp8"),
    since_gfx950("v_smfmac_f32_16x16x64_f16", {.sparse = true}),
    since_gfx950("v_smfmac_f32_16x16x64_bf16", {.sparse = true}),
    since_gfx950("v_smfmac_f32_32x32x32_f16", {.sparse = true}),
    since_gfx950("v_smfmac_f32_32x32x32_bf16", {.sparse = true}),
    since_gfx950("v_smfmac_i32_16x16x128_i8", {.sparse = true}),
    since_gfx950("v_smfmac_f32_16x16x128_bf8_bf8", {.sparse = true}),
    since_gfx950("v_smfmac_f32_16x16x128_bf8_fp8", {.sparse = true}),
    since_gfx950("v_smfmac_f32_16x16x128_fp8_bf8", {.sparse = true}),
    since_gfx950("v_smfmac_f32_16x16x128_fp8_fp8", {.sparse = true}),
    since_gfx950("v_smfmac_i32_32x32x64_i8", {.sparse = true}),
    since_gfx950("v_smfmac_f32_32x32x64_bf8_bf8", {.sparse = true}),
    since_gfx950("v_smfmac_f32_32x32x64_bf8_fp8", {.sparse = true}),
    since_gfx950("v_smfmac_f32_32x32x64_fp8_bf8", {.sparse = true}),
    since_gfx950("v_smfmac_f32_32x32x64_fp8_fp8", {.sparse = true}),
    // clang-format on
};

}  // namespace

std::span<const Semantics> matrix_table() {
  return kRows;
}

}  // namespace lockstep::isa
