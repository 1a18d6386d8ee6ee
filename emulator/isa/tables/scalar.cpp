// Scalar ALU: SOP1, SOP2, SOPC, SOPK.
#include <array>
#include <bit>

#include "emulator/isa/tables/integer.hpp"
#include "emulator/isa/tables/scalars.hpp"
#include "emulator/isa/tables/sources.hpp"

namespace lockstep::isa {
namespace {

using U32 = std::uint32_t;
using I32 = std::int32_t;
using U64 = std::uint64_t;
using I64 = std::int64_t;
using U16 = std::uint16_t;
using I16 = std::int16_t;

/// SCC tells whether the result is not zero.
template <typename T>
WithScc<T> nonzero(T value) {
  return {value, value != 0};
}
WithScc<U32> carried(U64 sum) {
  return {static_cast<U32>(sum), sum >> 32 != 0};
}
WithScc<I32> overflowing(I64 exact) {
  return {static_cast<I32>(exact), exact != static_cast<I32>(exact)};
}

/// A bitwise function.
template <typename T, auto kFunction>
WithScc<T> logic(T a, T b) {
  return nonzero<T>(kFunction(a, b));
}
template <typename T>
WithScc<T> left(T a, U32 b) {
  return nonzero(shift_left(a, b));
}
template <typename T>
WithScc<T> right(T a, U32 b) {
  return nonzero(shift_right(a, b));
}
template <typename T>
WithScc<T> least(T a, T b) {
  return {smaller(a, b), a < b};
}
template <typename T>
WithScc<T> greatest(T a, T b) {
  return {larger(a, b), a >= b};
}
template <typename T>
T select(T a, T b, Scc scc) {
  return scc.in ? a : b;
}
template <typename T>
WriteIf<T> s_cmov(T a, Scc scc) {
  return {a, scc.in};
}
template <int kShift>
WithScc<U32> shift_add(U32 a, U32 b) {
  return carried((U64{a} << kShift) + b);
}

/// The field's offset and width lie in one operand: bits 4:0 (5:0 for 64 bits) and 22:16.
template <typename T>
WithScc<T> field(T a, U32 b) {
  return nonzero(extract_bits(a, b & (sizeof(T) * 8 - 1), b >> 16 & 0x7F));
}

/// Bit i of the result: is any of the four bits of i's quad set?
template <typename T>
WithScc<T> s_wqm(T a) {
  T result = 0;
  for (unsigned i = 0; i < sizeof(T) * 8; ++i) result |= static_cast<T>((a >> (i & ~3u) & 15) != 0) << i;
  return nonzero(result);
}
template <typename T>
WithScc<T> s_quadmask(T a) {
  T result = 0;
  for (unsigned i = 0; i < sizeof(T) * 2; ++i) result |= static_cast<T>((a >> (i * 4) & 15) != 0) << i;
  return nonzero(result);
}
U64 s_bitreplicate(U32 a) {
  U64 result = 0;
  for (int i = 0; i < 32; ++i) result |= U64{a >> i & 1} * 3 << (2 * i);
  return result;
}

/// s_*_saveexec: the old EXEC goes to the destination.
template <auto kFunction>
WithExec save(U64 a, Exec exec) {
  return {exec.mask, kFunction(a, exec.mask)};
}
template <auto kFunction>
WithExec write(U64 a, Exec exec) {
  return {kFunction(a, exec.mask), kFunction(a, exec.mask)};
}

constexpr auto kMoveBy1 = moves_by(0b10);
constexpr auto kMoveBy0 = moves_by(0b01);
constexpr Traits kMovesInverting1{.definedness = Definedness::moves, .inverted = 0b10};

constexpr std::array kRows{
    // clang-format off
    scalar<[](U32 a) { return a; }>("s_mov_b32", kSop1, kMoves),
    scalar<[](U64 a) { return a; }>("s_mov_b64", kSop1, kMoves),
    scalar<s_cmov<U32>>("s_cmov_b32", kSop1),
    scalar<s_cmov<U64>>("s_cmov_b64", kSop1),
    scalar<[](U32 a) { return nonzero(~a); }>("s_not_b32", kSop1, kMoves),
    scalar<[](U64 a) { return nonzero(~a); }>("s_not_b64", kSop1, kMoves),
    scalar<s_wqm<U32>>("s_wqm_b32", kSop1),
    scalar<s_wqm<U64>>("s_wqm_b64", kSop1),
    scalar<reverse_bits<U32>>("s_brev_b32", kSop1, kMoves),
    scalar<reverse_bits<U64>>("s_brev_b64", kSop1, kMoves),
    scalar<[](U32 a) { return nonzero<I32>(32 - std::popcount(a)); }>("s_bcnt0_i32_b32", kSop1),
    scalar<[](U64 a) { return nonzero<I32>(64 - std::popcount(a)); }>("s_bcnt0_i32_b64", kSop1),
    scalar<[](U32 a) { return nonzero<I32>(std::popcount(a)); }>("s_bcnt1_i32_b32", kSop1),
    scalar<[](U64 a) { return nonzero<I32>(std::popcount(a)); }>("s_bcnt1_i32_b64", kSop1),
    on(kCdna34, scalar<[](U32 a) { return first_one(~a); }>("s_ff0_i32_b32", kSop1)),
    on(kCdna34, scalar<[](U64 a) { return first_one(~a); }>("s_ff0_i32_b64", kSop1)),
    scalar<first_one<U32>>({"s_ff1_i32_b32", "s_ctz_i32_b32"}, kSop1),
    scalar<first_one<U64>>({"s_ff1_i32_b64", "s_ctz_i32_b64"}, kSop1),
    scalar<leading_one<U32>>({"s_flbit_i32_b32", "s_clz_i32_u32"}, kSop1),
    scalar<leading_one<U64>>({"s_flbit_i32_b64", "s_clz_i32_u64"}, kSop1),
    scalar<leading_difference<I32>>({"s_flbit_i32", "s_cls_i32"}, kSop1),
    scalar<leading_difference<I64>>({"s_flbit_i32_i64", "s_cls_i32_i64"}, kSop1),
    scalar<[](U32 a) { return I32{static_cast<std::int8_t>(a)}; }>("s_sext_i32_i8", kSop1, kMoves),
    scalar<[](U32 a) { return I32{static_cast<I16>(a)}; }>("s_sext_i32_i16", kSop1, kMoves),
    scalar<[](U32 a, Old<U32> d) { return d.value & ~(1u << (a & 31)); }>("s_bitset0_b32", kSop1, kMoveBy0),
    scalar<[](U32 a, Old<U64> d) { return d.value & ~(U64{1} << (a & 63)); }>("s_bitset0_b64", kSop1, kMoveBy0),
    scalar<[](U32 a, Old<U32> d) { return d.value | 1u << (a & 31); }>("s_bitset1_b32", kSop1, kMoveBy0),
    scalar<[](U32 a, Old<U64> d) { return d.value | U64{1} << (a & 63); }>("s_bitset1_b64", kSop1, kMoveBy0),
    scalar<[](I32 a) { return nonzero(static_cast<I32>(a < 0 ? 0u - static_cast<U32>(a) : static_cast<U32>(a))); }>("s_abs_i32", kSop1),
    scalar<s_quadmask<U32>>("s_quadmask_b32", kSop1),
    scalar<s_quadmask<U64>>("s_quadmask_b64", kSop1),
    scalar<s_bitreplicate>("s_bitreplicate_b64_b32", kSop1, kMoves),
    on(kCdna34, scalar<save<[](U64 a, U64 e) { return a & e; }>>("s_and_saveexec_b64", kSop1)),
    on(kCdna34, scalar<save<[](U64 a, U64 e) { return a | e; }>>("s_or_saveexec_b64", kSop1)),
    on(kCdna34, scalar<save<[](U64 a, U64 e) { return a ^ e; }>>("s_xor_saveexec_b64", kSop1)),
    on(kCdna34, scalar<save<[](U64 a, U64 e) { return a & ~e; }>>("s_andn2_saveexec_b64", kSop1)),
    on(kCdna34, scalar<save<[](U64 a, U64 e) { return a | ~e; }>>("s_orn2_saveexec_b64", kSop1)),
    on(kCdna34, scalar<save<[](U64 a, U64 e) { return ~(a & e); }>>("s_nand_saveexec_b64", kSop1)),
    on(kCdna34, scalar<save<[](U64 a, U64 e) { return ~(a | e); }>>("s_nor_saveexec_b64", kSop1)),
    on(kCdna34, scalar<save<[](U64 a, U64 e) { return ~(a ^ e); }>>("s_xnor_saveexec_b64", kSop1)),
    on(kCdna34, scalar<save<[](U64 a, U64 e) { return ~a & e; }>>("s_andn1_saveexec_b64", kSop1)),
    on(kCdna34, scalar<save<[](U64 a, U64 e) { return ~a | e; }>>("s_orn1_saveexec_b64", kSop1)),
    on(kCdna34, scalar<write<[](U64 a, U64 e) { return ~a & e; }>>("s_andn1_wrexec_b64", kSop1)),
    on(kCdna34, scalar<write<[](U64 a, U64 e) { return a & ~e; }>>("s_andn2_wrexec_b64", kSop1)),

    scalar<[](U32 a, U32 b) { return carried(U64{a} + b); }>({"s_add_u32", "s_add_co_u32"}, kSop2, kCarries),
    scalar<[](U32 a, U32 b) { return WithScc<U32>{a - b, a < b}; }>({"s_sub_u32", "s_sub_co_u32"}, kSop2, kCarries),
    scalar<[](I32 a, I32 b) { return overflowing(I64{a} + b); }>({"s_add_i32", "s_add_co_i32"}, kSop2, kCarries),
    scalar<[](I32 a, I32 b) { return overflowing(I64{a} - b); }>({"s_sub_i32", "s_sub_co_i32"}, kSop2, kCarries),
    scalar<[](U32 a, U32 b, Scc c) { return carried(U64{a} + b + c.in); }>({"s_addc_u32", "s_add_co_ci_u32"}, kSop2),
    scalar<[](U32 a, U32 b, Scc c) { return WithScc<U32>{a - b - c.in, a < U64{b} + c.in}; }>({"s_subb_u32", "s_sub_co_ci_u32"}, kSop2),
    scalar<least<I32>>("s_min_i32", kSop2),
    scalar<least<U32>>("s_min_u32", kSop2),
    scalar<greatest<I32>>("s_max_i32", kSop2),
    scalar<greatest<U32>>("s_max_u32", kSop2),
    scalar<select<U32>>("s_cselect_b32", kSop2, kMoves),
    scalar<select<U64>>("s_cselect_b64", kSop2, kMoves),
    scalar<logic<U32, [](U32 a, U32 b) { return a & b; }>>("s_and_b32", kSop2, kMoves),
    scalar<logic<U64, [](U64 a, U64 b) { return a & b; }>>("s_and_b64", kSop2, kMoves),
    scalar<logic<U32, [](U32 a, U32 b) { return a | b; }>>("s_or_b32", kSop2, kMoves),
    scalar<logic<U64, [](U64 a, U64 b) { return a | b; }>>("s_or_b64", kSop2, kMoves),
    scalar<logic<U32, [](U32 a, U32 b) { return a ^ b; }>>("s_xor_b32", kSop2, kMerges),
    scalar<logic<U64, [](U64 a, U64 b) { return a ^ b; }>>("s_xor_b64", kSop2, kMerges),
    scalar<logic<U32, [](U32 a, U32 b) { return a & ~b; }>>({"s_andn2_b32", "s_and_not1_b32"}, kSop2, kMovesInverting1),
    scalar<logic<U64, [](U64 a, U64 b) { return a & ~b; }>>({"s_andn2_b64", "s_and_not1_b64"}, kSop2, kMovesInverting1),
    scalar<logic<U32, [](U32 a, U32 b) { return a | ~b; }>>({"s_orn2_b32", "s_or_not1_b32"}, kSop2, kMovesInverting1),
    scalar<logic<U64, [](U64 a, U64 b) { return a | ~b; }>>({"s_orn2_b64", "s_or_not1_b64"}, kSop2, kMovesInverting1),
    scalar<logic<U32, [](U32 a, U32 b) { return ~(a & b); }>>("s_nand_b32", kSop2, kMoves),
    scalar<logic<U64, [](U64 a, U64 b) { return ~(a & b); }>>("s_nand_b64", kSop2, kMoves),
    scalar<logic<U32, [](U32 a, U32 b) { return ~(a | b); }>>("s_nor_b32", kSop2, kMoves),
    scalar<logic<U64, [](U64 a, U64 b) { return ~(a | b); }>>("s_nor_b64", kSop2, kMoves),
    scalar<logic<U32, [](U32 a, U32 b) { return ~(a ^ b); }>>("s_xnor_b32", kSop2, kMerges),
    scalar<logic<U64, [](U64 a, U64 b) { return ~(a ^ b); }>>("s_xnor_b64", kSop2, kMerges),
    scalar<left<U32>>("s_lshl_b32", kSop2, kMoveBy1),
    scalar<left<U64>>("s_lshl_b64", kSop2, kMoveBy1),
    scalar<right<U32>>("s_lshr_b32", kSop2, kMoveBy1),
    scalar<right<U64>>("s_lshr_b64", kSop2, kMoveBy1),
    scalar<right<I32>>("s_ashr_i32", kSop2, kMoveBy1),
    scalar<right<I64>>("s_ashr_i64", kSop2, kMoveBy1),
    scalar<[](U32 a, U32 b) { return ones<U32>(a & 31) << (b & 31); }>("s_bfm_b32", kSop2),
    scalar<[](U32 a, U32 b) { return ones<U64>(a & 63) << (b & 63); }>("s_bfm_b64", kSop2),
    scalar<[](U32 a, U32 b) { return a * b; }>("s_mul_i32", kSop2, kCarries),
    scalar<field<U32>>("s_bfe_u32", kSop2, kMoveBy1),
    scalar<field<I32>>("s_bfe_i32", kSop2, kMoveBy1),
    scalar<field<U64>>("s_bfe_u64", kSop2, kMoveBy1),
    scalar<field<I64>>("s_bfe_i64", kSop2, kMoveBy1),
    scalar<[](U32 a, U32 b) { const auto d = static_cast<I32>(a - b); return nonzero(d < 0 ? static_cast<I32>(b - a) : d); }>("s_absdiff_i32", kSop2),
    scalar<high_product<U32>>("s_mul_hi_u32", kSop2),
    scalar<high_product<I32>>("s_mul_hi_i32", kSop2),
    scalar<shift_add<1>>("s_lshl1_add_u32", kSop2, kCarries),
    scalar<shift_add<2>>("s_lshl2_add_u32", kSop2, kCarries),
    scalar<shift_add<3>>("s_lshl3_add_u32", kSop2, kCarries),
    scalar<shift_add<4>>("s_lshl4_add_u32", kSop2, kCarries),
    scalar<[](U32 a, U32 b) { return b << 16 | (a & 0xFFFF); }>("s_pack_ll_b32_b16", kSop2, kMoves),
    scalar<[](U32 a, U32 b) { return (b & 0xFFFF0000) | (a & 0xFFFF); }>("s_pack_lh_b32_b16", kSop2, kMoves),
    scalar<[](U32 a, U32 b) { return (b & 0xFFFF0000) | (a >> 16); }>("s_pack_hh_b32_b16", kSop2, kMoves),

    scalar<[](I32 a, I32 b) { return a == b; }>("s_cmp_eq_i32", kSopc),
    scalar<[](I32 a, I32 b) { return a != b; }>("s_cmp_lg_i32", kSopc),
    scalar<[](I32 a, I32 b) { return b < a; }>("s_cmp_gt_i32", kSopc),
    scalar<[](I32 a, I32 b) { return a >= b; }>("s_cmp_ge_i32", kSopc),
    scalar<[](I32 a, I32 b) { return a < b; }>("s_cmp_lt_i32", kSopc),
    scalar<[](I32 a, I32 b) { return a <= b; }>("s_cmp_le_i32", kSopc),
    scalar<[](U32 a, U32 b) { return a == b; }>("s_cmp_eq_u32", kSopc),
    scalar<[](U32 a, U32 b) { return a != b; }>("s_cmp_lg_u32", kSopc),
    scalar<[](U32 a, U32 b) { return b < a; }>("s_cmp_gt_u32", kSopc),
    scalar<[](U32 a, U32 b) { return a >= b; }>("s_cmp_ge_u32", kSopc),
    scalar<[](U32 a, U32 b) { return a < b; }>("s_cmp_lt_u32", kSopc),
    scalar<[](U32 a, U32 b) { return a <= b; }>("s_cmp_le_u32", kSopc),
    scalar<[](U64 a, U64 b) { return a == b; }>("s_cmp_eq_u64", kSopc),
    scalar<[](U64 a, U64 b) { return a != b; }>("s_cmp_lg_u64", kSopc),
    scalar<[](U32 a, U32 b) { return (a >> (b & 31) & 1) == 0; }>("s_bitcmp0_b32", kSopc),
    scalar<[](U32 a, U32 b) { return (a >> (b & 31) & 1) == 1; }>("s_bitcmp1_b32", kSopc),
    scalar<[](U64 a, U32 b) { return (a >> (b & 63) & 1) == 0; }>("s_bitcmp0_b64", kSopc),
    scalar<[](U64 a, U32 b) { return (a >> (b & 63) & 1) == 1; }>("s_bitcmp1_b64", kSopc),

    scalar<[](I16 a) { return I32{a}; }>("s_movk_i32", kSopk, kMoves),
    scalar<[](I16 a, Scc c) { return WriteIf<I32>{a, c.in}; }>("s_cmovk_i32", kSopk),
    on(kCdna34, scalar<[](I32 a, I16 b) { return a == b; }>("s_cmpk_eq_i32", kSopk)),
    on(kCdna34, scalar<[](I32 a, I16 b) { return a != b; }>("s_cmpk_lg_i32", kSopk)),
    on(kCdna34, scalar<[](I32 a, I16 b) { return b < a; }>("s_cmpk_gt_i32", kSopk)),
    on(kCdna34, scalar<[](I32 a, I16 b) { return a >= b; }>("s_cmpk_ge_i32", kSopk)),
    on(kCdna34, scalar<[](I32 a, I16 b) { return a < b; }>("s_cmpk_lt_i32", kSopk)),
    on(kCdna34, scalar<[](I32 a, I16 b) { return a <= b; }>("s_cmpk_le_i32", kSopk)),
    on(kCdna34, scalar<[](U32 a, U16 b) { return a == b; }>("s_cmpk_eq_u32", kSopk)),
    on(kCdna34, scalar<[](U32 a, U16 b) { return a != b; }>("s_cmpk_lg_u32", kSopk)),
    on(kCdna34, scalar<[](U32 a, U16 b) { return b < a; }>("s_cmpk_gt_u32", kSopk)),
    on(kCdna34, scalar<[](U32 a, U16 b) { return a >= b; }>("s_cmpk_ge_u32", kSopk)),
    on(kCdna34, scalar<[](U32 a, U16 b) { return a < b; }>("s_cmpk_lt_u32", kSopk)),
    on(kCdna34, scalar<[](U32 a, U16 b) { return a <= b; }>("s_cmpk_le_u32", kSopk)),
    scalar<[](I16 a, Old<I32> d) { return overflowing(I64{d.value} + a); }>({"s_addk_i32", "s_addk_co_i32"}, kSopk),
    scalar<[](I16 a, Old<U32> d) { return d.value * static_cast<U32>(a); }>("s_mulk_i32", kSopk),
    // clang-format on
};

}  // namespace

std::span<const Semantics> scalar_table() {
  return kRows;
}

}  // namespace lockstep::isa
