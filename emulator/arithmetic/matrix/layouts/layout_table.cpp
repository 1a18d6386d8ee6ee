#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"

namespace lockstep::matrix {
namespace {

constexpr ElementType kF64{"f64", 64}, kF32{"f32", 32}, kXf32{"xf32", 32}, kF16{"f16", 16}, kBf16{"bf16", 16},
    kI32{"i32", 32}, kI8{"i8", 8}, kFp8{"fp8", 8}, kBf8{"bf8", 8}, kF8f6f4{"f8f6f4", 0}, kF4{"f4", 4},
    kIu8{"iu8", 8};

// Names, shapes and register counts are LLVM's in every row; these name the source of the element order.
constexpr LayoutSource kCalculator{Label::documented, "AMD matrix instruction calculator"};
constexpr LayoutSource kWider{Label::documented,
                              "AMD CDNA4 matrix core article; rocjitsu and HipKittens agree"};
constexpr LayoutSource kWiderI8{Label::inferred,
                                "the calculator's formulas, as rocjitsu, AMD's emulator, applies them"};
constexpr LayoutSource kWmma16{
    Label::inferred, "rocjitsu, AMD's functional emulator; on gfx1201 the measured order of sums fits"};
constexpr LayoutSource kWmma{Label::inferred, "rocjitsu, AMD's functional emulator; scale lanes also Triton"};
constexpr LayoutSource kWmmaBytes{
    Label::inferred, "FlyDSL and Triton, whose fp8 kernels load so; rocjitsu once had chunks of 16"};
constexpr LayoutSource kWmmaBare{Label::inferred,
                                 "as the form with scales; rocjitsu has another map of 4 and 6 bits"};

// name, spelling of gfx908 and gfx90a, archs, m, n, k, blocks, A, B, C and D, k per scale, source
// clang-format off
constexpr MatrixInstruction kRows[] = {
    {"v_mfma_f32_32x32x1_2b_f32",           "v_mfma_f32_32x32x1f32",      kCdna,    32, 32,   1,  2, kF32,    kF32,    kF32,  0, kCalculator},
    {"v_mfma_f32_16x16x1_4b_f32",           "v_mfma_f32_16x16x1f32",      kCdna,    16, 16,   1,  4, kF32,    kF32,    kF32,  0, kCalculator},
    {"v_mfma_f32_4x4x1_16b_f32",            "v_mfma_f32_4x4x1f32",        kCdna,     4,  4,   1, 16, kF32,    kF32,    kF32,  0, kCalculator},
    {"v_mfma_f32_32x32x2_f32",              "v_mfma_f32_32x32x2f32",      kCdna,    32, 32,   2,  1, kF32,    kF32,    kF32,  0, kCalculator},
    {"v_mfma_f32_16x16x4_f32",              "v_mfma_f32_16x16x4f32",      kCdna,    16, 16,   4,  1, kF32,    kF32,    kF32,  0, kCalculator},

    {"v_mfma_f32_32x32x4_2b_f16",           "v_mfma_f32_32x32x4f16",      kCdna,    32, 32,   4,  2, kF16,    kF16,    kF32,  0, kCalculator},
    {"v_mfma_f32_16x16x4_4b_f16",           "v_mfma_f32_16x16x4f16",      kCdna,    16, 16,   4,  4, kF16,    kF16,    kF32,  0, kCalculator},
    {"v_mfma_f32_4x4x4_16b_f16",            "v_mfma_f32_4x4x4f16",        kCdna,     4,  4,   4, 16, kF16,    kF16,    kF32,  0, kCalculator},
    {"v_mfma_f32_32x32x8_f16",              "v_mfma_f32_32x32x8f16",      kCdna,    32, 32,   8,  1, kF16,    kF16,    kF32,  0, kCalculator},
    {"v_mfma_f32_16x16x16_f16",             "v_mfma_f32_16x16x16f16",     kCdna,    16, 16,  16,  1, kF16,    kF16,    kF32,  0, kCalculator},
    {"v_mfma_f32_32x32x16_f16",             "",                           kGfx950,  32, 32,  16,  1, kF16,    kF16,    kF32,  0, kWider},
    {"v_mfma_f32_16x16x32_f16",             "",                           kGfx950,  16, 16,  32,  1, kF16,    kF16,    kF32,  0, kWider},

    // The first bf16 instructions, with half the K, ended with gfx942.
    {"v_mfma_f32_32x32x2bf16",              "v_mfma_f32_32x32x2bf16",     kCdna12,  32, 32,   2,  2, kBf16,   kBf16,   kF32,  0, kCalculator},
    {"v_mfma_f32_16x16x2bf16",              "v_mfma_f32_16x16x2bf16",     kCdna12,  16, 16,   2,  4, kBf16,   kBf16,   kF32,  0, kCalculator},
    {"v_mfma_f32_4x4x2bf16",                "v_mfma_f32_4x4x2bf16",       kCdna12,   4,  4,   2, 16, kBf16,   kBf16,   kF32,  0, kCalculator},
    {"v_mfma_f32_32x32x4bf16",              "v_mfma_f32_32x32x4bf16",     kCdna12,  32, 32,   4,  1, kBf16,   kBf16,   kF32,  0, kCalculator},
    {"v_mfma_f32_16x16x8bf16",              "v_mfma_f32_16x16x8bf16",     kCdna12,  16, 16,   8,  1, kBf16,   kBf16,   kF32,  0, kCalculator},
    {"v_mfma_f32_32x32x4_2b_bf16",          "v_mfma_f32_32x32x4bf16_1k",  kCdna234, 32, 32,   4,  2, kBf16,   kBf16,   kF32,  0, kCalculator},
    {"v_mfma_f32_16x16x4_4b_bf16",          "v_mfma_f32_16x16x4bf16_1k",  kCdna234, 16, 16,   4,  4, kBf16,   kBf16,   kF32,  0, kCalculator},
    {"v_mfma_f32_4x4x4_16b_bf16",           "v_mfma_f32_4x4x4bf16_1k",    kCdna234,  4,  4,   4, 16, kBf16,   kBf16,   kF32,  0, kCalculator},
    {"v_mfma_f32_32x32x8_bf16",             "v_mfma_f32_32x32x8bf16_1k",  kCdna234, 32, 32,   8,  1, kBf16,   kBf16,   kF32,  0, kCalculator},
    {"v_mfma_f32_16x16x16_bf16",            "v_mfma_f32_16x16x16bf16_1k", kCdna234, 16, 16,  16,  1, kBf16,   kBf16,   kF32,  0, kCalculator},
    {"v_mfma_f32_32x32x16_bf16",            "",                           kGfx950,  32, 32,  16,  1, kBf16,   kBf16,   kF32,  0, kWider},
    {"v_mfma_f32_16x16x32_bf16",            "",                           kGfx950,  16, 16,  32,  1, kBf16,   kBf16,   kF32,  0, kWider},

    {"v_mfma_i32_32x32x4_2b_i8",            "v_mfma_i32_32x32x4i8",       kCdna,    32, 32,   4,  2, kI8,     kI8,     kI32,  0, kCalculator},
    {"v_mfma_i32_16x16x4_4b_i8",            "v_mfma_i32_16x16x4i8",       kCdna,    16, 16,   4,  4, kI8,     kI8,     kI32,  0, kCalculator},
    {"v_mfma_i32_4x4x4_16b_i8",             "v_mfma_i32_4x4x4i8",         kCdna,     4,  4,   4, 16, kI8,     kI8,     kI32,  0, kCalculator},
    {"v_mfma_i32_32x32x8i8",                "v_mfma_i32_32x32x8i8",       kCdna12,  32, 32,   8,  1, kI8,     kI8,     kI32,  0, kCalculator},
    {"v_mfma_i32_16x16x16i8",               "v_mfma_i32_16x16x16i8",      kCdna12,  16, 16,  16,  1, kI8,     kI8,     kI32,  0, kCalculator},
    {"v_mfma_i32_32x32x16_i8",              "",                           kCdna34,  32, 32,  16,  1, kI8,     kI8,     kI32,  0, kCalculator},
    {"v_mfma_i32_16x16x32_i8",              "",                           kCdna34,  16, 16,  32,  1, kI8,     kI8,     kI32,  0, kCalculator},
    {"v_mfma_i32_32x32x32_i8",              "",                           kGfx950,  32, 32,  32,  1, kI8,     kI8,     kI32,  0, kWiderI8},
    {"v_mfma_i32_16x16x64_i8",              "",                           kGfx950,  16, 16,  64,  1, kI8,     kI8,     kI32,  0, kWiderI8},

    {"v_mfma_f64_16x16x4_f64",              "v_mfma_f64_16x16x4f64",      kCdna234, 16, 16,   4,  1, kF64,    kF64,    kF64,  0, kCalculator},
    {"v_mfma_f64_4x4x4_4b_f64",             "v_mfma_f64_4x4x4f64",        kCdna234,  4,  4,   4,  4, kF64,    kF64,    kF64,  0, kCalculator},

    {"v_mfma_f32_32x32x4_xf32",             "",                           kGfx942,  32, 32,   4,  1, kXf32,   kXf32,   kF32,  0, kCalculator},
    {"v_mfma_f32_16x16x8_xf32",             "",                           kGfx942,  16, 16,   8,  1, kXf32,   kXf32,   kF32,  0, kCalculator},

    // FNUZ operands on gfx942, OCP on gfx950; the layouts are the same.
    {"v_mfma_f32_32x32x16_fp8_fp8",         "",                           kCdna34,  32, 32,  16,  1, kFp8,    kFp8,    kF32,  0, kCalculator},
    {"v_mfma_f32_32x32x16_fp8_bf8",         "",                           kCdna34,  32, 32,  16,  1, kFp8,    kBf8,    kF32,  0, kCalculator},
    {"v_mfma_f32_32x32x16_bf8_fp8",         "",                           kCdna34,  32, 32,  16,  1, kBf8,    kFp8,    kF32,  0, kCalculator},
    {"v_mfma_f32_32x32x16_bf8_bf8",         "",                           kCdna34,  32, 32,  16,  1, kBf8,    kBf8,    kF32,  0, kCalculator},
    {"v_mfma_f32_16x16x32_fp8_fp8",         "",                           kCdna34,  16, 16,  32,  1, kFp8,    kFp8,    kF32,  0, kCalculator},
    {"v_mfma_f32_16x16x32_fp8_bf8",         "",                           kCdna34,  16, 16,  32,  1, kFp8,    kBf8,    kF32,  0, kCalculator},
    {"v_mfma_f32_16x16x32_bf8_fp8",         "",                           kCdna34,  16, 16,  32,  1, kBf8,    kFp8,    kF32,  0, kCalculator},
    {"v_mfma_f32_16x16x32_bf8_bf8",         "",                           kCdna34,  16, 16,  32,  1, kBf8,    kBf8,    kF32,  0, kCalculator},

    {"v_mfma_f32_16x16x128_f8f6f4",         "",                           kGfx950,  16, 16, 128,  1, kF8f6f4, kF8f6f4, kF32,  0, kWider},
    {"v_mfma_f32_32x32x64_f8f6f4",          "",                           kGfx950,  32, 32,  64,  1, kF8f6f4, kF8f6f4, kF32,  0, kWider},
    {"v_mfma_scale_f32_16x16x128_f8f6f4",   "",                           kGfx950,  16, 16, 128,  1, kF8f6f4, kF8f6f4, kF32, 32, kWider},
    {"v_mfma_scale_f32_32x32x64_f8f6f4",    "",                           kGfx950,  32, 32,  64,  1, kF8f6f4, kF8f6f4, kF32, 32, kWider},

    {"v_wmma_f32_16x16x16_f16",              "",                           kGfx1201, 16, 16,  16,  1, kF16,    kF16,    kF32,  0, kWmma16},
    {"v_wmma_f16_16x16x16_f16",              "",                           kGfx1201, 16, 16,  16,  1, kF16,    kF16,    kF16,  0, kWmma16},
    {"v_wmma_f32_16x16x16_bf16",             "",                           kGfx1201, 16, 16,  16,  1, kBf16,   kBf16,   kF32,  0, kWmma16},
    {"v_wmma_bf16_16x16x16_bf16",            "",                           kGfx1201, 16, 16,  16,  1, kBf16,   kBf16,   kBf16, 0, kWmma16},
    {"v_wmma_f32_16x16x32_f16",              "",                           kGfx1250, 16, 16,  32,  1, kF16,    kF16,    kF32,  0, kWmma},
    {"v_wmma_f32_16x16x32_bf16",             "",                           kGfx1250, 16, 16,  32,  1, kBf16,   kBf16,   kF32,  0, kWmma},

    {"v_wmma_scale_f32_16x16x128_f8f6f4",   "",                           kGfx1250, 16, 16, 128,  1, kF8f6f4, kF8f6f4, kF32, 32, kWmma},
    {"v_wmma_scale16_f32_16x16x128_f8f6f4", "",                           kGfx1250, 16, 16, 128,  1, kF8f6f4, kF8f6f4, kF32, 16, kWmma},
    {"v_wmma_scale_f32_32x16x128_f4",       "",                           kGfx1250, 32, 16, 128,  1, kF4,     kF4,     kF32, 32, kWmma},
    {"v_wmma_scale16_f32_32x16x128_f4",     "",                           kGfx1250, 32, 16, 128,  1, kF4,     kF4,     kF32, 16, kWmma},

    {"v_wmma_f16_16x16x32_f16",               "",                           kGfx1250, 16, 16,  32,  1, kF16,   kF16,   kF16,  0, kWmma},
    {"v_wmma_bf16_16x16x32_bf16",             "",                           kGfx1250, 16, 16,  32,  1, kBf16,  kBf16,  kBf16, 0, kWmma},
    {"v_wmma_bf16f32_16x16x32_bf16",          "",                           kGfx1250, 16, 16,  32,  1, kBf16,  kBf16,  kBf16, 0, kWmma, kF32},
    {"v_wmma_f32_16x16x64_fp8_fp8",           "",                           kGfx1250, 16, 16,  64,  1, kFp8,   kFp8,   kF32,  0, kWmmaBytes},
    {"v_wmma_f32_16x16x64_fp8_bf8",           "",                           kGfx1250, 16, 16,  64,  1, kFp8,   kBf8,   kF32,  0, kWmmaBytes},
    {"v_wmma_f32_16x16x64_bf8_fp8",           "",                           kGfx1250, 16, 16,  64,  1, kBf8,   kFp8,   kF32,  0, kWmmaBytes},
    {"v_wmma_f32_16x16x64_bf8_bf8",           "",                           kGfx1250, 16, 16,  64,  1, kBf8,   kBf8,   kF32,  0, kWmmaBytes},
    {"v_wmma_f16_16x16x64_fp8_fp8",           "",                           kGfx1250, 16, 16,  64,  1, kFp8,   kFp8,   kF16,  0, kWmmaBytes},
    {"v_wmma_f16_16x16x64_fp8_bf8",           "",                           kGfx1250, 16, 16,  64,  1, kFp8,   kBf8,   kF16,  0, kWmmaBytes},
    {"v_wmma_f16_16x16x64_bf8_fp8",           "",                           kGfx1250, 16, 16,  64,  1, kBf8,   kFp8,   kF16,  0, kWmmaBytes},
    {"v_wmma_f16_16x16x64_bf8_bf8",           "",                           kGfx1250, 16, 16,  64,  1, kBf8,   kBf8,   kF16,  0, kWmmaBytes},
    {"v_wmma_f32_16x16x128_fp8_fp8",          "",                           kGfx1250, 16, 16, 128,  1, kFp8,   kFp8,   kF32,  0, kWmmaBytes},
    {"v_wmma_f32_16x16x128_fp8_bf8",          "",                           kGfx1250, 16, 16, 128,  1, kFp8,   kBf8,   kF32,  0, kWmmaBytes},
    {"v_wmma_f32_16x16x128_bf8_fp8",          "",                           kGfx1250, 16, 16, 128,  1, kBf8,   kFp8,   kF32,  0, kWmmaBytes},
    {"v_wmma_f32_16x16x128_bf8_bf8",          "",                           kGfx1250, 16, 16, 128,  1, kBf8,   kBf8,   kF32,  0, kWmmaBytes},
    {"v_wmma_f16_16x16x128_fp8_fp8",          "",                           kGfx1250, 16, 16, 128,  1, kFp8,   kFp8,   kF16,  0, kWmmaBytes},
    {"v_wmma_f16_16x16x128_fp8_bf8",          "",                           kGfx1250, 16, 16, 128,  1, kFp8,   kBf8,   kF16,  0, kWmmaBytes},
    {"v_wmma_f16_16x16x128_bf8_fp8",          "",                           kGfx1250, 16, 16, 128,  1, kBf8,   kFp8,   kF16,  0, kWmmaBytes},
    {"v_wmma_f16_16x16x128_bf8_bf8",          "",                           kGfx1250, 16, 16, 128,  1, kBf8,   kBf8,   kF16,  0, kWmmaBytes},
    {"v_wmma_i32_16x16x64_iu8",               "",                           kGfx1250, 16, 16,  64,  1, kIu8,   kIu8,   kI32,  0, kWmmaBytes},
    {"v_wmma_f32_16x16x4_f32",                "",                           kGfx1250, 16, 16,   4,  1, kF32,   kF32,   kF32,  0, kWmma},
    {"v_wmma_f32_16x16x128_f8f6f4",           "",                           kGfx1250, 16, 16, 128,  1, kF8f6f4,kF8f6f4,kF32,  0, kWmmaBare},
    {"v_wmma_f32_32x16x128_f4",               "",                           kGfx1250, 32, 16, 128,  1, kF4,    kF4,    kF32,  0, kWmmaBare},
};
// clang-format on

}  // namespace

std::span<const MatrixInstruction> matrix_instructions() {
  return kRows;
}

const MatrixInstruction* find_matrix_instruction(std::string_view name) {
  if (name.empty()) return nullptr;
  for (const MatrixInstruction& row : kRows)
    if (row.name == name || row.classic == name) return &row;
  return nullptr;
}

}  // namespace lockstep::matrix
