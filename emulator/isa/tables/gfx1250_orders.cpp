// Minima and maxima of gfx1250 that are one instruction where gfx950 has two. Those of numbers (num) ignore a
// NaN, the others are NaN with it.

#include <array>

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/integer.hpp"
#include "emulator/isa/tables/lanes.hpp"
#include "emulator/isa/tables/saturating.hpp"

namespace lockstep::isa {
namespace {

using U16 = std::uint16_t;
using I16 = std::int16_t;
using U32 = std::uint32_t;
using I32 = std::int32_t;

constexpr std::string_view
    kVop3 = "RDNA4 ISA, VOP3 instructions",
    kVop3p = "RDNA4 ISA, VOP3P instructions",
    kSums = "LLVM 22, which selects it for a saturating sum and its minimum or maximum; clamp: inferred",
    kThree = "LLVM 22, which selects it for two minima or maxima behind each other";

template <typename T>
T larger_sum(T a, T b, T c) {
  return larger(saturated_sum(a, b), c);
}
template <typename T>
T smaller_sum(T a, T b, T c) {
  return smaller(saturated_sum(a, b), c);
}
template <typename T>
T v_minmax(T a, T b, T c) {
  return larger(smaller(a, b), c);
}
template <typename T>
T v_maxmin(T a, T b, T c) {
  return smaller(larger(a, b), c);
}
template <typename T>
T smallest(T a, T b, T c) {
  return smaller(smaller(a, b), c);
}
template <typename T>
T largest(T a, T b, T c) {
  return larger(larger(a, b), c);
}

template <typename T>
T v_minmax_num(T a, T b, T c, Mode mode) {
  return maximum(minimum(a, b, mode), c, mode);
}
template <typename T>
T v_maxmin_num(T a, T b, T c, Mode mode) {
  return minimum(maximum(a, b, mode), c, mode);
}
template <typename T>
T v_minimummaximum(T a, T b, T c) {
  return larger_or_nan(smaller_or_nan(a, b), c);
}
template <typename T>
T v_maximumminimum(T a, T b, T c) {
  return smaller_or_nan(larger_or_nan(a, b), c);
}

constexpr auto kRows =
    on(kGfx1250, std::array{
                     // clang-format off
    lane_op<larger_sum<I32>>("v_add_max_i32", kSums),
    lane_op<larger_sum<U32>>("v_add_max_u32", kSums),
    lane_op<smaller_sum<I32>>("v_add_min_i32", kSums),
    lane_op<smaller_sum<U32>>("v_add_min_u32", kSums),
    lane_op<v_minmax<I32>>("v_minmax_i32", kVop3),
    lane_op<v_minmax<U32>>("v_minmax_u32", kVop3),
    lane_op<v_maxmin<I32>>("v_maxmin_i32", kVop3),
    lane_op<v_maxmin<U32>>("v_maxmin_u32", kVop3),
    lane_op<v_minmax_num<float>>("v_minmax_num_f32", kVop3, exact()),
    lane_op<v_minmax_num<Half>>("v_minmax_num_f16", kVop3, exact(kOpSel)),
    lane_op<v_maxmin_num<float>>("v_maxmin_num_f32", kVop3, exact()),
    lane_op<v_maxmin_num<Half>>("v_maxmin_num_f16", kVop3, exact(kOpSel)),
    lane_op<smaller_or_nan<float>>("v_minimum_f32", kVop3, exact()),
    lane_op<smaller_or_nan<Half>>("v_minimum_f16", kVop3, exact(kOpSel)),
    lane_op<smaller_or_nan<double>>("v_minimum_f64", kVop3, exact()),
    lane_op<larger_or_nan<float>>("v_maximum_f32", kVop3, exact()),
    lane_op<larger_or_nan<Half>>("v_maximum_f16", kVop3, exact(kOpSel)),
    lane_op<larger_or_nan<double>>("v_maximum_f64", kVop3, exact()),
    lane_op<propagating_minimum<Half>>("v_minimum3_f16", kVop3, exact(kOpSel)),
    lane_op<propagating_maximum<Half>>("v_maximum3_f16", kVop3, exact(kOpSel)),
    lane_op<v_minimummaximum<float>>("v_minimummaximum_f32", kVop3, exact()),
    lane_op<v_minimummaximum<Half>>("v_minimummaximum_f16", kVop3, exact(kOpSel)),
    lane_op<v_maximumminimum<float>>("v_maximumminimum_f32", kVop3, exact()),
    lane_op<v_maximumminimum<Half>>("v_maximumminimum_f16", kVop3, exact(kOpSel)),

    lane_op<larger_sum<I16>>("v_pk_add_max_i16", kSums, kPacked),
    lane_op<larger_sum<U16>>("v_pk_add_max_u16", kSums, kPacked),
    lane_op<smaller_sum<I16>>("v_pk_add_min_i16", kSums, kPacked),
    lane_op<smaller_sum<U16>>("v_pk_add_min_u16", kSums, kPacked),
    lane_op<largest<I16>>("v_pk_max3_i16", kThree, kPacked),
    lane_op<largest<U16>>("v_pk_max3_u16", kThree, kPacked),
    lane_op<smallest<I16>>("v_pk_min3_i16", kThree, kPacked),
    lane_op<smallest<U16>>("v_pk_min3_u16", kThree, kPacked),
    lane_op<minimum_of_three<Half>>("v_pk_min3_num_f16", kThree, exact(kPacked)),
    lane_op<maximum_of_three<Half>>("v_pk_max3_num_f16", kThree, exact(kPacked)),
    lane_op<smaller_or_nan<Half>>("v_pk_minimum_f16", kVop3p, exact(kPacked)),
    lane_op<larger_or_nan<Half>>("v_pk_maximum_f16", kVop3p, exact(kPacked)),

    lane_op<[](I16 a) { return I32{a}; }>("v_cvt_i32_i16", "RDNA4 ISA, VOP1 instructions", {.op_sel_halves = true}),
    lane_op<[](U16 a) { return U32{a}; }>("v_cvt_u32_u16", "RDNA4 ISA, VOP1 instructions", {.op_sel_halves = true}),
                     // clang-format on
                 });

}  // namespace

std::span<const Semantics> gfx1250_order_rows() {
  return kRows;
}

}  // namespace lockstep::isa
