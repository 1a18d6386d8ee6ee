#include "emulator/isa/tables/order_lanes.hpp"

#include <algorithm>

namespace lockstep::isa {

namespace {

/// Ordered as floats that are no NaN are, -0 below +0; its own inverse.
LOCKSTEP_INLINE std::int32_t key(std::uint32_t bits) {
  return static_cast<std::int32_t>(bits ^
                                   static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> 31) >> 1);
}

/// The same for both zeros, as a comparison of floats has it.
LOCKSTEP_INLINE std::int32_t unsigned_zero(std::int32_t k) {
  return k == -1 ? 0 : k;
}

LOCKSTEP_INLINE std::uint32_t largest_magnitude(const std::uint32_t* lanes, std::uint32_t most) {
  for (std::size_t l = 0; l < kMaxLanes; ++l) most = std::max(most, lanes[l] & ~kSignBit<float>);
  return most;
}

/// choose(a, b, c) of keys in every lane; with two sources c is b. The lane function where any lane has a NaN.
template <auto kFunction, std::size_t kSources, typename Choose>
LOCKSTEP_INLINE void by_keys(const LaneInputs& in, LaneOutputs& out, const Choose& choose) {
  std::uint32_t most = 0;
  for (std::size_t s = 0; s < kSources; ++s) most = largest_magnitude(in.source[s][0], most);
  if (most > kInfinityBits<float>) return RowOf<kFunction>::evaluate(in, out);
  const std::uint32_t *const a = in.source[0][0], *const b = in.source[1][0],
                             *const c = in.source[kSources - 1][0];
  alignas(64) Lanes chosen;
  for (std::size_t l = 0; l < kMaxLanes; ++l)
    chosen[l] =
        static_cast<std::uint32_t>(key(static_cast<std::uint32_t>(choose(key(a[l]), key(b[l]), key(c[l])))));
  std::memcpy(out.destination[0], chosen.data(), sizeof chosen);
}

struct Smaller {
  LOCKSTEP_INLINE std::int32_t operator()(std::int32_t a, std::int32_t b, std::int32_t c) const {
    return std::min(std::min(a, b), c);
  }
};
struct Larger {
  LOCKSTEP_INLINE std::int32_t operator()(std::int32_t a, std::int32_t b, std::int32_t c) const {
    return std::max(std::max(a, b), c);
  }
};
/// As median() takes the largest out: by its value, so that a zero of the other sign may stand for it.
struct Middle {
  LOCKSTEP_INLINE std::int32_t operator()(std::int32_t a, std::int32_t b, std::int32_t c) const {
    const std::int32_t top = unsigned_zero(std::max(std::max(a, b), c));
    const std::int32_t without_b = top == unsigned_zero(b) ? std::max(a, c) : std::max(a, b);
    return top == unsigned_zero(a) ? std::max(b, c) : without_b;
  }
};

}  // namespace

// NOLINTBEGIN(bugprone-macro-parentheses): names
#define LOCKSTEP_BY_KEYS(NAME, FUNCTION, SOURCES, CHOOSE)                    \
  LOCKSTEP_V3 void NAME##_lanes_v3(const LaneInputs& in, LaneOutputs& out) { \
    by_keys<FUNCTION<float>, SOURCES>(in, out, CHOOSE{});                    \
  }                                                                          \
  LOCKSTEP_V4 void NAME##_lanes_v4(const LaneInputs& in, LaneOutputs& out) { \
    by_keys<FUNCTION<float>, SOURCES>(in, out, CHOOSE{});                    \
  }
// NOLINTEND(bugprone-macro-parentheses)
LOCKSTEP_BY_KEYS(minimum, minimum, 2, Smaller)
LOCKSTEP_BY_KEYS(maximum, maximum, 2, Larger)
LOCKSTEP_BY_KEYS(minimum_of_three, minimum_of_three, 3, Smaller)
LOCKSTEP_BY_KEYS(maximum_of_three, maximum_of_three, 3, Larger)
LOCKSTEP_BY_KEYS(median, median, 3, Middle)

}  // namespace lockstep::isa
