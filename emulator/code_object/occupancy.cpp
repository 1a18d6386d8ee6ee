#include "emulator/code_object/occupancy.hpp"

#include <algorithm>

namespace lockstep::code_object {

namespace {

constexpr UnitFacts kUnits[] = {
    {"gfx942", 64 * 1024, 4, 8, 512, 8, 16},
    {"gfx950", 160 * 1024, 4, 8, 512, 8, 16},
    {"gfx1250", 320 * 1024, 4, 16, 1024, 16, 16},
};

std::uint32_t divided_up(std::uint32_t n, std::uint32_t by) {
  return (n + by - 1) / by;
}

std::uint32_t by_vgprs(const UnitFacts& unit, std::uint32_t vgprs) {
  const std::uint32_t allocated = std::max(divided_up(vgprs, unit.granule), 1u) * unit.granule;
  return std::min(unit.vgprs / allocated, unit.waves);
}

// Of 800 scalar registers of a SIMD, in pieces of 16. Since GFX10 every wave has all it can name.
std::uint32_t by_sgprs(const UnitFacts& unit, std::uint32_t sgprs) {
  constexpr std::uint32_t kMostForEight = 100, kSeven = 7;
  return sgprs <= kMostForEight || unit.arch == "gfx1250" ? unit.waves : kSeven;
}

std::uint32_t by_lds(const UnitFacts& unit, const Resources& r) {
  const std::uint32_t waves = std::max(divided_up(r.threads, std::max(r.wavefront, 1u)), 1u);
  const std::uint32_t most = unit.waves * unit.simds;
  std::uint32_t workgroups = waves == 1 ? most : std::min(most / waves, unit.workgroups_waiting);
  workgroups = std::min(workgroups, unit.lds_bytes / std::max(r.lds_bytes, 1u));
  return std::min(divided_up(workgroups * waves, unit.simds), unit.waves);
}

}  // namespace

const UnitFacts* find_unit(std::string_view arch) {
  const auto found = std::ranges::find(kUnits, arch, &UnitFacts::arch);
  return found == std::end(kUnits) ? nullptr : &*found;
}

std::uint32_t Occupancy::waves() const {
  return std::min({vgprs, sgprs, lds});
}

Occupancy occupancy(const UnitFacts& unit, const Resources& r) {
  return {by_vgprs(unit, r.vgprs), by_sgprs(unit, r.sgprs), by_lds(unit, r)};
}

}  // namespace lockstep::code_object
