#include "emulator/isa/tables/byte_lanes.hpp"

namespace lockstep::isa {

namespace {

LOCKSTEP_INLINE bool all_alike(const std::uint32_t* lanes) {
  std::uint32_t different = 0;
  for (std::size_t l = 0; l < kMaxLanes; ++l) different |= lanes[l] ^ lanes[0];
  return different == 0;
}

/// The byte of the result from its place on in the source: selectors below 8.
LOCKSTEP_INLINE void take_byte(const LaneInputs& in, std::uint32_t selector, int place, Lanes& to) {
  const std::uint32_t* const from = in.source[selector < 4 ? 1 : 0][0];
  const std::uint32_t down = 8 * (selector & 3);
  for (std::size_t l = 0; l < kMaxLanes; ++l) to[l] |= (from[l] >> down & 0xFF) << place;
}

LOCKSTEP_INLINE void permute(const LaneInputs& in, LaneOutputs& out) {
  const std::uint32_t* const selectors = in.source[2][0];
  if (!all_alike(selectors) || (selectors[0] & 0xF8F8'F8F8u) != 0)
    return RowOf<permute_bytes>::evaluate(in, out);
  alignas(64) Lanes result{};
  for (int place = 0; place < 32; place += 8) take_byte(in, selectors[0] >> place & 7, place, result);
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
