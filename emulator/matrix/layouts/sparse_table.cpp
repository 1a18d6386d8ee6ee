#include "emulator/matrix/layouts/sparse_table.hpp"

#include <algorithm>

namespace lockstep::matrix {
namespace {

constexpr ElementType kF32{"f32", 32}, kF16{"f16", 16}, kBf16{"bf16", 16}, kI32{"i32", 32}, kI8{"i8", 8},
    kFp8{"fp8", 8}, kBf8{"bf8", 8};
constexpr unsigned kBoth = kGfx942 | kGfx950;

// Names, shapes and register counts are LLVM's; the manuals' lists are the same.
// clang-format off
constexpr SparseInstruction kRows[] = {
    {"v_smfmac_f32_16x16x32_f16", kBoth, 16, 16, 32, kF16, kF16, kF32},
    {"v_smfmac_f32_16x16x32_bf16", kBoth, 16, 16, 32, kBf16, kBf16, kF32},
    {"v_smfmac_f32_32x32x16_f16", kBoth, 32, 32, 16, kF16, kF16, kF32},
    {"v_smfmac_f32_32x32x16_bf16", kBoth, 32, 32, 16, kBf16, kBf16, kF32},
    {"v_smfmac_i32_16x16x64_i8", kBoth, 16, 16, 64, kI8, kI8, kI32},
    {"v_smfmac_f32_16x16x64_bf8_bf8", kBoth, 16, 16, 64, kBf8, kBf8, kF32},
    {"v_smfmac_f32_16x16x64_bf8_fp8", kBoth, 16, 16, 64, kBf8, kFp8, kF32},
    {"v_smfmac_f32_16x16x64_fp8_bf8", kBoth, 16, 16, 64, kFp8, kBf8, kF32},
    {"v_smfmac_f32_16x16x64_fp8_fp8", kBoth, 16, 16, 64, kFp8, kFp8, kF32},
    {"v_smfmac_i32_32x32x32_i8", kBoth, 32, 32, 32, kI8, kI8, kI32},
    {"v_smfmac_f32_32x32x32_bf8_bf8", kBoth, 32, 32, 32, kBf8, kBf8, kF32},
    {"v_smfmac_f32_32x32x32_bf8_fp8", kBoth, 32, 32, 32, kBf8, kFp8, kF32},
    {"v_smfmac_f32_32x32x32_fp8_bf8", kBoth, 32, 32, 32, kFp8, kBf8, kF32},
    {"v_smfmac_f32_32x32x32_fp8_fp8", kBoth, 32, 32, 32, kFp8, kFp8, kF32},
    {"v_smfmac_f32_16x16x64_f16", kGfx950, 16, 16, 64, kF16, kF16, kF32},
    {"v_smfmac_f32_16x16x64_bf16", kGfx950, 16, 16, 64, kBf16, kBf16, kF32},
    {"v_smfmac_f32_32x32x32_f16", kGfx950, 32, 32, 32, kF16, kF16, kF32},
    {"v_smfmac_f32_32x32x32_bf16", kGfx950, 32, 32, 32, kBf16, kBf16, kF32},
    {"v_smfmac_i32_16x16x128_i8", kGfx950, 16, 16, 128, kI8, kI8, kI32},
    {"v_smfmac_f32_16x16x128_bf8_bf8", kGfx950, 16, 16, 128, kBf8, kBf8, kF32},
    {"v_smfmac_f32_16x16x128_bf8_fp8", kGfx950, 16, 16, 128, kBf8, kFp8, kF32},
    {"v_smfmac_f32_16x16x128_fp8_bf8", kGfx950, 16, 16, 128, kFp8, kBf8, kF32},
    {"v_smfmac_f32_16x16x128_fp8_fp8", kGfx950, 16, 16, 128, kFp8, kFp8, kF32},
    {"v_smfmac_i32_32x32x64_i8", kGfx950, 32, 32, 64, kI8, kI8, kI32},
    {"v_smfmac_f32_32x32x64_bf8_bf8", kGfx950, 32, 32, 64, kBf8, kBf8, kF32},
    {"v_smfmac_f32_32x32x64_bf8_fp8", kGfx950, 32, 32, 64, kBf8, kFp8, kF32},
    {"v_smfmac_f32_32x32x64_fp8_bf8", kGfx950, 32, 32, 64, kFp8, kBf8, kF32},
    {"v_smfmac_f32_32x32x64_fp8_fp8", kGfx950, 32, 32, 64, kFp8, kFp8, kF32},
};
// clang-format on

constexpr LayoutSource kSource{Label::inferred,
                               "CDNA4 ISA, sparse matrices: B and the indices are given, A follows"};

MatrixInstruction dense(const SparseInstruction& i, int k) {
  return {i.name, "", i.archs, i.m, i.n, k, 1, i.a, i.b, i.d, 0, kSource};
}

constexpr int kIndexBits = 2, kRegisterBits = 32;

}  // namespace

std::span<const SparseInstruction> sparse_instructions() {
  return kRows;
}

const SparseInstruction* find_sparse_instruction(std::string_view name) {
  const auto row = std::ranges::find(kRows, name, &SparseInstruction::name);
  return row != std::end(kRows) ? &*row : nullptr;
}

MatrixInstruction dense_half(const SparseInstruction& instruction) {
  return dense(instruction, instruction.k / 2);
}

SparseLayouts layouts(const SparseInstruction& instruction) {
  const MatrixInstruction half = dense_half(instruction);
  SparseLayouts all{*layout(half, Role::a), *layout(dense(instruction, instruction.k), Role::b),
                    *layout(half, Role::c)};
  all.a.dealing.chunk = all.b.dealing.chunk / 2;
  return all;
}

int index_bit(const SparseLayouts& layouts, int bit, int cbsz, int abid) {
  const int set_bits = kIndexBits * layouts.a.dealing.per_lane();
  const int set = cbsz == 0 ? abid % (kRegisterBits / set_bits) : 0;
  return set_bits * set + kIndexBits * (bit / layouts.a.dealing.bits);
}

}  // namespace lockstep::matrix
