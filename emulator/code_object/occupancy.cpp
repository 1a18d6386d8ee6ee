#include "emulator/code_object/occupancy.hpp"

#include <algorithm>

#include <fmt/format.h>

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

std::uint32_t waves_of(const Resources& r) {
  return std::max(divided_up(r.threads, std::max(r.wavefront, 1u)), 1u);
}

/// Workgroups that LDS and barriers leave room for, of at most `most` waves.
std::uint32_t workgroups_by_lds(const arch::ComputeUnit& unit, const Resources& r, std::uint32_t most) {
  const std::uint32_t waves = waves_of(r);
  const std::uint32_t workgroups = waves == 1 ? most : std::min(most / waves, unit.workgroups_waiting);
  return std::uint32_t(
      std::min<std::uint64_t>(workgroups, unit.lds_bytes / std::max<std::uint64_t>(r.lds_bytes, 1)));
}

std::uint32_t by_lds(const arch::ComputeUnit& unit, const Resources& r) {
  const std::uint32_t workgroups = workgroups_by_lds(unit, r, unit.waves * unit.simds);
  return std::min(divided_up(workgroups * waves_of(r), unit.simds), unit.waves);
}

}  // namespace

std::uint32_t Occupancy::waves() const {
  return std::min({vgprs, sgprs, lds});
}

Occupancy occupancy(const arch::Arch& arch, const Resources& r) {
  return {by_vgprs(arch.unit, r.vgprs), by_sgprs(arch, r.sgprs), by_lds(arch.unit, r)};
}

Resources resources_of(const Kernel& kernel, std::uint32_t threads, std::uint64_t dynamic_lds) {
  return {kernel.descriptor.vgpr_count, kernel.sgpr_count, kernel.group_bytes + dynamic_lds, threads,
          std::max(1u, kernel.wavefront_size)};
}

std::uint32_t resident_workgroups(const arch::Arch& arch, const Resources& r) {
  const std::uint32_t waves = std::min(by_vgprs(arch.unit, r.vgprs), by_sgprs(arch, r.sgprs));
  return workgroups_by_lds(arch.unit, r, waves * arch.unit.simds);
}

std::string overfull(const arch::Arch& device, const Kernel& kernel, const Geometry& g) {
  std::uint64_t threads = 1;
  for (const std::uint32_t size : g.block) threads = std::min<std::uint64_t>(threads * size, ~0u);
  const Resources each = resources_of(kernel, std::uint32_t(threads), g.dynamic_lds);
  const std::uint64_t most =
      std::uint64_t{resident_workgroups(device, each)} * std::uint64_t(device.device.compute_units);
  std::uint64_t room = most;
  for (const std::uint32_t size : g.grid) room /= size;
  if (room != 0) return {};
  return fmt::format("a cooperative launch of {} x {} x {} workgroups, of {} that the device holds",
                     g.grid[0], g.grid[1], g.grid[2], most);
}

}  // namespace lockstep::code_object
