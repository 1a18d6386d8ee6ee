#include "emulator/machine/vector/two_parts.hpp"

#include "host/simd_levels.hpp"

namespace lockstep::machine {

namespace {

using Sources = std::array<Lanes, 3>;

LOCKSTEP_CLONES void take_part(const std::uint32_t* from, std::uint32_t shift, std::uint32_t flipped,
                               Lanes& to) {
  for (std::size_t l = 0; l < kMaxLanes; ++l) to[l] = (from[l] >> shift) ^ flipped;
}

LOCKSTEP_CLONES void join_halves(const Lanes& low, const Lanes& high, std::uint32_t* to) {
  for (std::size_t l = 0; l < kMaxLanes; ++l) to[l] = (low[l] & 0xFFFF) | high[l] << 16;
}

bool is_negated(const FastVector& p, std::size_t part, std::size_t s) {
  return (p.details->negated[part] >> s & 1) != 0;
}

}  // namespace

void evaluate_pairs(const FastVector& p, const isa::LaneInputs& in, isa::LaneOutputs& out) {
  for (std::size_t part = 0; part < 2; ++part) {
    isa::LaneInputs one = in;
    Sources own;
    for (std::size_t s = 0; s < std::size_t(p.sources); ++s) {
      const std::uint32_t* const lanes = in.source[s][chosen_dword(p, in.source[s], part, s)];
      if (is_negated(p, part, s)) take_part(lanes, 0, 0x8000'0000, own[s]);
      one.source[s] = {is_negated(p, part, s) ? own[s].data() : lanes, nullptr};
    }
    isa::LaneOutputs to{{out.destination[part], nullptr}, 0};
    p.evaluate(one, to);
  }
}

// Evaluates each half of a dword: functions of 16-bit lanes read the lower half of a dword.
void evaluate_halves(const FastVector& p, const isa::LaneInputs& in, isa::LaneOutputs& out) {
  std::array<Lanes, 2> result;
  for (std::size_t part = 0; part < 2; ++part) {
    isa::LaneInputs one = in;
    Sources own;
    for (std::size_t s = 0; s < std::size_t(p.sources); ++s) {
      const bool high = (p.op_sel[part] >> s & 1) != 0, negated = is_negated(p, part, s);
      if (!high && !negated) continue;
      take_part(in.source[s][0], high ? 16 : 0, negated ? 0x8000 : 0, own[s]);
      one.source[s] = {own[s].data(), nullptr};
    }
    isa::LaneOutputs to{{result[part].data(), nullptr}, 0};
    p.evaluate(one, to);
  }
  join_halves(result[0], result[1], out.destination[0]);
}

}  // namespace lockstep::machine
