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

}  // namespace lockstep::machine
