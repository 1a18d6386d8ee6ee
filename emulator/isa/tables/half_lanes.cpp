#include "emulator/isa/tables/host_lanes.hpp"

namespace lockstep::isa {

namespace {

/// What the compiler converts by the host's instructions.
LOCKSTEP_INLINE float widened(std::uint32_t half) {
  return static_cast<float>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(half)));
}
LOCKSTEP_INLINE std::uint32_t nearest_half(float x) {
  return std::bit_cast<std::uint16_t>(static_cast<_Float16>(x));
}
/// One step less where the nearest is farther from zero.
LOCKSTEP_INLINE std::uint32_t truncated_half(float x) {
  const std::uint32_t nearest = nearest_half(x);
  const bool beyond = __builtin_fabsf(widened(nearest)) > __builtin_fabsf(x);
  return nearest - (beyond ? 1 : 0);
}

/// a * b + c rounded to odd: the product is exact, and where the sum is not and its last bit is even, the
/// neighbour on the side of what it misses. Rounding that to a half rounds the exact value (Boldo and
/// Melquiond, 2008).
LOCKSTEP_INLINE float fused_to_odd(float a, float b, float c) {
  const float product = a * b, sum = product + c, other = sum - product;
  const float error = (product - (sum - other)) + (c - other);
  const std::uint32_t bits = bits_of(sum);
  const bool inexact = error < 0 || error > 0;  // neither of a NaN, which infinities give
  const std::uint32_t step = 1 | (0 - ((bits ^ bits_of(error)) >> 31));
  return std::bit_cast<float>(bits + (inexact && (bits & 1) == 0 ? step : 0));
}

/// Halves of what result(lane) gives; the lane function's where a lane has a NaN, or `rare`.
template <auto kFunction, typename Result>
LOCKSTEP_INLINE void by_floats(const LaneInputs& in, LaneOutputs& out, bool rare, const Result& result) {
  alignas(64) Lanes results;
  std::uint32_t nan = rare ? 1 : 0;
  for (std::size_t l = 0; l < kMaxLanes; ++l) {
    const float x = result(l);
    nan |= x != x ? 1 : 0;
    results[l] = nearest_half(x);
  }
  if (nan != 0) return LaneRowOf<kFunction>::evaluate(in, out);
  std::memcpy(out.destination[0], results.data(), sizeof results);
}

/// of(a, b, c) of sources of type f16; with two sources c is b.
template <auto kFunction, std::size_t kSources, typename Of>
LOCKSTEP_INLINE void of_halves(const LaneInputs& in, LaneOutputs& out, const Of& of) {
  const std::uint32_t *const a = in.source[0][0], *const b = in.source[1][0],
                             *const c = in.source[kSources - 1][0];
  by_floats<kFunction>(in, out, false, [&](std::size_t l) __attribute__((always_inline)) {
    return of(widened(a[l]), widened(b[l]), widened(c[l]));
  });
}

struct Sum {
  LOCKSTEP_INLINE float operator()(float a, float b, float) const { return a + b; }
};
struct Difference {
  LOCKSTEP_INLINE float operator()(float a, float b, float) const { return a - b; }
};
struct ReversedDifference {
  LOCKSTEP_INLINE float operator()(float a, float b, float) const { return b - a; }
};
struct Product {
  LOCKSTEP_INLINE float operator()(float a, float b, float) const { return a * b; }
};
struct Fused {
  LOCKSTEP_INLINE float operator()(float a, float b, float c) const { return fused_to_odd(a, b, c); }
};

LOCKSTEP_INLINE float float_of(const LaneInputs& in, std::size_t source, std::size_t lane) {
  return std::bit_cast<float>(in.source[source][0][lane]);
}

LOCKSTEP_INLINE void fuse_to_halves(const LaneInputs& in, LaneOutputs& out) {
  by_floats<fused_to_half>(
      in, out, Mode{in.mode}.saturates(), [&](std::size_t l) __attribute__((always_inline)) {
        return __builtin_fmaf(float_of(in, 0, l), float_of(in, 1, l), float_of(in, 2, l));
      });
}

/// NaNs keep what fits of their payload as the host's conversions keep it.
LOCKSTEP_INLINE void narrow(const LaneInputs& in, LaneOutputs& out) {
  if (Mode{in.mode}.saturates()) return LaneRowOf<to_half>::evaluate(in, out);
  alignas(64) Lanes results;
  for (std::size_t l = 0; l < kMaxLanes; ++l) results[l] = nearest_half(float_of(in, 0, l));
  std::memcpy(out.destination[0], results.data(), sizeof results);
}

template <typename To>
LOCKSTEP_INLINE void narrow_pairs(const LaneInputs& in, LaneOutputs& out, const To& to) {
  alignas(64) Lanes results;
  for (std::size_t l = 0; l < kMaxLanes; ++l)
    results[l] = to(float_of(in, 0, l)) | to(float_of(in, 1, l)) << 16;
  std::memcpy(out.destination[0], results.data(), sizeof results);
}
LOCKSTEP_INLINE void pair_nearest(const LaneInputs& in, LaneOutputs& out) {
  if (Mode{in.mode}.saturates()) return LaneRowOf<to_half_pair>::evaluate(in, out);
  narrow_pairs(in, out, [](float x) __attribute__((always_inline)) { return nearest_half(x); });
}
LOCKSTEP_INLINE void pair_truncated(const LaneInputs& in, LaneOutputs& out) {
  narrow_pairs(in, out, [](float x) __attribute__((always_inline)) { return truncated_half(x); });
}

}  // namespace

// NOLINTBEGIN(bugprone-macro-parentheses): names
#define LOCKSTEP_BY_FLOATS(NAME, ...)                                  \
  LOCKSTEP_V3 void NAME##_v3(const LaneInputs& in, LaneOutputs& out) { \
    __VA_ARGS__;                                                       \
  }                                                                    \
  LOCKSTEP_V4 void NAME##_v4(const LaneInputs& in, LaneOutputs& out) { \
    __VA_ARGS__;                                                       \
  }
// NOLINTEND(bugprone-macro-parentheses)
LOCKSTEP_BY_FLOATS(half_sums, of_halves<add<Half>, 2>(in, out, Sum{}))
LOCKSTEP_BY_FLOATS(half_differences, of_halves<subtract<Half>, 2>(in, out, Difference{}))
LOCKSTEP_BY_FLOATS(half_reversed_differences,
                   of_halves<subtract_reversed<Half>, 2>(in, out, ReversedDifference{}))
LOCKSTEP_BY_FLOATS(half_products, of_halves<multiply<Half>, 2>(in, out, Product{}))
LOCKSTEP_BY_FLOATS(half_fused, of_halves<fused_multiply_add<Half>, 3>(in, out, Fused{}))
LOCKSTEP_BY_FLOATS(fused_halves, fuse_to_halves(in, out))
LOCKSTEP_BY_FLOATS(halves, narrow(in, out))
LOCKSTEP_BY_FLOATS(half_pairs, pair_nearest(in, out))
LOCKSTEP_BY_FLOATS(half_pairs_truncating, pair_truncated(in, out))

}  // namespace lockstep::isa
