#include "emulator/isa/tables/host_lanes.hpp"

namespace lockstep::isa {

namespace {

LOCKSTEP_INLINE bool all_alike(const std::uint32_t* lanes) {
  std::uint32_t different = 0;
  for (std::size_t l = 0; l < kMaxLanes; ++l) different |= lanes[l] ^ lanes[0];
  return different == 0;
}

/// The byte of the result from its place on: what permuted_byte() gives in every lane.
LOCKSTEP_INLINE void take_byte(const LaneInputs& in, std::uint32_t selector, int place, Lanes& to) {
  if (selector == 12) return;
  const bool signs = selector >= 8 && selector < 12;
  const std::uint32_t byte = signs ? 2 * (selector - 8) + 1 : selector & 7, down = 8 * (byte & 3);
  const std::uint32_t* const from = in.source[byte < 4 ? 1 : 0][0];
  const std::uint32_t always = selector > 12 ? 0xFF : 0;
  for (std::size_t l = 0; l < kMaxLanes; ++l) {
    const std::uint32_t taken = from[l] >> down & 0xFF;
    to[l] |= ((signs ? (0u - (taken >> 7)) & 0xFF : taken) | always) << place;
  }
}

/// Every lane chooses its own bytes: permuted_byte() without branches.
LOCKSTEP_INLINE std::uint32_t chosen_byte(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
  const std::uint32_t byte = (selector & 4) != 0 ? a >> 8 * (selector & 3) : b >> 8 * (selector & 3);
  const std::uint32_t odd = (selector & 2) != 0 ? a : b,
                      sign = (selector & 1) != 0 ? odd >> 31 : odd >> 15 & 1;
  return selector < 8 ? byte & 0xFF : selector < 12 ? (0u - sign) & 0xFF : selector == 12 ? 0u : 0xFFu;
}

LOCKSTEP_INLINE void permute(const LaneInputs& in, LaneOutputs& out) {
  const std::uint32_t* const selectors = in.source[2][0];
  alignas(64) Lanes result{};
  if (all_alike(selectors)) {
    for (int place = 0; place < 32; place += 8) take_byte(in, selectors[0] >> place & 0xFF, place, result);
  } else {
    const std::uint32_t *const a = in.source[0][0], *const b = in.source[1][0];
    for (std::size_t l = 0; l < kMaxLanes; ++l)
      for (int place = 0; place < 32; place += 8)
        result[l] |= chosen_byte(a[l], b[l], selectors[l] >> place & 0xFF) << place;
  }
  std::memcpy(out.destination[0], result.data(), sizeof result);
}

}  // namespace

LOCKSTEP_V3 void permute_lanes_v3(const LaneInputs& in, LaneOutputs& out) {
  permute(in, out);
}
LOCKSTEP_V4 void permute_lanes_v4(const LaneInputs& in, LaneOutputs& out) {
  permute(in, out);
}

}  // namespace lockstep::isa
