#include "emulator/arithmetic/matrix/layouts/sparse_table.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace lockstep::matrix {
namespace {

constexpr ElementType kF32{"f32", 32}, kF16{"f16", 16}, kBf16{"bf16", 16}, kI32{"i32", 32}, kI8{"i8", 8},
    kFp8{"fp8", 8}, kBf8{"bf8", 8}, kIu8{"iu8", 8};
constexpr arch::Set kBoth = kCdna34;

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
    {"v_swmmac_f32_16x16x64_f16", kGfx1250, 16, 16, 64, kF16, kF16, kF32},
    {"v_swmmac_f16_16x16x64_f16", kGfx1250, 16, 16, 64, kF16, kF16, kF16},
    {"v_swmmac_f32_16x16x64_bf16", kGfx1250, 16, 16, 64, kBf16, kBf16, kF32},
    {"v_swmmac_bf16_16x16x64_bf16", kGfx1250, 16, 16, 64, kBf16, kBf16, kBf16},
    {"v_swmmac_bf16f32_16x16x64_bf16", kGfx1250, 16, 16, 64, kBf16, kBf16, kBf16, kF32},
    {"v_swmmac_f32_16x16x128_fp8_fp8", kGfx1250, 16, 16, 128, kFp8, kFp8, kF32},
    {"v_swmmac_f32_16x16x128_fp8_bf8", kGfx1250, 16, 16, 128, kFp8, kBf8, kF32},
    {"v_swmmac_f32_16x16x128_bf8_fp8", kGfx1250, 16, 16, 128, kBf8, kFp8, kF32},
    {"v_swmmac_f32_16x16x128_bf8_bf8", kGfx1250, 16, 16, 128, kBf8, kBf8, kF32},
    {"v_swmmac_f16_16x16x128_fp8_fp8", kGfx1250, 16, 16, 128, kFp8, kFp8, kF16},
    {"v_swmmac_f16_16x16x128_fp8_bf8", kGfx1250, 16, 16, 128, kFp8, kBf8, kF16},
    {"v_swmmac_f16_16x16x128_bf8_fp8", kGfx1250, 16, 16, 128, kBf8, kFp8, kF16},
    {"v_swmmac_f16_16x16x128_bf8_bf8", kGfx1250, 16, 16, 128, kBf8, kBf8, kF16},
    {"v_swmmac_i32_16x16x128_iu8", kGfx1250, 16, 16, 128, kIu8, kIu8, kI32},
};
// clang-format on

constexpr LayoutSource kSource{Label::inferred,
                               "CDNA4 ISA, sparse matrices: B and the indices are given, A follows"},
    kWaveSource{Label::hypothesis, "as AMD's rocjitsu has it, against the text of the CDNA5 manual"};

MatrixInstruction dense(const SparseInstruction& i, int k) {
  return {i.name, "", i.archs, i.m, i.n, k, 1, i.a, i.b, i.d, 0, source_of(i), i.c};
}

constexpr int kIndexBits = 2, kRegisterBits = 32;

/// The layout of the indices: which of four, for each stored element of A.
Layout index_layout(const Layout& a, Dealing dealing) {
  dealing.bits = kIndexBits;
  return {a.rows, a.cols, 1, false, dealing};
}

SparseLayouts wave32_layouts(const SparseInstruction& i) {
  constexpr int kLanes = 32, kSpan = 16, kBitsOfA = 128, kBitsOfB = 256;
  const auto dealing = [](int length, int chunk, int bits) {
    return Dealing{.lanes = kLanes, .span = kSpan, .length = length, .chunk = chunk, .bits = bits};
  };
  const int stored = i.k / 2;
  const Layout a{i.m, stored, 1, false, dealing(stored, kBitsOfA / i.a.bits, i.a.bits)},
      b{i.k, i.n, 1, true, dealing(i.k, kBitsOfB / i.b.bits, i.b.bits)};
  const MatrixInstruction half = dense_half(i);
  return {a, b, *layout(half, Role::c), *layout(half, Role::d),
          index_layout(a, dealing(stored, stored / 2, kIndexBits))};
}

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
  if (instruction.lanes() == 32) return wave32_layouts(instruction);
  const MatrixInstruction half = dense_half(instruction);
  SparseLayouts all{*layout(half, Role::a),
                    *layout(dense(instruction, instruction.k), Role::b),
                    *layout(half, Role::c),
                    *layout(half, Role::d),
                    {}};
  all.a.dealing.chunk = all.b.dealing.chunk / 2;
  all.index = index_layout(all.a, all.a.dealing);
  return all;
}

const LayoutSource& source_of(const SparseInstruction& instruction) {
  return instruction.lanes() == 32 ? kWaveSource : kSource;
}

tl::expected<Layout, std::string> layout(const SparseInstruction& instruction, Role operand, int select) {
  const SparseLayouts all = layouts(instruction);
  switch (operand) {
    case Role::a:
      return all.a;
    case Role::b:
      return all.b;
    case Role::c:
      return all.c;
    case Role::d:
      return all.d;
    case Role::index: {
      const int set_bits = kIndexBits * all.index.dealing.per_lane();
      const int sets = std::max(1, kRegisterBits / set_bits);
      if (select < 0 || select >= sets)
        return tl::unexpected(fmt::format("{} has {} set{} of indices in a register, from 0",
                                          instruction.name, sets, sets == 1 ? "" : "s"));
      Layout index = all.index;
      index.dealing.first_bit = set_bits * select;
      return index;
    }
    default:
      return tl::unexpected(fmt::format("{} takes no scales", instruction.name));
  }
}

int index_bit(const SparseLayouts& layouts, int bit, int cbsz, int abid) {
  const int set_bits = kIndexBits * layouts.a.dealing.per_lane();
  const int set = cbsz == 0 ? abid % (kRegisterBits / set_bits) : 0;
  return set_bits * set + kIndexBits * (bit / layouts.a.dealing.bits);
}

}  // namespace lockstep::matrix
