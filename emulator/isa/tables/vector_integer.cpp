// Vector ALU on integers and bits.
#include <array>
#include <bit>
#include <limits>

#include "emulator/isa/tables/host_lanes.hpp"
#include "emulator/isa/tables/integer.hpp"
#include "emulator/isa/tables/lanes.hpp"
#include "emulator/isa/tables/saturating.hpp"
#include "emulator/isa/tables/sources.hpp"

namespace lockstep::isa {
namespace {

using U32 = std::uint32_t;
using I32 = std::int32_t;
using U64 = std::uint64_t;
using I64 = std::int64_t;
using U16 = std::uint16_t;
using I16 = std::int16_t;

constexpr WithCarry<U32> sum(U32 a, U32 b, bool carry) {
  const U64 exact = U64{a} + b + (carry ? 1u : 0u);
  return {static_cast<U32>(exact), (exact >> 32) != 0};
}
constexpr WithCarry<U32> difference(U32 a, U32 b, bool borrow) {
  const U64 subtrahend = U64{b} + (borrow ? 1u : 0u);
  return {static_cast<U32>(a - subtrahend), a < subtrahend};
}

/// What clamp makes of an unsigned result that left the range; the flag stays.
template <typename T>
constexpr WithCarry<T> saturating(WithCarry<T> result, T limit) {
  return {result.carry ? limit : result.value, result.carry};
}

/// Signed and unsigned 24-bit operands are the low bits of a register.
constexpr I32 signed24(U32 a) {
  return static_cast<I32>(a << 8) >> 8;
}
constexpr U32 unsigned24(U32 a) {
  return a & 0xFFFFFF;
}

constexpr U32 byte_of(U64 value, unsigned index) {
  return static_cast<U32>(value >> (8 * index) & 0xFF);
}

/// Sums of absolute differences of bytes; `masked` skips the bytes where b is 0.
constexpr U32 v_sad_u8(U64 a, U32 b, bool masked) {
  U32 total = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const U32 x = byte_of(a, i), y = byte_of(b, i);
    if (!masked || y != 0) total += x < y ? y - x : x - y;
  }
  return total;
}
constexpr U32 distance(U32 a, U32 b) {
  return a < b ? b - a : a - b;
}
template <bool kMasked, bool kSaturates = false>
U64 v_qsad(U64 a, U32 b, U64 c) {
  U64 result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const U32 sum16 = v_sad_u8(a >> (8 * i), b, kMasked) + static_cast<U32>(c >> (16 * i) & 0xFFFF);
    result |= U64{kSaturates ? saturated<U16>(sum16) : sum16 & 0xFFFF} << (16 * i);
  }
  return result;
}
template <bool kMasked>
U64 v_qsad_saturated(U64 a, U32 b, U64 c) {
  return v_qsad<kMasked, true>(a, b, c);
}
template <bool kSaturates>
void v_mqsad_u32_u8(const BlockInputs& in, U32* out) {
  const U64 bytes = U64{in.source[0][1]} << 32 | in.source[0][0];
  for (unsigned i = 0; i < 4; ++i) {
    const U32 differences = v_sad_u8(bytes >> (8 * i), in.source[1][0], true), c = in.source[2][i];
    out[i] = kSaturates ? saturated_sum(differences, c) : differences + c;
  }
}
/// Averages of bytes, rounded up where c's byte has its lowest bit set.
U32 v_lerp_u8(U32 a, U32 b, U32 c) {
  U32 result = 0;
  for (unsigned i = 0; i < 4; ++i)
    result |= ((byte_of(a, i) + byte_of(b, i) + (byte_of(c, i) & 1)) >> 1) << (8 * i);
  return result;
}

/// Lanes below this one, as seen in the low and high half of a mask.
constexpr U32 lanes_below_low(U32 lane) {
  return ones<U32>(lane);
}
constexpr U32 lanes_below_high(U32 lane) {
  return lane < 32 ? 0 : ones<U32>(lane - 32);
}

WithCarry<U64> multiply_add_unsigned(U32 a, U32 b, U64 c) {
  const U64 result = U64{a} * b + c;
  return {result, result < c};
}
/// Bit 64 of the 65-bit signed sum.
WithCarry<I64> multiply_add_signed(I32 a, I32 b, I64 c) {
  const I64 product = I64{a} * b;
  I64 result;
  const bool overflow = __builtin_add_overflow(product, c, &result);
  return {result, (result < 0) != overflow};
}

/// The sum of a product and c leaves 64 bits only where both have its sign.
WithCarry<I64> saturated_multiply_add_signed(I32 a, I32 b, I64 c) {
  const WithCarry<I64> wrapped = multiply_add_signed(a, b, c);
  I64 sum64;
  if (!__builtin_add_overflow(I64{a} * b, c, &sum64)) return wrapped;
  return {c < 0 ? std::numeric_limits<I64>::min() : std::numeric_limits<I64>::max(), wrapped.carry};
}

template <typename T>
constexpr T v_bitop3(T a, T b, T c, TruthTable table) {
  T result = 0;
  for (unsigned i = 0; i < 8; ++i) {
    const T term = static_cast<T>((i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c));
    if ((table.bits >> i & 1) != 0) result = static_cast<T>(result | term);
  }
  return result;
}

template <int kLow, int kHigh>
U16 v_ashr_pk(I32 a, I32 b, U32 amount) {
  const auto saturated = [amount](I32 x) {
    return static_cast<U32>(middle(kLow, x >> (amount & 31), kHigh)) & 0xFF;
  };
  return static_cast<U16>(saturated(b) << 8 | saturated(a));
}

/// Sum of products of kBits-wide fields, modulo 2^32.
template <int kBits, bool kSigned>
constexpr U32 dot(U32 a, U32 b, U32 c) {
  for (int at = 0; at < 32; at += kBits) {
    const U32 x = a << (32 - kBits - at), y = b << (32 - kBits - at);
    c += kSigned
             ? static_cast<U32>((static_cast<I32>(x) >> (32 - kBits)) * (static_cast<I32>(y) >> (32 - kBits)))
             : (x >> (32 - kBits)) * (y >> (32 - kBits));
  }
  return c;
}
template <int kBits>
U32 dot_accumulate(U32 a, U32 b, Old<U32> d) {
  return dot<kBits, true>(a, b, d.value);
}
template <typename T, int kBits>
T saturated_dot(U32 a, U32 b, T c) {
  I64 exact = c;
  for (int at = 0; at < 32; at += kBits) {
    const auto field = [at](U32 x) { return static_cast<T>(x << (32 - kBits - at)) >> (32 - kBits); };
    exact += I64{field(a)} * field(b);
  }
  return saturated<T>(exact);
}
template <int kBits>
I32 saturated_dot_accumulate(U32 a, U32 b, Old<I32> d) {
  return saturated_dot<I32, kBits>(a, b, d.value);
}

constexpr auto kMoveBy0 = moves_by(0b001);
constexpr auto kMoveBy1 = moves_by(0b010);
constexpr auto kMoveBy2 = moves_by(0b100);
constexpr auto kMoveBy12 = moves_by(0b110);

constexpr std::array kRows{
    // clang-format off
    lane_op<moved>({"v_mov_b32", "v_mov_b32 v_dual_mov_b32"}, kVop1, kMoves),
    lane_op<[](U64 a) { return a; }>("v_mov_b64", kVop1, kMoves),
    lane_op<[](U32 a) { return ~a; }>("v_not_b32", kVop1, kMoves),
    lane_op<reverse_bits<U32>>("v_bfrev_b32", kVop1, kMoves),
    lane_op<leading_one<U32>>({"v_ffbh_u32", "v_clz_i32_u32"}, kVop1),
    lane_op<leading_difference<I32>>({"v_ffbh_i32", "v_cls_i32"}, kVop1),
    lane_op<first_one<U32>>({"v_ffbl_b32", "v_ctz_i32_b32"}, kVop1),
    on(kGfx950 | kGfx1250, lane_op<[](U32 a) { return a << 1 ^ ((a >> 31) * 197u); }>("v_prng_b32", kVop1)),
    lane_op<[](U32 a) {
      const auto byte = [](U32 x) { return static_cast<U32>(middle(0, I32{static_cast<I16>(x)}, 255)); };
      return static_cast<U16>(byte(a >> 16) << 8 | byte(a));
    }>("v_sat_pk_u8_i16", kVop1, {.keeps_half = true}),

    lane_op<[](U32 a, U32 b, Carry c) { return c.in ? b : a; }>({"v_cndmask_b32", "v_cndmask_b32 v_dual_cndmask_b32"}, kVop2, kMoves),
    lane_op<[](U32 a, U32 b) { return a + b; }, saturated_sum<U32>>({"v_add_u32", "v_add_nc_u32 v_dual_add_nc_u32"}, kVop2, kCarries),
    lane_op<[](U32 a, U32 b) { return a - b; }, saturated_difference<U32>>({"v_sub_u32", "v_sub_nc_u32 v_dual_sub_nc_u32"}, kVop2, kCarries),
    lane_op<[](U32 a, U32 b) { return b - a; }, saturated_reversed_difference<U32>>({"v_subrev_u32", "v_subrev_nc_u32"}, kVop2, kCarries),
    lane_op<[](U32 a, U32 b) { return sum(a, b, false); }, [](U32 a, U32 b) { return saturating(sum(a, b, false), ~U32{0}); }>("v_add_co_u32", kVop2, kCarries),
    lane_op<[](U32 a, U32 b) { return difference(a, b, false); }, [](U32 a, U32 b) { return saturating(difference(a, b, false), U32{0}); }>("v_sub_co_u32", kVop2),
    lane_op<[](U32 a, U32 b) { return difference(b, a, false); }, [](U32 a, U32 b) { return saturating(difference(b, a, false), U32{0}); }>("v_subrev_co_u32", kVop2),
    lane_op<[](U32 a, U32 b, Carry c) { return sum(a, b, c.in); }, [](U32 a, U32 b, Carry c) { return saturating(sum(a, b, c.in), ~U32{0}); }>({"v_addc_co_u32", "v_add_co_ci_u32"}, kVop2),
    lane_op<[](U32 a, U32 b, Carry c) { return difference(a, b, c.in); }, [](U32 a, U32 b, Carry c) { return saturating(difference(a, b, c.in), U32{0}); }>({"v_subb_co_u32", "v_sub_co_ci_u32"}, kVop2),
    lane_op<[](U32 a, U32 b, Carry c) { return difference(b, a, c.in); }, [](U32 a, U32 b, Carry c) { return saturating(difference(b, a, c.in), U32{0}); }>({"v_subbrev_co_u32", "v_subrev_co_ci_u32"}, kVop2),
    lane_op<[](U32 a, U32 b) { return static_cast<U32>(signed24(a)) * static_cast<U32>(signed24(b)); }, [](U32 a, U32 b) { return saturated_product<I32>(signed24(a), signed24(b)); }>("v_mul_i32_i24", kVop2, kCarries),
    lane_op<[](U32 a, U32 b) { return high_product(signed24(a), signed24(b)); }>("v_mul_hi_i32_i24", kVop2),
    lane_op<[](U32 a, U32 b) { return unsigned24(a) * unsigned24(b); }, [](U32 a, U32 b) { return saturated_product<U32>(unsigned24(a), unsigned24(b)); }>("v_mul_u32_u24", kVop2, kCarries),
    lane_op<[](U32 a, U32 b) { return high_product(unsigned24(a), unsigned24(b)); }>("v_mul_hi_u32_u24", kVop2),
    lane_op<smaller<I32>>({"v_min_i32", "v_min_i32 v_dual_min_i32"}, kVop2),
    lane_op<larger<I32>>({"v_max_i32", "v_max_i32 v_dual_max_i32"}, kVop2),
    lane_op<smaller<U32>>("v_min_u32", kVop2),
    lane_op<larger<U32>>("v_max_u32", kVop2),
    lane_op<[](U32 a, U32 b) { return shift_left(b, a); }>({"v_lshlrev_b32", "v_lshlrev_b32 v_dual_lshlrev_b32"}, kVop2, kMoveBy0),
    lane_op<[](U32 a, U32 b) { return shift_right(b, a); }>({"v_lshrrev_b32", "v_lshrrev_b32 v_dual_lshrrev_b32"}, kVop2, kMoveBy0),
    lane_op<[](U32 a, I32 b) { return shift_right(b, a); }>({"v_ashrrev_i32", "v_ashrrev_i32 v_dual_ashrrev_i32"}, kVop2, kMoveBy0),
    lane_op<[](U32 a, U32 b) { return a & b; }>("v_and_b32", kVop2, kMoves),
    lane_op<[](U32 a, U32 b) { return a | b; }>("v_or_b32", kVop2, kMoves),
    lane_op<[](U32 a, U32 b) { return a ^ b; }>("v_xor_b32", kVop2, kMerges),
    lane_op<[](U32 a, U32 b) { return ~(a ^ b); }>("v_xnor_b32", kVop2, kMerges),
    on(kCdna34, lane_op<dot_accumulate<16>, saturated_dot_accumulate<16>>("v_dot2c_i32_i16", kVop2)),
    on(kCdna34, lane_op<dot_accumulate<8>, saturated_dot_accumulate<8>>("v_dot4c_i32_i8", kVop2)),
    on(kCdna34, lane_op<dot_accumulate<4>, saturated_dot_accumulate<4>>("v_dot8c_i32_i4", kVop2)),

    lane_op<[](U16 a, U16 b) { return static_cast<U16>(a + b); }, saturated_sum<U16>>({"v_add_u16", "v_add_nc_u16"}, kVop2),
    lane_op<[](U16 a, U16 b) { return static_cast<U16>(a - b); }, saturated_difference<U16>>({"v_sub_u16", "v_sub_nc_u16"}, kVop2),
    on(kCdna34, lane_op<[](U16 a, U16 b) { return static_cast<U16>(b - a); }, saturated_reversed_difference<U16>>("v_subrev_u16", kVop2)),
    lane_op<[](U16 a, U16 b) { return static_cast<U16>(U32{a} * b); }, saturated_product<U16>>("v_mul_lo_u16", kVop2),
    lane_op<[](U16 a, U16 b) { return shift_left(b, a); }>("v_lshlrev_b16", kVop2, kMoveBy0),
    lane_op<[](U16 a, U16 b) { return shift_right(b, a); }>("v_lshrrev_b16", kVop2, kMoveBy0),
    lane_op<[](U16 a, I16 b) { return shift_right(b, a); }>("v_ashrrev_i16", kVop2, kMoveBy0),
    lane_op<smaller<U16>>("v_min_u16", kVop2),
    lane_op<larger<U16>>("v_max_u16", kVop2),
    lane_op<smaller<I16>>("v_min_i16", kVop2),
    lane_op<larger<I16>>("v_max_i16", kVop2),

    lane_op<[](I16 a, I16 b) { return static_cast<I16>(a + b); }, saturated_sum<I16>>({"v_add_i16", "v_add_nc_i16"}, kVop3, kOpSel),
    lane_op<[](I16 a, I16 b) { return static_cast<I16>(a - b); }, saturated_difference<I16>>({"v_sub_i16", "v_sub_nc_i16"}, kVop3, kOpSel),
    lane_op<[](U16 a, U16 b, U16 c) { return static_cast<U16>(U32{a} * b + c); }, saturated_multiply_add<U16>>("v_mad_u16", kVop3, kOpSel),
    lane_op<[](I16 a, I16 b, I16 c) { return static_cast<I16>(a * b + c); }, saturated_multiply_add<I16>>("v_mad_i16", kVop3, kOpSel),
    on(kCdna34, lane_op<[](U16 a, U16 b, U16 c) { return static_cast<U16>(U32{a} * b + c); }, saturated_multiply_add<U16>>("v_mad_legacy_u16", kVop3)),
    on(kCdna34, lane_op<[](I16 a, I16 b, I16 c) { return static_cast<I16>(a * b + c); }, saturated_multiply_add<I16>>("v_mad_legacy_i16", kVop3)),
    lane_op<[](U16 a, U16 b, U32 c) { return U32{a} * b + c; }, [](U16 a, U16 b, U32 c) { return saturated_multiply_add<U32>(a, b, c); }>("v_mad_u32_u16", kVop3, {.op_sel_halves = true}),
    lane_op<[](I16 a, I16 b, U32 c) { return static_cast<U32>(a * b) + c; }, [](I16 a, I16 b, I32 c) { return saturated_multiply_add<I32>(a, b, c); }>("v_mad_i32_i16", kVop3, {.op_sel_halves = true}),
    lane_op<[](U16 a, U16 b, U16 c) { return smaller(smaller(a, b), c); }>("v_min3_u16", kVop3, kOpSel),
    lane_op<[](U16 a, U16 b, U16 c) { return larger(larger(a, b), c); }>("v_max3_u16", kVop3, kOpSel),
    lane_op<middle<U16>>("v_med3_u16", kVop3, kOpSel),
    lane_op<[](I16 a, I16 b, I16 c) { return smaller(smaller(a, b), c); }>("v_min3_i16", kVop3, kOpSel),
    lane_op<[](I16 a, I16 b, I16 c) { return larger(larger(a, b), c); }>("v_max3_i16", kVop3, kOpSel),
    lane_op<middle<I16>>("v_med3_i16", kVop3, kOpSel),
    lane_op<[](U16 a, U16 b) { return U32{b} << 16 | a; }>("v_pack_b32_f16", kVop3, {.definedness = Definedness::moves, .op_sel_halves = true, .numbers = {Type::f16, Type::f16}}),
    on(kGfx950 | kGfx1250, lane_op<v_bitop3<U16>>("v_bitop3_b16", kVop3, {.definedness = Definedness::merges, .op_sel_halves = true, .keeps_half = true})),

    on(kGfx950 | kGfx1250, lane_op<v_bitop3<U32>>("v_bitop3_b32", kVop3, kMerges)),
    lane_op<[](I32 a, I32 b) { return static_cast<U32>(a) + static_cast<U32>(b); }, saturated_sum<I32>>({"v_add_i32", "v_add_nc_i32"}, kVop3, kCarries),
    lane_op<[](I32 a, I32 b) { return static_cast<U32>(a) - static_cast<U32>(b); }, saturated_difference<I32>>({"v_sub_i32", "v_sub_nc_i32"}, kVop3, kCarries),
    lane_op<[](U32 a, U32 b, U32 c) { return a + b + c; }>("v_add3_u32", kVop3, kCarries),
    lane_op<[](U32 a, U32 b, U32 c) { return shift_left(a, b) + c; }>("v_lshl_add_u32", kVop3, {.definedness = Definedness::carries, .selectors = 0b010}),
    lane_op<[](U32 a, U32 b, U32 c) { return shift_left(a + b, c); }>("v_add_lshl_u32", kVop3),
    lane_op<[](U32 a, U32 b, U32 c) { return shift_left(a, b) | c; }>("v_lshl_or_b32", kVop3, kMoveBy1),
    lane_op<[](U32 a, U32 b, U32 c) { return (a & b) | c; }>("v_and_or_b32", kVop3, kMoves),
    lane_op<[](U32 a, U32 b, U32 c) { return a | b | c; }>("v_or3_b32", kVop3, kMoves),
    lane_op<[](U32 a, U32 b, U32 c) { return (a ^ b) + c; }>("v_xad_u32", kVop3),
    lane_op<[](U64 a, U32 b, U64 c) { return (a << (b & 7)) + c; }>("v_lshl_add_u64", kVop3, {.definedness = Definedness::carries, .selectors = 0b010}),
    lane_op<[](U32 a, U32 b) { return a * b; }>("v_mul_lo_u32", kVop3, kCarries),
    lane_op<high_product<U32>>("v_mul_hi_u32", kVop3),
    lane_op<high_product<I32>>("v_mul_hi_i32", kVop3),
    lane_op<[](U32 a, U32 b, U32 c) { return static_cast<U32>(signed24(a)) * static_cast<U32>(signed24(b)) + c; }, [](U32 a, U32 b, I32 c) { return saturated_multiply_add<I32>(signed24(a), signed24(b), c); }>("v_mad_i32_i24", kVop3, kCarries),
    lane_op<[](U32 a, U32 b, U32 c) { return unsigned24(a) * unsigned24(b) + c; }, [](U32 a, U32 b, U32 c) { return saturated_multiply_add<U32>(unsigned24(a), unsigned24(b), c); }>("v_mad_u32_u24", kVop3, kCarries),
    lane_op<multiply_add_unsigned, [](U32 a, U32 b, U64 c) { return saturating(multiply_add_unsigned(a, b, c), ~U64{0}); }>({"v_mad_u64_u32", "v_mad_co_u64_u32 v_mad_nc_u64_u32"}, kVop3, kCarries),
    lane_op<multiply_add_signed, saturated_multiply_add_signed>({"v_mad_i64_i32", "v_mad_co_i64_i32 v_mad_nc_i64_i32"}, kVop3, kCarries),
    lane_op<[](U32 a, U32 b, U32 c) { return extract_bits(a, b & 31, c & 31); }>("v_bfe_u32", kVop3, kMoveBy12),
    lane_op<[](I32 a, U32 b, U32 c) { return extract_bits(a, b & 31, c & 31); }>("v_bfe_i32", kVop3, kMoveBy12),
    lane_op<[](U32 a, U32 b, U32 c) { return (a & b) | (~a & c); }>("v_bfi_b32", kVop3, kMoveBy0),
    lane_op<[](U32 a, U32 b) { return ones<U32>(a & 31) << (b & 31); }>("v_bfm_b32", kVop3),
    lane_op<[](U32 a, U32 b, U32 c) { return static_cast<U32>((U64{a} << 32 | b) >> (c & 31)); }>("v_alignbit_b32", kVop3, kMoveBy2),
    lane_op<[](U32 a, U32 b, U32 c) { return static_cast<U32>((U64{a} << 32 | b) >> (8 * (c & 3))); }>("v_alignbyte_b32", kVop3, kMoveBy2),
    lane_op<v_perm_b32>("v_perm_b32", kVop3, kMoveBy2),
    lane_op<[](U32 a, U64 b) { return shift_left(b, a); }>("v_lshlrev_b64", kVop3, kMoveBy0),
    lane_op<[](U32 a, U64 b) { return shift_right(b, a); }>("v_lshrrev_b64", kVop3, kMoveBy0),
    lane_op<[](U32 a, I64 b) { return shift_right(b, a); }>("v_ashrrev_i64", kVop3, kMoveBy0),
    lane_op<[](U32 a, U32 b) { return static_cast<U32>(std::popcount(a)) + b; }>("v_bcnt_u32_b32", kVop3),
    lane_op<[](U32 a, U32 b, LaneIndex i) { return static_cast<U32>(std::popcount(a & lanes_below_low(i.value))) + b; }>("v_mbcnt_lo_u32_b32", kVop3),
    lane_op<[](U32 a, U32 b, LaneIndex i) { return static_cast<U32>(std::popcount(a & lanes_below_high(i.value))) + b; }>("v_mbcnt_hi_u32_b32", kVop3),
    lane_op<[](I32 a, I32 b, I32 c) { return smaller(smaller(a, b), c); }>("v_min3_i32", kVop3),
    lane_op<[](I32 a, I32 b, I32 c) { return larger(larger(a, b), c); }>("v_max3_i32", kVop3),
    lane_op<middle<I32>>("v_med3_i32", kVop3),
    lane_op<[](U32 a, U32 b, U32 c) { return smaller(smaller(a, b), c); }>("v_min3_u32", kVop3),
    lane_op<[](U32 a, U32 b, U32 c) { return larger(larger(a, b), c); }>("v_max3_u32", kVop3),
    lane_op<middle<U32>>("v_med3_u32", kVop3),
    lane_op<[](U32 a, U32 b, U32 c) { return v_sad_u8(a, b, false) + c; }, [](U32 a, U32 b, U32 c) { return saturated_sum(v_sad_u8(a, b, false), c); }>("v_sad_u8", kVop3),
    lane_op<[](U32 a, U32 b, U32 c) { return (v_sad_u8(a, b, false) << 16) + c; }, [](U32 a, U32 b, U32 c) { return saturated_sum(v_sad_u8(a, b, false) << 16, c); }>("v_sad_hi_u8", kVop3),
    lane_op<[](U32 a, U32 b, U32 c) { return distance(a & 0xFFFF, b & 0xFFFF) + distance(a >> 16, b >> 16) + c; }, [](U32 a, U32 b, U32 c) { return saturated_sum(distance(a & 0xFFFF, b & 0xFFFF) + distance(a >> 16, b >> 16), c); }>("v_sad_u16", kVop3),
    lane_op<[](U32 a, U32 b, U32 c) { return distance(a, b) + c; }, [](U32 a, U32 b, U32 c) { return saturated_sum(distance(a, b), c); }>("v_sad_u32", kVop3),
    lane_op<[](U32 a, U32 b, U32 c) { return v_sad_u8(a, b, true) + c; }, [](U32 a, U32 b, U32 c) { return saturated_sum(v_sad_u8(a, b, true), c); }>("v_msad_u8", kVop3),
    lane_op<v_qsad<false>, v_qsad_saturated<false>>("v_qsad_pk_u16_u8", kVop3),
    lane_op<v_qsad<true>, v_qsad_saturated<true>>("v_mqsad_pk_u16_u8", kVop3),
    Semantics{"v_mqsad_u32_u8", BlockConvert{.evaluate = &v_mqsad_u32_u8<false>, .source_dwords = {2, 1, 4}, .destination_dwords = 4, .scaled = false, .saturating = &v_mqsad_u32_u8<true>}, kVop3},
    lane_op<v_lerp_u8>("v_lerp_u8", kVop3),
    on(kGfx950 | kGfx1250, lane_op<v_ashr_pk<-128, 127>>("v_ashr_pk_i8_i32", kVop3, kOpSel)),
    on(kGfx950 | kGfx1250, lane_op<v_ashr_pk<0, 255>>("v_ashr_pk_u8_i32", kVop3, kOpSel)),
    on(kCdna34, lane_op<dot<16, true>, saturated_dot<I32, 16>>("v_dot2_i32_i16", kVop3p)),
    on(kCdna34, lane_op<dot<16, false>, saturated_dot<U32, 16>>("v_dot2_u32_u16", kVop3p)),
    on(kCdna34, lane_op<dot<8, true>, saturated_dot<I32, 8>>("v_dot4_i32_i8", kVop3p)),
    lane_op<dot<8, false>, saturated_dot<U32, 8>>("v_dot4_u32_u8", kVop3p),
    on(kCdna34, lane_op<dot<4, true>, saturated_dot<I32, 4>>("v_dot8_i32_i4", kVop3p)),
    lane_op<dot<4, false>, saturated_dot<U32, 4>>("v_dot8_u32_u4", kVop3p),
    // clang-format on
};

}  // namespace

std::span<const Semantics> vector_integer_table() {
  return kRows;
}

}  // namespace lockstep::isa
