// Functions of lanes that are also written in the host's own vector instructions, which give the same bits.
#pragma once

#include <cstring>

#include "emulator/isa/tables/approximate.hpp"
#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/division.hpp"
#include "emulator/isa/tables/lanes.hpp"
#include "emulator/isa/tables/to_half.hpp"

namespace lockstep::isa {

// Sums and products of f32 in 64 lanes by the host's own instructions, where it has them. The lane functions
// are the twins and stay what other hosts run.

template <typename T>
T accumulate(T a, T b, Old<T> d) {
  return fused_multiply_add(a, b, d.value);
}

#if LOCKSTEP_X86_64
LOCKSTEP_HOST_LANES(sum_lanes, add<float>)
LOCKSTEP_HOST_LANES(difference_lanes, subtract<float>)
LOCKSTEP_HOST_LANES(reversed_difference_lanes, subtract_reversed<float>)
LOCKSTEP_HOST_LANES(product_lanes, multiply<float>)
LOCKSTEP_HOST_LANES(fused_lanes, fused_multiply_add<float>)
LOCKSTEP_HOST_LANES(accumulated_lanes, accumulate<float>)
#endif

// Arithmetic on f16 in 64 lanes as floats, which hosts convert from and to. A float holds products of two
// halves, and sums so well that rounding them again to halves gives what one rounding would (Figueroa, 1995:
// 24 bits are two more than twice 11). The lane functions are the twins, and do the rest: NaNs, and what MODE
// asks of conversions.

LOCKSTEP_HOST_LANES(half_sums, add<Half>)
LOCKSTEP_HOST_LANES(half_differences, subtract<Half>)
LOCKSTEP_HOST_LANES(half_reversed_differences, subtract_reversed<Half>)
LOCKSTEP_HOST_LANES(half_products, multiply<Half>)
LOCKSTEP_HOST_LANES(half_fused, fused_multiply_add<Half>)
LOCKSTEP_HOST_LANES(fused_halves, fused_to_half)
LOCKSTEP_HOST_LANES(halves, to_half)
LOCKSTEP_HOST_LANES(half_pairs, to_half_pair)
LOCKSTEP_HOST_LANES(half_pairs_truncating, to_half_pair_truncating)

// The larger, smaller and middle of floats or halves in 64 lanes as integers that are ordered alike, while
// none is NaN. The lane functions are the twins, and do the rest.

LOCKSTEP_HOST_LANES(minimum_lanes, minimum<float>)
LOCKSTEP_HOST_LANES(maximum_lanes, maximum<float>)
LOCKSTEP_HOST_LANES(minimum_of_three_lanes, minimum_of_three<float>)
LOCKSTEP_HOST_LANES(maximum_of_three_lanes, maximum_of_three<float>)
LOCKSTEP_HOST_LANES(propagating_minimum_lanes, propagating_minimum<float>)
LOCKSTEP_HOST_LANES(propagating_maximum_lanes, propagating_maximum<float>)
LOCKSTEP_HOST_LANES(median_lanes, median<float>)
LOCKSTEP_HOST_LANES(half_minimum_lanes, minimum<Half>)
LOCKSTEP_HOST_LANES(half_maximum_lanes, maximum<Half>)
LOCKSTEP_HOST_LANES(half_propagating_minimum_lanes, propagating_minimum<Half>)
LOCKSTEP_HOST_LANES(half_propagating_maximum_lanes, propagating_maximum<Half>)

// Exponentials, logarithms, roots and reciprocals of f32 in 64 lanes. The lane functions are the twins, and
// decide every lane whose result is in doubt.

LOCKSTEP_HOST_LANES(power_lanes, approximate<float, power_of_2, true>)
LOCKSTEP_HOST_LANES(logarithm_lanes, approximate<float, logarithm_2, true>)
LOCKSTEP_HOST_LANES(reciprocal_lanes, approximate<float, reciprocal, true>)
LOCKSTEP_HOST_LANES(reciprocal_root_lanes, approximate<float, reciprocal_root, true>)
LOCKSTEP_HOST_LANES(root_lanes, approximate<float, root, false>)

// The steps of an f32 division on hosts with AVX2: of eight lanes whose operands are all ordinary at once, of
// any others each by the lane function, which stays the twin.

// Functions written in instructions of x86-64.
void scaled_lanes_v3(const LaneInputs& in, LaneOutputs& out);
void scaled_back_lanes_v3(const LaneInputs& in, LaneOutputs& out);
void fixed_lanes_v3(const LaneInputs& in, LaneOutputs& out);

template <>
struct ByHost<scale_for_division<float>> : HostLanes<LOCKSTEP_IF_X86_64(&scaled_lanes_v3)> {};
template <>
struct ByHost<v_div_fmas<float>> : HostLanes<LOCKSTEP_IF_X86_64(&scaled_back_lanes_v3)> {};
template <>
struct ByHost<v_div_fixup<float>> : HostLanes<LOCKSTEP_IF_X86_64(&fixed_lanes_v3)> {};

// v_perm_b32 of all lanes at once, faster still where all choose the same bytes of their sources, as they do
// where halves are packed. The lane function is the twin.

/// Byte `selector` of {a, b}, or the sign of an odd byte (8 to 11), zeros (12) or ones.
constexpr std::uint32_t permuted_byte(std::uint64_t bytes, std::uint32_t selector) {
  if (selector >= 13) return 0xFF;
  if (selector == 12) return 0;
  if (selector >= 8) return (bytes >> (8 * (2 * (selector - 8) + 1)) & 0xFF) >> 7 != 0 ? 0xFF : 0;
  return bytes >> (8 * selector) & 0xFF;
}
inline std::uint32_t v_perm_b32(std::uint32_t a, std::uint32_t b, std::uint32_t selectors) {
  const std::uint64_t bytes = std::uint64_t{a} << 32 | b;
  std::uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) result |= permuted_byte(bytes, selectors >> (8 * i) & 0xFF) << (8 * i);
  return result;
}

LOCKSTEP_HOST_LANES(permute_lanes, v_perm_b32)

// v_mov_b32 of 64 lanes as what it is, one copy. clang unrolls a loop this small before it would make vectors
// of it, and moves lane by lane.

inline std::uint32_t moved(std::uint32_t a) {
  return a;
}

/// v_mov_b32 on hosts with AVX2 and more.
LOCKSTEP_V3 inline void move_lanes(const LaneInputs& in, LaneOutputs& out) {
  std::memmove(out.destination[0], in.source[0][0], sizeof(Lanes));
}

template <>
struct ByHost<moved> : HostLanes<&move_lanes> {};

}  // namespace lockstep::isa
