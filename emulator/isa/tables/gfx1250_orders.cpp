// Minima and maxima of gfx1250 that are one instruction where gfx950 has two. Those of numbers (num) ignore a NaN, the
// others are NaN with it.
#include "emulator/isa/tables/gfx1250_orders.hpp"

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
T larger_of_smaller(T a, T b, T c) {
  return larger(smaller(a, b), c);
}
template <typename T>
T smaller_of_larger(T a, T b, T c) {
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
T larger_of_smaller_number(T a, T b, T c, Mode mode) {
  return maximum(minimum(a, b, mode), c, mode);
}
template <typename T>
T smaller_of_larger_number(T a, T b, T c, Mode mode) {
  return minimum(maximum(a, b, mode), c, mode);
}
template <typename T>
T larger_of_smaller_or_nan(T a, T b, T c) {
  return larger_or_nan(smaller_or_nan(a, b), c);
}
template <typename T>
T smaller_of_larger_or_nan(T a, T b, T c) {
  return smaller_or_nan(larger_or_nan(a, b), c);
}

constexpr std::array kRows{
    // clang-format off
    vector<larger_sum<I32>>("v_add_max_i32", kSums),
    vector<larger_sum<U32>>("v_add_max_u32", kSums),
    vector<smaller_sum<I32>>("v_add_min_i32", kSums),
    vector<smaller_sum<U32>>("v_add_min_u32", kSums),
    vector<larger_of_smaller<I32>>("v_minmax_i32", kVop3),
    vector<larger_of_smaller<U32>>("v_minmax_u32", kVop3),
    vector<smaller_of_larger<I32>>("v_maxmin_i32", kVop3),
    vector<smaller_of_larger<U32>>("v_maxmin_u32", kVop3),
    vector<larger_of_smaller_number<float>>("v_minmax_num_f32", kVop3, exact()),
    vector<larger_of_smaller_number<Half>>("v_minmax_num_f16", kVop3, exact(kOpSel)),
    vector<smaller_of_larger_number<float>>("v_maxmin_num_f32", kVop3, exact()),
    vector<smaller_of_larger_number<Half>>("v_maxmin_num_f16", kVop3, exact(kOpSel)),
    vector<smaller_or_nan<float>>("v_minimum_f32", kVop3, exact()),
    vector<smaller_or_nan<Half>>("v_minimum_f16", kVop3, exact(kOpSel)),
    vector<smaller_or_nan<double>>("v_minimum_f64", kVop3, exact()),
    vector<larger_or_nan<float>>("v_maximum_f32", kVop3, exact()),
    vector<larger_or_nan<Half>>("v_maximum_f16", kVop3, exact(kOpSel)),
    vector<larger_or_nan<double>>("v_maximum_f64", kVop3, exact()),
    vector<propagating_minimum<Half>>("v_minimum3_f16", kVop3, exact(kOpSel)),
    vector<propagating_maximum<Half>>("v_maximum3_f16", kVop3, exact(kOpSel)),
    vector<larger_of_smaller_or_nan<float>>("v_minimummaximum_f32", kVop3, exact()),
    vector<larger_of_smaller_or_nan<Half>>("v_minimummaximum_f16", kVop3, exact(kOpSel)),
    vector<smaller_of_larger_or_nan<float>>("v_maximumminimum_f32", kVop3, exact()),
    vector<smaller_of_larger_or_nan<Half>>("v_maximumminimum_f16", kVop3, exact(kOpSel)),

    vector<larger_sum<I16>>("v_pk_add_max_i16", kSums, kPacked),
    vector<larger_sum<U16>>("v_pk_add_max_u16", kSums, kPacked),
    vector<smaller_sum<I16>>("v_pk_add_min_i16", kSums, kPacked),
    vector<smaller_sum<U16>>("v_pk_add_min_u16", kSums, kPacked),
    vector<largest<I16>>("v_pk_max3_i16", kThree, kPacked),
    vector<largest<U16>>("v_pk_max3_u16", kThree, kPacked),
    vector<smallest<I16>>("v_pk_min3_i16", kThree, kPacked),
    vector<smallest<U16>>("v_pk_min3_u16", kThree, kPacked),
    vector<minimum_of_three<Half>>("v_pk_min3_num_f16", kThree, exact(kPacked)),
    vector<maximum_of_three<Half>>("v_pk_max3_num_f16", kThree, exact(kPacked)),
    vector<smaller_or_nan<Half>>("v_pk_minimum_f16", kVop3p, exact(kPacked)),
    vector<larger_or_nan<Half>>("v_pk_maximum_f16", kVop3p, exact(kPacked)),

    vector<[](I16 a) { return I32{a}; }>("v_cvt_i32_i16", "RDNA4 ISA, VOP1 instructions", {.op_sel_halves = true}),
    vector<[](U16 a) { return U32{a}; }>("v_cvt_u32_u16", "RDNA4 ISA, VOP1 instructions", {.op_sel_halves = true}),
    // clang-format on
};

}  // namespace

std::span<const Semantics> gfx1250_order_rows() {
  return kRows;
}

}  // namespace lockstep::isa
