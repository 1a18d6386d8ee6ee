#include "lds_races.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "emulator/machine/wave.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

namespace {

bool uses_lds(const Pending& p) {
  return p.space == isa::Memory::Space::lds && p.perform != nullptr;
}

// The lanes' bytes of a store, as they would lie in LDS.
bool changes_nothing(const Wave& wave, const Pending& p, int lane, std::uint64_t address, int first_dword) {
  std::array<std::uint32_t, 4> words{};
  const int dwords = (p.memory->bytes + 3) / 4;
  for (int d = 0; d < dwords; ++d)
    words[std::size_t(d)] = p.data[std::size_t(first_dword + d)][std::size_t(lane)];
  return std::memcmp(wave.group->lds.data() + address, words.data(), p.memory->bytes) == 0;
}

// Which bytes of the dword at `at` lie in [address, end), one bit each.
std::uint8_t bytes_of(std::uint64_t at, std::uint64_t address, std::uint64_t end) {
  std::uint8_t mask = 0;
  for (std::uint64_t b = 0; b < 4; ++b)
    if (at + b >= address && at + b < end) mask |= std::uint8_t(1u << b);
  return mask;
}

}  // namespace

void LdsRaces::workgroup_begins(const machine::Workgroup& group) {
  cells_.resize(std::max<std::size_t>(cells_.size(), (group.lds.size() + 3) / 4));
}

// Stores and atomics are judged before they change LDS.
void LdsRaces::performs(const Wave& wave, const Pending& p) {
  if (!uses_lds(p) || p.memory->access == isa::Access::load) return;
  const int dwords = (p.memory->bytes + 3) / 4;
  for (int l = 0; l < isa::kLanes; ++l) {
    if ((p.lanes >> l & 1) == 0) continue;
    for (int e = 0; e < (p.memory->pair ? 2 : 1); ++e) {
      const std::uint64_t at = p.address[std::size_t(l)] + std::uint64_t(e) * std::uint64_t(p.second);
      if (p.memory->access == isa::Access::store && changes_nothing(wave, p, l, at, e * dwords)) continue;
      touch(wave, p, l, at, p.memory->bytes, true);
    }
  }
}

void LdsRaces::retires(const Wave& wave, const Pending& p) {
  if (p.to_lds) {
    const std::uint64_t bytes = std::max<std::uint64_t>(4, p.memory->bytes);
    for (int l = 0; l < isa::kLanes; ++l)
      if ((p.lanes >> l & 1) != 0) touch(wave, p, l, p.lds_base + std::uint64_t(l) * bytes, bytes, true);
    return;
  }
  if (!uses_lds(p) || p.memory->access != isa::Access::load) return;
  for (int l = 0; l < isa::kLanes; ++l) {
    if ((p.lanes >> l & 1) == 0) continue;
    for (int e = 0; e < (p.memory->pair ? 2 : 1); ++e)
      touch(wave, p, l, p.address[std::size_t(l)] + std::uint64_t(e) * std::uint64_t(p.second),
            p.memory->bytes, false);
  }
}

void LdsRaces::touch(const Wave& wave, const Pending& p, int lane, std::uint64_t address, std::uint64_t bytes,
                     bool writes) {
  Access mine{p.stamp,
              epochs_.now(),
              p.code->index,
              std::uint8_t(wave.id),
              0xF,
              false,
              p.memory->access == isa::Access::atomic};
  const std::uint64_t end = address + bytes;
  for (std::uint64_t at = address & ~std::uint64_t{3}; at < end; at += 4) {
    mine.bytes = at < address || at + 4 > end ? bytes_of(at, address, end) : std::uint8_t{0xF};
    Cell& cell = cells_[at / 4];
    if (cell.write.last >= mine.first) against(wave, p, lane, at, mine, cell.write, writes);
    if (writes) {
      if (cell.read.last >= mine.first) against(wave, p, lane, at, mine, cell.read, true);
      cell.write = mine;
    } else {
      mine.several = cell.read.last == mine.last && cell.read.bytes == mine.bytes &&
                     (cell.read.wave != mine.wave || cell.read.several);
      cell.read = mine;
    }
  }
}

void LdsRaces::against(const Wave& wave, const Pending& p, int lane, std::uint64_t address,
                       const Access& mine, const Access& theirs, bool mine_writes) {
  if ((theirs.wave == mine.wave && !theirs.several) || !mine.meets(theirs)) return;
  if (mine.atomic && theirs.atomic) return;
  if (!findings_.is_new(machine::FindingKind::lds_race, mine.instruction, theirs.instruction)) return;
  const isa::Instruction& other = wave.environment().code->program->instructions[theirs.instruction];
  findings_.add(
      machine::FindingKind::lds_race, wave, *p.code, lane, theirs.instruction,
      fmt::format("{} LDS {:#x}, which {} uses by {} @{:#x}; no barrier lies between",
                  mine_writes ? "writes" : "reads", address,
                  theirs.several ? std::string("another wave") : fmt::format("wave {}", theirs.wave),
                  other.text, other.address));
}

}  // namespace lockstep::checks
