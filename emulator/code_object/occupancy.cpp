#include "emulator/code_object/occupancy.hpp"

#include <algorithm>

namespace lockstep::code_object {

namespace {

std::uint32_t divided_up(std::uint32_t n, std::uint32_t by) {
  return (n + by - 1) / by;
}

std::uint32_t by_vgprs(const arch::ComputeUnit& unit, std::uint32_t vgprs) {
  const std::uint32_t allocated = std::max(divided_up(vgprs, unit.granule), 1u) * unit.granule;
  return std::min(unit.vgprs / allocated, unit.waves);
}

// A SIMD has 800 scalar registers, in pieces of 16.
std::uint32_t by_sgprs(const arch::Arch& arch, std::uint32_t sgprs) {
  constexpr std::uint32_t kMostForEight = 100, kSeven = 7;
  return sgprs <= kMostForEight || arch.has(arch::Feature::all_scalar_registers) ? arch.unit.waves : kSeven;
}

std::uint32_t by_lds(const arch::ComputeUnit& unit, const Resources& r) {
  const std::uint32_t waves = std::max(divided_up(r.threads, std::max(r.wavefront, 1u)), 1u);
  const std::uint32_t most = unit.waves * unit.simds;
  std::uint32_t workgroups = waves == 1 ? most : std::min(most / waves, unit.workgroups_waiting);
  workgroups = std::min(workgroups, unit.lds_bytes / std::max(r.lds_bytes, 1u));
  return std::min(divided_up(workgroups * waves, unit.simds), unit.waves);
}

}  // namespace

std::uint32_t Occupancy::waves() const {
  return std::min({vgprs, sgprs, lds});
}

Occupancy occupancy(const arch::Arch& arch, const Resources& r) {
  return {by_vgprs(arch.unit, r.vgprs), by_sgprs(arch, r.sgprs), by_lds(arch.unit, r)};
}

}  // namespace lockstep::code_object
