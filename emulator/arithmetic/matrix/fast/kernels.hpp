// The summations that have a kernel of their own, each compiled once per SIMD level.
#pragma once

#include <array>
#include <cstdint>

#include "emulator/arithmetic/matrix/fast/operand.hpp"
#include "emulator/arithmetic/matrix/models/facts.hpp"
#include "host/simd_levels.hpp"

// Defines NAME_baseline, NAME_v3 and NAME_v4 from the function template BODY<Columns, Shape>(facts, a, b, c,
// d). All that BODY calls per element must be LOCKSTEP_INLINE, or it would be compiled for the baseline.
#define LOCKSTEP_KERNEL_FOR(NAME, TARGET, COLUMNS, BODY)                                                \
  TARGET void NAME(const Facts& facts, Shape shape, const Operand& a, const Operand& b, const float* c, \
                   float* d) {                                                                          \
    /* NOLINTBEGIN(bugprone-macro-parentheses): names */                                                \
    if (shape == k16x16x128) return BODY<COLUMNS, k16x16x128>(facts, a, b, c, d);                       \
    if (shape == k32x32x64) return BODY<COLUMNS, k32x32x64>(facts, a, b, c, d);                         \
    if (shape == k16x16x32) return BODY<COLUMNS, k16x16x32>(facts, a, b, c, d);                         \
    return BODY<COLUMNS, k32x32x16>(facts, a, b, c, d);                                                 \
    /* NOLINTEND(bugprone-macro-parentheses) */                                                         \
  }
#define LOCKSTEP_KERNEL(NAME, BODY)                           \
  LOCKSTEP_KERNEL_FOR(NAME##_baseline, , Columns4, BODY)      \
  LOCKSTEP_KERNEL_FOR(NAME##_v3, LOCKSTEP_V3, Columns8, BODY) \
  LOCKSTEP_KERNEL_FOR(NAME##_v4, LOCKSTEP_V4, Columns16, BODY)

namespace lockstep::matrix {

/// The codes of scales of 1, which kernels are given for operands without scales.
inline constexpr std::array<std::uint8_t, kOperandScales> kNoScales = [] {
  std::array<std::uint8_t, kOperandScales> ones{};
  ones.fill(127);
  return ones;
}();

Kernel multiply_exact_baseline, multiply_exact_v3, multiply_exact_v4;
Kernel multiply_fma_chain_baseline, multiply_fma_chain_v3, multiply_fma_chain_v4;
Kernel multiply_aligned_baseline, multiply_aligned_v3, multiply_aligned_v4;
Kernel multiply_fused_baseline, multiply_fused_v3, multiply_fused_v4;
Kernel multiply_grid_baseline, multiply_grid_v3, multiply_grid_v4;

// Kernels written in x86-64 intrinsics.
Kernel multiply_exact_vnni, multiply_byte_chain_v3, multiply_byte_chain_v4, multiply_byte_chain_vnni;
/// Kernels on operands, scales and accumulators as Multiplication::in_registers() has them.
Kernel multiply_fma_chain_v3_registers, multiply_fma_chain_v4_registers, multiply_byte_chain_v3_registers,
    multiply_byte_chain_v4_registers, multiply_byte_chain_vnni_registers;

/// Whether the kernels on bytes accept operands of these formats.
bool are_integers(const formats::Format& a, const formats::Format& b);

// Conditions on the facts of a model under which the kernels over whole tiles are right.

/// Whether the facts that no kernel reads have their default values.
bool is_plain(const Facts& facts);

bool rounds_to_nearest(const Facts& facts);

/// Whether the kernels of Summation::aligned, which truncate products, floor all else, and sum in 64 bits,
/// are right.
bool cuts_fit(const Facts& facts);

/// Summation::fma_chain: whether the kernels on bytes, which take whole blocks and round once for both
/// scales, are right.
bool sums_blocks_as_bytes(const Facts& facts);

}  // namespace lockstep::matrix
