// Packed operations. A row's function sees one element; the machine applies it to both. Then those that are
// encoded alike and are not packed: fused multiply-adds of f16 and f32; and dot products of halves.
#include <array>

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/directed.hpp"
#include "emulator/isa/tables/host_lanes.hpp"
#include "emulator/isa/tables/integer.hpp"
#include "emulator/isa/tables/lanes.hpp"
#include "emulator/isa/tables/saturating.hpp"
#include "emulator/isa/tables/sources.hpp"
#include "emulator/isa/tables/to_half.hpp"

namespace lockstep::isa {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;
using U16 = std::uint16_t;
using I16 = std::int16_t;

constexpr Traits kMixed{.mixed = true};
constexpr Traits kMixedToLow{.keeps_half = true, .mixed = true};
constexpr Traits kMixedToHigh{.keeps_half = true, .mixed = true, .to_high_half = true};
constexpr std::string_view kMixedToHalf =
    "CDNA4 ISA, VOP3P instructions; rounded to f32, then to f16: inferred (LLVM folds that pair into it)";

/// The products are exact in f32, but for those of bf16 that leave its range.
template <typename T>
float dot(U32 a, U32 b, float c) {
  const auto half = [](U32 x) { return static_cast<float>(widen(T{static_cast<U16>(x)})); };
  return fused_multiply_add(half(a >> 16), half(b >> 16), fused_multiply_add(half(a), half(b), c));
}
template <typename T>
float dot_accumulate(U32 a, U32 b, Old<float> d) {
  return dot<T>(a, b, d.value);
}
template <typename T>
constexpr Traits kOfPairs{.numbers = {kTypeOf<T>, kTypeOf<T>}};
constexpr std::string_view kDot =
    "CDNA4 ISA, VOP3P and VOP2 instructions; low halves first, each sum rounded: a hypothesis";

constexpr Traits kPackedMoveBy0{.definedness = Definedness::moves, .selectors = 0b001, .packed = true};

constexpr std::array kRows{
    // clang-format off
    lane_op<add<float>>("v_pk_add_f32", kVop3p, rounds<directed::add<float>>(kPacked)),
    lane_op<multiply<float>>("v_pk_mul_f32", kVop3p, rounds<directed::multiply<float>>(kPacked)),
    lane_op<fused_multiply_add<float>>("v_pk_fma_f32", kVop3p, rounds<directed::fused_multiply_add<float>>(kPacked)),
    on(kCdna34, lane_op<[](U32 a, U32 b) { return U64{b} << 32 | a; }>("v_pk_mov_b32", kVop3p, {.definedness = Definedness::moves, .op_sel_dwords = true})),

    lane_op<add<Half>>("v_pk_add_f16", kVop3p, rounds<directed::add<Half>>(kPacked)),
    lane_op<multiply<Half>>("v_pk_mul_f16", kVop3p, rounds<directed::multiply<Half>>(kPacked)),
    lane_op<fused_multiply_add<Half>>("v_pk_fma_f16", kVop3p, rounds<directed::fused_multiply_add<Half>>(kPacked)),
    lane_op<minimum<Half>>({"v_pk_min_f16", "v_pk_min_num_f16"}, kVop3p, exact(kPacked)),
    lane_op<maximum<Half>>({"v_pk_max_f16", "v_pk_max_num_f16"}, kVop3p, exact(kPacked)),
    on(kGfx950 | kGfx1250, lane_op<propagating_minimum<Half>>("v_pk_minimum3_f16", kVop3p, exact(kPacked))),
    on(kGfx950 | kGfx1250, lane_op<propagating_maximum<Half>>("v_pk_maximum3_f16", kVop3p, exact(kPacked))),

    lane_op<[](I16 a, I16 b, I16 c) { return static_cast<I16>(a * b + c); }, saturated_multiply_add<I16>>("v_pk_mad_i16", kVop3p, kPacked),
    lane_op<[](U16 a, U16 b, U16 c) { return static_cast<U16>(U32{a} * b + c); }, saturated_multiply_add<U16>>("v_pk_mad_u16", kVop3p, kPacked),
    lane_op<[](U16 a, U16 b) { return static_cast<U16>(U32{a} * b); }, saturated_product<U16>>("v_pk_mul_lo_u16", kVop3p, kPacked),
    lane_op<[](I16 a, I16 b) { return static_cast<I16>(a + b); }, saturated_sum<I16>>("v_pk_add_i16", kVop3p, kPacked),
    lane_op<[](I16 a, I16 b) { return static_cast<I16>(a - b); }, saturated_difference<I16>>("v_pk_sub_i16", kVop3p, kPacked),
    lane_op<[](U16 a, U16 b) { return static_cast<U16>(a + b); }, saturated_sum<U16>>("v_pk_add_u16", kVop3p, kPacked),
    lane_op<[](U16 a, U16 b) { return static_cast<U16>(a - b); }, saturated_difference<U16>>("v_pk_sub_u16", kVop3p, kPacked),
    lane_op<[](U16 a, U16 b) { return shift_left(b, a); }>("v_pk_lshlrev_b16", kVop3p, kPackedMoveBy0),
    lane_op<[](U16 a, U16 b) { return shift_right(b, a); }>("v_pk_lshrrev_b16", kVop3p, kPackedMoveBy0),
    lane_op<[](U16 a, I16 b) { return shift_right(b, a); }>("v_pk_ashrrev_i16", kVop3p, kPackedMoveBy0),
    lane_op<smaller<I16>>("v_pk_min_i16", kVop3p, kPacked),
    lane_op<larger<I16>>("v_pk_max_i16", kVop3p, kPacked),
    lane_op<smaller<U16>>("v_pk_min_u16", kVop3p, kPacked),
    lane_op<larger<U16>>("v_pk_max_u16", kVop3p, kPacked),

    lane_op<fused_multiply_add<float>>("v_fma_mix_f32", kVop3p, rounds<directed::fused_multiply_add<float>>(kMixed)),
    lane_op<fused_to_half>("v_fma_mixlo_f16", kMixedToHalf, kMixedToLow),
    lane_op<fused_to_half>("v_fma_mixhi_f16", kMixedToHalf, kMixedToHigh),

    on(kCdna34, lane_op<dot<Half>>("v_dot2_f32_f16", kDot, kOfPairs<Half>)),
    on(kCdna34, lane_op<dot_accumulate<Half>>("v_dot2c_f32_f16", kDot, kOfPairs<Half>)),
    on(kGfx950, lane_op<dot<Bfloat>>("v_dot2_f32_bf16", kDot, kOfPairs<Bfloat>)),
    on(kGfx950, lane_op<dot_accumulate<Bfloat>>("v_dot2c_f32_bf16", kDot, kOfPairs<Bfloat>)),
    // clang-format on
};

}  // namespace

std::span<const Semantics> packed_table() {
  return kRows;
}

}  // namespace lockstep::isa
