#include "memory_races.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "emulator/machine/wave.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

namespace {

bool uses_memory(const Pending& p) {
  using Space = isa::Memory::Space;
  return p.perform != nullptr && (p.memory->space == Space::buffer || p.memory->space == Space::global ||
                                  p.memory->space == Space::flat);
}

// Calls visit(byte of the lane's data, address) for the lane's bytes that are in range.
template <typename Visit>
void for_each_byte(const Pending& p, int lane, Visit visit) {
  const auto l = std::size_t(lane);
  for (std::uint32_t b = 0; b < p.memory->bytes; ++b)
    if ((p.in_range[l] >> (b / 4) & 1) != 0) visit(b, p.address[l] + b);
}

bool changes_nothing(const Pending& p, int lane) {
  const auto l = std::size_t(lane);
  bool same = true;
  for_each_byte(p, lane, [&](std::uint32_t b, std::uint64_t address) {
    std::uint8_t now = 0, undefined = 0;
    p.owner[l]->read(address - p.owner[l]->base(), &now, &undefined, 1);
    same &= undefined == 0 && now == std::uint8_t(p.data[b / 4][l] >> (8 * (b % 4)));
  });
  return same;
}

}  // namespace

void MemoryRaces::workgroup_begins(const machine::Workgroup&) {
  ++group_;
  informed_ = false;
}

MemoryRaces::Page& MemoryRaces::page(std::uint64_t address) {
  const std::uint64_t number = address / kPageBytes;
  if (number != last_page_ || last_ == nullptr) {
    std::unique_ptr<Page>& kept = pages_[number];
    if (kept == nullptr) kept = std::make_unique<Page>();
    last_page_ = number;
    last_ = kept.get();
  }
  return *last_;
}

void MemoryRaces::performs(const Wave& wave, const Pending& p) {
  if (!uses_memory(p)) return;
  const bool writes = p.memory->access != isa::Access::load;
  for (int l = 0; l < isa::kLanes; ++l) {
    const auto at = std::size_t(l);
    if ((p.lanes >> l & 1) == 0 || p.in_range[at] == 0 || !p.owner[at]->writable()) continue;
    if (p.memory->access == isa::Access::store && changes_nothing(p, l)) continue;
    for_each_byte(p, l, [&](std::uint32_t, std::uint64_t address) { touch(wave, p, l, address, writes); });
  }
}

void MemoryRaces::retires(const Wave&, const Pending& p) {
  informed_ |= p.memory->access == isa::Access::atomic && p.destination >= 0;
}

void MemoryRaces::touch(const Wave& wave, const Pending& p, int lane, std::uint64_t address, bool writes) {
  Page& kept = page(address);
  const std::uint64_t offset = address % kPageBytes, dword = offset / 4;
  Byte& byte = kept.bytes[offset];
  const bool atomic = p.memory->access == isa::Access::atomic;
  const auto others = [&](std::uint32_t group) { return group != 0 && group != group_; };
  const bool after_write = others(byte.writer) && !(atomic && kept.atomic[dword]);
  const bool after_read = writes && others(byte.reader);
  if ((after_write || after_read) && !informed_) {
    const std::uint32_t theirs = after_write ? kept.writing[dword] : kept.reading[dword];
    if (findings_.is_new(machine::FindingKind::memory_race, p.code->index, theirs)) {
      const isa::Instruction& other = wave.environment().code->program->instructions[theirs];
      findings_.add(machine::FindingKind::memory_race, wave, *p.code, lane, theirs,
                    fmt::format("{} {:#x} of {}, which workgroup number {} {} by {} @{:#x}",
                                writes ? "writes" : "reads", address, p.owner[std::size_t(lane)]->name(),
                                (after_write ? byte.writer : byte.reader) - 1,
                                after_write ? "writes" : "reads", other.text, other.address));
    }
  }
  (writes ? byte.writer : byte.reader) = group_;
  (writes ? kept.writing : kept.reading)[dword] = p.code->index;
  if (writes) kept.atomic[dword] = atomic;
}

}  // namespace lockstep::checks
