#include "emulator/checks/lds_use.hpp"

#include <algorithm>
#include <bit>

namespace lockstep::checks {

namespace {

// Bits first … end - 1.
std::uint16_t bits(std::uint32_t first, std::uint32_t end) {
  return std::uint16_t((1u << end) - (1u << first));
}

}  // namespace

void LdsUse::begin(std::uint32_t lds_bytes) {
  cells_.resize(std::max<std::size_t>(cells_.size(), (lds_bytes + kGranule - 1) / kGranule));
  split_.assign(cells_.size(), 0);
}

void LdsUse::note(const LdsOperation& operation, std::vector<Meeting>& meetings) {
  CurrentAccess current{operation, meetings, {}};
  current.access.last = operation.last;
  current.access.instruction = operation.instruction;
  current.access.wave = operation.wave;
  current.access.atomic = operation.atomic;
  operation.each([&](int lane, std::uint32_t address) {
    current.lane = lane;
    touch(current, address);
  });
}

void LdsUse::touch(CurrentAccess& current, std::uint32_t address) {
  const std::uint32_t end = address + current.operation.bytes;
  for (std::uint32_t g = address / kGranule; g * kGranule < end; ++g) {
    const std::uint32_t base = g * kGranule;
    const std::uint16_t mask = bits(address > base ? address - base : 0, std::min(end - base, kGranule));
    if (mask != kWhole || split_[g] != 0) {
      touch_parts(current, g, mask);
      continue;
    }
    current.access.bytes = mask;
    judge(current, g, cells_[g]);
  }
}

void LdsUse::touch_parts(CurrentAccess& current, std::uint32_t granule, std::uint16_t mask) {
  parts_.resize(kParts * cells_.size());
  Cell* const parts = &parts_[kParts * granule];
  if (split_[granule] == 0) split(granule, parts);
  for (std::uint32_t part = 0; part < kParts; ++part) {
    current.access.bytes = std::uint16_t(mask & 0xFu << (4 * part));
    if (current.access.bytes != 0) judge(current, granule, parts[part]);
  }
}

void LdsUse::split(std::uint32_t granule, Cell* parts) {
  split_[granule] = 1;
  for (std::uint32_t part = 0; part < kParts; ++part) {
    parts[part] = cells_[granule];
    for (Access* access : {&parts[part].read, &parts[part].write})
      access->bytes = std::uint16_t(access->bytes & 0xFu << (4 * part));
  }
}

// Theirs began before now, so that the spans of epochs meet where it ended at or after the issue of ours.
void LdsUse::judge(CurrentAccess& current, std::uint32_t granule, Cell& cell) {
  const std::uint32_t first = current.operation.first;
  if (cell.write.last >= first) against(current, granule, cell.write);
  Access& mine = current.access;
  if (current.operation.writes) {
    if (cell.read.last >= first) against(current, granule, cell.read);
    cell.write = mine;
    return;
  }
  const Access& last = cell.read;
  mine.several =
      last.last == mine.last && last.bytes == mine.bytes && (last.wave != mine.wave || last.several);
  cell.read = mine;
}

void LdsUse::against(CurrentAccess& current, std::uint32_t granule, const Access& theirs) {
  const Access& mine = current.access;
  if ((theirs.wave == mine.wave && !theirs.several) || (mine.bytes & theirs.bytes) == 0) return;
  if (mine.atomic && theirs.atomic) return;
  const auto same = [&](const Meeting& m) { return m.theirs.instruction == theirs.instruction; };
  if (std::ranges::any_of(current.meetings, same)) return;
  const auto dword = std::uint32_t(std::countr_zero(mine.bytes)) / 4 * 4;
  current.meetings.push_back({current.lane, kGranule * granule + dword, theirs});
}

}  // namespace lockstep::checks
