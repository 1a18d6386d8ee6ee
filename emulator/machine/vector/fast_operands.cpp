#include "emulator/machine/vector/fast_operands.hpp"

#include <cstring>

#include "emulator/isa/tables/half.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::machine {

namespace {

LOCKSTEP_CLONES void change_lanes(const SourceChange& change, const std::uint32_t* before, Lanes& own) {
  if (change.widens)
    for (std::size_t l = 0; l < kMaxLanes; ++l) own[l] = isa::widened_bits(change(before[l]));
  else
    for (std::size_t l = 0; l < kMaxLanes; ++l) own[l] = change(before[l]);
}

/// Places results in their part of a register.
LOCKSTEP_CLONES void place_part(const FastPart& part, const Lanes& results, std::uint32_t* lanes) {
  for (std::size_t l = 0; l < kMaxLanes; ++l)
    lanes[l] = (results[l] << part.shift & part.field) | (lanes[l] & part.kept);
}

}  // namespace

bool fetch_scalar(const Wave& wave, const isa::Operand& operand, isa::Type type,
                  std::array<Lanes, 2>& broadcast, std::array<const std::uint32_t*, 2>& out) {
  const Scalar value = read_scalar(wave, operand, type);
  if (value.undefined != 0) return false;
  for (int d = 0; d < isa::dwords(type); ++d) {
    Lanes& lanes = broadcast[std::size_t(d)];
    lanes.fill(std::uint32_t(value.value >> (32 * d)));
    out[std::size_t(d)] = lanes.data();
  }
  return true;
}

void change_source(const SourceChange& change, std::array<Lanes, 2>& own,
                   std::array<const std::uint32_t*, 2>& out) {
  const auto d = std::size_t(change.dword);
  if (out[d] != own[d].data()) {
    change_lanes(change, out[d], own[d]);
  } else {  // a scalar source
    const Lanes before = own[d];
    change_lanes(change, before.data(), own[d]);
  }
  out[d] = own[d].data();
}

bool fetch_carry(const Wave& wave, const FastVector& p, isa::LaneInputs& in) {
  if (p.carry == nullptr) return true;
  const Scalar carry = read_lane_mask(wave, *p.carry);
  in.carry = carry.value;
  return (carry.undefined & wave.exec()) == 0;
}

bool execute_part(Wave& wave, const FastVector& p, int first, const isa::LaneInputs& in) {
  const FastPart& part = *p.details->part;
  if (part.kept != 0 && !wave.vector.defined(first)) return false;
  Lanes results;
  isa::LaneOutputs out{{results.data(), nullptr}, 0};
  p.evaluate(in, out);
  if (~wave.exec() == 0) {
    place_part(part, results, wave.vector.overwrite(first));
    return true;
  }
  Lanes placed;
  std::memcpy(placed.data(), wave.vector.written(first), sizeof placed);
  place_part(part, results, placed.data());
  wave.vector.write(first, wave.exec(), wave.exec_lanes(), placed.data(), nullptr);
  return true;
}

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
