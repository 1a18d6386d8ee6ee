#include "lds_races.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "emulator/machine/wave.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

namespace {

bool uses_lds(const Pending& p) {
  return p.memory->space == isa::Memory::Space::lds && p.perform != nullptr;
}

// The lanes' bytes of a store, as they would lie in LDS.
bool changes_nothing(const Wave& wave, const Pending& p, int lane, std::uint64_t address, int first_dword) {
  std::array<std::uint32_t, 4> words{};
  const int dwords = (p.memory->bytes + 3) / 4;
  for (int d = 0; d < dwords; ++d)
    words[std::size_t(d)] = p.data[std::size_t(first_dword + d)][std::size_t(lane)];
  return std::memcmp(wave.group->lds.data() + address, words.data(), p.memory->bytes) == 0;
}

// Bits first … end - 1.
std::uint16_t bits(std::uint64_t first, std::uint64_t end) {
  return std::uint16_t((0xFFFFu << first) & (0xFFFFu >> (16 - end)));
}

}  // namespace

void LdsRaces::workgroup_begins(const machine::Workgroup& group) {
  const std::size_t granules = (group.lds.size() + kGranule - 1) / kGranule;
  cells_.resize(std::max(cells_.size(), granules));
  split_.assign(cells_.size(), 0);
}

// Stores and atomics are judged before they change LDS.
void LdsRaces::performs(const Wave& wave, const Pending& p) {
  if (!uses_lds(p) || p.memory->access == isa::Access::load) return;
  const int dwords = (p.memory->bytes + 3) / 4;
  Deed mine = deed(wave, p, true);
  for (int l = 0; l < isa::kLanes; ++l) {
    if ((p.lanes >> l & 1) == 0) continue;
    mine.lane = l;
    for (int e = 0; e < (p.memory->pair ? 2 : 1); ++e) {
      const std::uint64_t at = p.address[std::size_t(l)] + std::uint64_t(e) * std::uint64_t(p.second);
      if (p.memory->access == isa::Access::store && changes_nothing(wave, p, l, at, e * dwords)) continue;
      touch(mine, at, p.memory->bytes);
    }
  }
}

void LdsRaces::retires(const Wave& wave, const Pending& p) {
  if (!p.to_lds && (!uses_lds(p) || p.memory->access != isa::Access::load)) return;
  const std::uint64_t bytes = p.to_lds ? std::max<std::uint64_t>(4, p.memory->bytes) : p.memory->bytes;
  Deed mine = deed(wave, p, p.to_lds);
  for (int l = 0; l < isa::kLanes; ++l) {
    if ((p.lanes >> l & 1) == 0) continue;
    mine.lane = l;
    const std::uint64_t at = p.to_lds ? p.lds_base + std::uint64_t(l) * bytes : p.address[std::size_t(l)];
    touch(mine, at, bytes);
    if (!p.to_lds && p.memory->pair) touch(mine, at + std::uint64_t(p.second), bytes);
  }
}

LdsRaces::Deed LdsRaces::deed(const Wave& wave, const Pending& p, bool writes) const {
  Deed mine{wave, p, writes, {}};
  mine.access.last = epochs_.now();
  mine.access.instruction = p.code->index;
  mine.access.wave = std::uint8_t(wave.id);
  mine.access.atomic = p.memory->access == isa::Access::atomic;
  return mine;
}

void LdsRaces::touch(Deed& deed, std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t end = address + bytes;
  for (std::uint64_t g = address / kGranule; g * kGranule < end; ++g) {
    const std::uint64_t base = g * kGranule;
    const std::uint16_t mask = bits(address > base ? address - base : 0, std::min(end - base, kGranule));
    if (mask != 0xFFFF || split_[g] != 0) {
      touch_parts(deed, g, mask);
      continue;
    }
    deed.access.bytes = mask;
    judge(deed, g, cells_[g]);
  }
}

void LdsRaces::touch_parts(Deed& deed, std::uint64_t granule, std::uint16_t mask) {
  parts_.resize(kParts * cells_.size());
  Cell* const parts = &parts_[kParts * granule];
  if (split_[granule] == 0) split(granule, parts);
  for (std::uint64_t part = 0; part < kParts; ++part) {
    deed.access.bytes = std::uint16_t(mask & 0xFu << (4 * part));
    if (deed.access.bytes != 0) judge(deed, granule, parts[part]);
  }
}

void LdsRaces::split(std::uint64_t granule, Cell* parts) {
  split_[granule] = 1;
  for (std::uint64_t part = 0; part < kParts; ++part) {
    parts[part] = cells_[granule];
    for (Access* access : {&parts[part].read, &parts[part].write})
      access->bytes = std::uint16_t(access->bytes & 0xFu << (4 * part));
  }
}

void LdsRaces::judge(Deed& deed, std::uint64_t granule, Cell& cell) {
  if (cell.write.last >= deed.pending.stamp) against(deed, granule, cell.write);
  Access& mine = deed.access;
  if (deed.writes) {
    if (cell.read.last >= deed.pending.stamp) against(deed, granule, cell.read);
    cell.write = mine;
    return;
  }
  const Access& last = cell.read;
  mine.several =
      last.last == mine.last && last.bytes == mine.bytes && (last.wave != mine.wave || last.several);
  cell.read = mine;
}

// Theirs began before now, so that the spans meet where it ended at or after the issue of ours.
void LdsRaces::against(const Deed& deed, std::uint64_t granule, const Access& theirs) {
  const Access& mine = deed.access;
  if ((theirs.wave == mine.wave && !theirs.several) || (mine.bytes & theirs.bytes) == 0) return;
  if (mine.atomic && theirs.atomic) return;
  if (!findings_.is_new(machine::FindingKind::lds_race, mine.instruction, theirs.instruction)) return;
  const isa::Instruction& other = deed.wave.environment().code->program->instructions[theirs.instruction];
  const std::uint64_t address = kGranule * granule + std::uint64_t(std::countr_zero(mine.bytes)) / 4 * 4;
  findings_.add(
      machine::FindingKind::lds_race, deed.wave, *deed.pending.code, deed.lane, theirs.instruction,
      fmt::format("{} LDS {:#x}, which {} uses by {} @{:#x}; no barrier lies between",
                  deed.writes ? "writes" : "reads", address,
                  theirs.several ? std::string("another wave") : fmt::format("wave {}", theirs.wave),
                  other.text, other.address));
}

}  // namespace lockstep::checks
