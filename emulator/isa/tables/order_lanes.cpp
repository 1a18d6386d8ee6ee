#include <algorithm>

#include "emulator/isa/tables/host_lanes.hpp"

namespace lockstep::isa {

namespace {

/// Ordered as floats that are no NaN are, -0 below +0; its own inverse.
LOCKSTEP_INLINE std::int32_t key(std::uint32_t bits) {
  return static_cast<std::int32_t>(bits ^
                                   static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> 31) >> 1);
}

/// key(), the same for both zeros, as a comparison of floats has it.
LOCKSTEP_INLINE std::int32_t unsigned_zero(std::int32_t k) {
  return k == -1 ? 0 : k;
}

/// The largest magnitude of all sources in one loop: each reduction to one lane costs as much as a source.
/// `kShift`: to a float's place in a dword, 16 of halves.
template <int kShift>
LOCKSTEP_INLINE std::uint32_t largest_magnitude(const std::uint32_t* a, const std::uint32_t* b,
                                                const std::uint32_t* c) {
  std::uint32_t most = 0;
  for (std::size_t l = 0; l < kMaxLanes; ++l) {
    const std::uint32_t of_a = (a[l] << kShift) & ~kSignBit<float>,
                        of_b = (b[l] << kShift) & ~kSignBit<float>,
                        of_c = (c[l] << kShift) & ~kSignBit<float>;
    most = std::max(most, std::max(std::max(of_a, of_b), of_c));
  }
  return most;
}

/// choose(a, b, c) of keys in every lane; with two sources c is b. The lane function where any lane has a
/// NaN.
template <typename T, auto kFunction, std::size_t kSources, typename Choose>
LOCKSTEP_INLINE void by_keys(const LaneInputs& in, LaneOutputs& out, const Choose& choose) {
  constexpr int kShift = 32 - 8 * int(sizeof(T));
  const std::uint32_t *const a = in.source[0][0], *const b = in.source[1][0],
                             *const c = in.source[kSources - 1][0];
  if (largest_magnitude<kShift>(a, b, c) > std::uint32_t{kInfinityBits<T>} << kShift)
    return LaneRowOf<kFunction>::evaluate(in, out);
  std::uint32_t* const to = out.destination[0];  // may be a source, too
  LOCKSTEP_LANES_INDEPENDENT
  for (std::size_t l = 0; l < kMaxLanes; ++l) {
    const std::int32_t k = choose(key(a[l] << kShift), key(b[l] << kShift), key(c[l] << kShift));
    to[l] = static_cast<std::uint32_t>(key(static_cast<std::uint32_t>(k))) >> kShift;
  }
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
/// The median as median() takes the largest out: by its value, which a zero of the other sign has, too.
struct Middle {
  LOCKSTEP_INLINE std::int32_t operator()(std::int32_t a, std::int32_t b, std::int32_t c) const {
    const std::int32_t top = unsigned_zero(std::max(std::max(a, b), c));
    const std::int32_t without_b = top == unsigned_zero(b) ? std::max(a, c) : std::max(a, b);
    return top == unsigned_zero(a) ? std::max(b, c) : without_b;
  }
};

}  // namespace

// NOLINTBEGIN(bugprone-macro-parentheses): names
#define LOCKSTEP_BY_KEYS(NAME, TYPE, FUNCTION, SOURCES, CHOOSE)              \
  LOCKSTEP_V3 void NAME##_lanes_v3(const LaneInputs& in, LaneOutputs& out) { \
    by_keys<TYPE, FUNCTION<TYPE>, SOURCES>(in, out, CHOOSE{});               \
  }                                                                          \
  LOCKSTEP_V4 void NAME##_lanes_v4(const LaneInputs& in, LaneOutputs& out) { \
    by_keys<TYPE, FUNCTION<TYPE>, SOURCES>(in, out, CHOOSE{});               \
  }
// NOLINTEND(bugprone-macro-parentheses)
LOCKSTEP_BY_KEYS(minimum, float, minimum, 2, Smaller)
LOCKSTEP_BY_KEYS(maximum, float, maximum, 2, Larger)
LOCKSTEP_BY_KEYS(minimum_of_three, float, minimum_of_three, 3, Smaller)
LOCKSTEP_BY_KEYS(maximum_of_three, float, maximum_of_three, 3, Larger)
LOCKSTEP_BY_KEYS(propagating_minimum, float, propagating_minimum, 3, Smaller)
LOCKSTEP_BY_KEYS(propagating_maximum, float, propagating_maximum, 3, Larger)
LOCKSTEP_BY_KEYS(median, float, median, 3, Middle)
LOCKSTEP_BY_KEYS(half_minimum, Half, minimum, 2, Smaller)
LOCKSTEP_BY_KEYS(half_maximum, Half, maximum, 2, Larger)
LOCKSTEP_BY_KEYS(half_propagating_minimum, Half, propagating_minimum, 3, Smaller)
LOCKSTEP_BY_KEYS(half_propagating_maximum, Half, propagating_maximum, 3, Larger)

}  // namespace lockstep::isa
