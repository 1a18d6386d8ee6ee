#include "emulator/checks/memory_races.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "emulator/code_object/arguments.hpp"
#include "emulator/machine/waves/stored_bytes.hpp"
#include "emulator/machine/waves/wave.hpp"
#include "emulator/observe/footprint.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

namespace {

bool uses_memory(const Pending& p) {
  using Space = isa::Memory::Space;
  return p.perform != nullptr &&
         (p.space == Space::buffer || p.space == Space::global || p.space == Space::flat);
}

// Whether no lane, of whole dwords on one page, stores a first dword that is there already.
LOCKSTEP_CLONES bool changes_first_dwords(const Pending& p, const std::uint8_t* page, std::uint64_t base) {
  std::uint32_t same = 0;
  for (std::size_t l = 0; l < p.lane_count; ++l) {
    std::uint32_t dword = 0;
    std::memcpy(&dword, page + (p.address[l] - base), sizeof dword);
    same |= std::uint32_t{dword == p.data[0][l]};
  }
  return same == 0;
}

// Whether every lane is known to store something else than is there: of most stores, without a look at
// each.
bool changes_every_lane(const Pending& p) {
  if (p.memory->access != isa::Access::store) return true;
  if (p.stride == 0 || p.memory->bytes < 4) return false;  // else all lanes are inside
  machine::Allocation& owner = p.owners.one();
  const std::uint64_t first = p.address[0] - owner.base(), within = first % machine::kPageBytes;
  if (within + (p.lane_count - 1u) * std::uint64_t{p.stride} + p.memory->bytes > machine::kPageBytes)
    return false;
  return changes_first_dwords(p, owner.page(first / machine::kPageBytes).data.data() + within, p.address[0]);
}

// How far it is to the lane whose bytes lie behind a lane's: rows of a tile are dealt to lanes side by
// side, or to every sixteenth.
std::size_t next_lane(const Pending& p) {
  constexpr std::size_t kRowsOfTile = 16;
  return p.address[kRowsOfTile] - p.address[0] == p.memory->bytes ? kRowsOfTile : 1;
}

// Lane 0 and each so far behind the one before.
constexpr std::uint64_t every(std::size_t step) {
  return step == 1 ? ~std::uint64_t{0} : 0x0001'0001'0001'0001;
}

// Whether all lanes use whole dwords, one behind the other on one page.
bool lies_together(const Pending& p) {
  if (!p.in_row() || p.memory->bytes % 4 != 0) return false;
  const std::uint64_t within = (p.address[0] - p.owners.one().base()) % machine::kPageBytes;
  return within + p.lane_count * std::uint64_t{p.memory->bytes} <= machine::kPageBytes;
}

// Whether each lane stores another first dword than is there.
LOCKSTEP_CLONES bool differs_everywhere(const Pending& p, const std::uint8_t* there) {
  const std::size_t bytes = p.memory->bytes;
  std::uint32_t same = 0;
  for (std::size_t l = 0; l < p.lane_count; ++l) {
    std::uint32_t dword = 0;
    std::memcpy(&dword, there + l * bytes, sizeof dword);
    same |= std::uint32_t{dword == p.data[0][l]};
  }
  return same == 0;
}

bool changes_all(const Pending& p) {
  machine::Allocation& owner = p.owners.one();
  const std::uint64_t offset = p.address[0] - owner.base();
  return differs_everywhere(p, &owner.page(offset / machine::kPageBytes).data[offset % machine::kPageBytes]);
}

bool loads_scalars(const Pending& p) {
  return p.perform != nullptr && isa::is_scalar(p.space) && p.memory->access == isa::Access::load;
}

// The lane among whose bytes, as far as they are in range, an address is: one that is not may name the
// same.
int lane_at(const Pending& p, std::uint64_t address) {
  for (int l = 0; l < isa::kMaxLanes; ++l) {
    const std::uint64_t byte = address - p.address[std::size_t(l)];
    if ((p.lanes >> l & 1) != 0 && byte < p.memory->bytes &&
        (p.in_range(std::size_t(l)) >> (byte / 4) & 1) != 0)
      return l;
  }
  return -1;
}

}  // namespace

void MemoryRaces::performs(const Wave& wave, const Pending& p) {
  const bool scalar = loads_scalars(p);
  if (!(scalar || uses_memory(p)) || (p.owners.inside() != 0 && !p.owners.one().writable())) return;
  CurrentAccess current{wave, p, {order_.group(), std::uint32_t(p.number), p.prepared->index}};
  current.access.wave = std::uint8_t(wave.id);
  current.access.counter = p.counter;
  current.access.atomic = observe::synchronises(p);
  current.access.reaches_device = observe::reaches_device(p);
  current.writes = p.memory->access != isa::Access::load;
  const std::unique_lock held = use_.lock();
  if (scalar)
    return observe::for_each_run(
        p, [&](std::uint64_t first, std::uint64_t end) { touch(current, {first, end}); });
  if (lies_together(p) && (p.memory->access != isa::Access::store || changes_all(p)))
    return touch(current, {p.address[0], p.address[0] + p.lane_count * std::uint64_t{p.memory->bytes}});
  if (const auto bytes = bytes_in_row(p)) return touch_bytes(current, *bytes);
  touch_by_lanes(current);
}

// The bytes that lanes store in a row; none where the lanes do something else.
std::optional<MemoryRaces::StoredBytes> MemoryRaces::bytes_in_row(const Pending& p) {
  if (p.memory->access != isa::Access::store || p.memory->bytes != 1 || p.owners.inside() == 0)
    return std::nullopt;
  std::array<std::uint8_t, isa::kMaxLanes> stored;
  StoredBytes row;
  for (std::uint64_t left = p.lanes & p.owners.inside(); left != 0; left &= left - 1) {
    const auto l = std::size_t(std::countr_zero(left));
    if (row.count == 0) row.first = p.address[l];
    if (p.address[l] != row.first + row.count) return std::nullopt;
    stored[row.count++] = std::uint8_t(p.data[0][l]);
  }
  if (row.count == 0) return std::nullopt;
  const std::uint64_t offset = row.first - p.owners.one().base(), within = offset % machine::kPageBytes;
  if (within + row.count > machine::kPageBytes) return std::nullopt;
  const machine::Page& page = p.owners.one().page(offset / machine::kPageBytes);
  for (std::size_t i = 0; i < row.count; ++i)
    row.same |= std::uint64_t{page.undefined[within + i] == 0 && page.data[within + i] == stored[i]} << i;
  return row;
}

void MemoryRaces::touch_bytes(CurrentAccess& current, const StoredBytes& row) {
  for (std::size_t at = 0; at < row.count;) {
    const std::uint64_t rest = row.same >> at;
    current.unchanged = (rest & 1) != 0;
    const std::size_t length =
        std::size_t(current.unchanged ? std::countr_one(rest) : std::countr_zero(rest));
    const std::size_t end = std::min(row.count, at + length);
    touch(current, {row.first + at, row.first + end});
    at = end;
  }
}

// Lanes one behind the other are one run, and so are those that use the same bytes.
void MemoryRaces::touch_by_lanes(CurrentAccess& current) {
  const Pending& p = current.pending;
  Run run;
  const bool all_change = changes_every_lane(p);
  const auto visit = [&](std::size_t l) {
    if (p.owners.inside() == 0 && (p.in_range(l) == 0 || !p.owners.of(l)->writable())) return;
    const bool unchanged = !all_change && machine::changes_nothing(p, l);
    machine::for_each_piece(p, l, [&](std::uint32_t at, std::uint32_t bytes) {
      const std::uint64_t first = p.address[l] + at;
      const bool told = run.first <= first && first + bytes <= run.end && unchanged == current.unchanged;
      if (told) return;
      if (first != run.end || unchanged != current.unchanged) {
        touch(current, run);
        run.first = first;
        current.unchanged = unchanged;
      }
      run.end = first + bytes;
    });
  };
  const std::uint64_t live = p.owners.inside() != 0 ? p.lanes & p.owners.inside() : p.lanes;
  const std::size_t step = next_lane(p);
  for (std::size_t row = 0; row < step; ++row)
    for (std::uint64_t left = live & every(step) << row; left != 0; left &= left - 1)
      visit(std::size_t(std::countr_zero(left)));
  touch(current, run);
}

void MemoryRaces::touch(const CurrentAccess& current, Run run) {
  while (run.first < run.end) {
    const std::uint64_t in_page = run.first % MemoryUse::kPageBytes, page = run.first - in_page,
                        stop = std::min(run.end, page + MemoryUse::kPageBytes);
    use_.page(page).for_each_cell(in_page, stop - page,
                                  [&](std::uint64_t byte, std::uint64_t count, MemoryUse::Cell& cell) {
                                    judge(current, page + byte, count, cell);
                                  });
    run.first = stop;
  }
}

namespace {

std::uint8_t bytes_of(const isa::Instruction& access) {
  const auto* const memory = std::get_if<isa::Memory>(&access.semantics->operation);
  return memory == nullptr ? std::uint8_t{0} : memory->bytes;
}

bool is_told(const Pending& p) {
  return p.memory->access == isa::Access::load ||
         (p.memory->access == isa::Access::atomic && p.destination >= 0);
}

}  // namespace

void MemoryRaces::judge(const CurrentAccess& current, std::uint64_t address, std::uint64_t bytes,
                        MemoryUse::Cell& cell) {
  const Access& mine = current.access;
  if (cell.note_use(mine, current.writes)) use_.is_shared() = true;
  bool reported = report(current, address, bytes, cell.write, true);
  if (!mine.atomic && !reported)
    reported = report(current, address, bytes, cell.atomic, true, cell.atomic.mark) ||
               report(current, address, bytes, cell.other_atomic, true, cell.other_atomic.mark);
  if (current.writes && !current.unchanged && !reported)
    reported = report(current, address, bytes, cell.repeated, true);
  if (current.writes && !reported)
    for (const Access* theirs : {&cell.read, &cell.other_wave, &cell.other_group})
      if (report(current, address, bytes, *theirs, false)) break;
  const Pending& p = current.pending;
  const bool takes = p.memory->access == isa::Access::atomic && is_told(p);
  if (takes && cell.atomic.group == mine.group) use_.is_dealt() = true;  // once more, and may take all
  if (mine.atomic && is_told(p)) order_.reads(current.wave, p, cell.told);
  if (!current.writes) return cell.note_read(mine);
  if (current.unchanged && !mine.atomic) {
    cell.repeated = mine;
    return;
  }
  if (!mine.atomic) {
    cell.note_write(mine);
    cell.told = 0;
    return;
  }
  const ReleaseId told = use_.releases().mark(order_.told_by(current.wave, p));
  cell.note_atomic({mine, told});
  cell.told = p.memory->access == isa::Access::atomic ? use_.releases().join(cell.told, told) : told;
  if (is_told(p)) order_.leaves(current.wave, cell.told);
}

/// One of the two reads.
void MemoryRaces::note_load(const CurrentAccess& current, const Access& theirs, RacedLoads::Bytes bytes) {
  const Access& load = current.writes ? theirs : current.access;
  loads_.add({current.access.instruction, theirs.instruction},
             {use_.workgroup(load.group), load.wave, load.number}, bytes);
}

/// What the two lack that would order them.
std::string MemoryRaces::missing(const CurrentAccess& current, const Access& theirs,
                                 const Order& order) const {
  const bool split = current.wave.has(arch::Feature::split_counters);
  if (order.over && !order.left)
    return fmt::format("; no {} lies behind it, and a workgroup on another XCD may not see it",
                       split ? "global_wb scope:SCOPE_DEV" : "buffer_wbl2 sc1");
  if (order.over)
    return fmt::format("; no {} lies before, and an older line may be in the caches",
                       split ? "global_inv scope:SCOPE_DEV" : "buffer_inv sc1");
  const bool of_group = theirs.group == order_.group();
  if (!order.told_early) return of_group ? "; no barrier lies between" : "; nothing orders the two";
  return fmt::format("; wave {} comes to the {} between without a wait for it{}", theirs.wave,
                     !of_group   ? "atomic"
                     : order.met ? "barrier"
                                 : "flag or atomic",
                     order.in_turn ? ", and vector memory operations of a workgroup keep their order" : "");
}

/// Whether the two race. A store of what is there is of interest beside other stores alone.
bool MemoryRaces::report(const CurrentAccess& current, std::uint64_t address, std::uint64_t bytes,
                         const Access& theirs, bool they_write, ReleaseId mark) {
  const Pending& p = current.pending;
  if (theirs.group == 0 || theirs.is_of(current.access)) return false;
  if (current.access.atomic && theirs.atomic) return false;
  // The lists of packets for the host have no lock: a wave that read what another one wrote begins again.
  if (code_object::is_of_host_calls(address)) return false;
  const bool of_group = theirs.group == order_.group();
  const auto polls = [&](const Access& a) { return polls_.of(a.instruction) != Poll::none; };
  const auto& instructions = current.wave.environment().program->decoded->instructions;
  const bool is_polled = of_group && (polls(current.access) || polls(theirs));
  if (is_polled &&
      std::max(p.memory->bytes, bytes_of(instructions[theirs.instruction])) <= observe::kWidestAtomic)
    return false;
  if (current.unchanged && !they_write) return false;
  const Order order = order_.order(theirs, they_write, mark, current.wave, p, current.writes);
  if (order.holds()) return false;
  const bool equal = current.unchanged && they_write;  // whoever comes first, the bytes are the same
  const auto severity = order.in_turn                      ? findings::Severity::note
                        : equal || is_polled || order.over ? findings::Severity::risk
                                                           : findings::Severity::wrong;
  if (severity == findings::Severity::wrong && they_write != current.writes)
    note_load(current, theirs, {address, address + bytes});
  if (!findings_.is_new(findings::FindingKind::memory_race, p.prepared->index, theirs.instruction, severity))
    return true;
  const isa::Instruction& other = instructions[theirs.instruction];
  const std::string who = of_group
                              ? fmt::format("wave {}", theirs.wave)
                              : fmt::format("workgroup {}", fmt::join(use_.workgroup(theirs.group), ","));
  const bool scalar = isa::is_scalar(p.space);
  const int lane = scalar ? -1 : lane_at(p, address);
  const machine::Allocation* const owner =
      p.owners.of(scalar ? std::size_t(address - p.address[0]) / 4 : std::size_t(lane));
  findings_.add(
      findings::FindingKind::memory_race, current.wave, *p.prepared, lane, theirs.instruction,
      fmt::format("{} {:#x} of {}, which {} {} by {} @{:#x}{}{}", current.writes ? "writes" : "reads",
                  address, owner->name(), who, they_write ? "writes" : "reads", other.text, other.address,
                  missing(current, theirs, order),
                  equal       ? "; both write the same bytes"
                  : is_polled ? "; a wave waits for it, and a store of more than 8 bytes is not atomic"
                              : ""),
      severity);
  return true;
}

}  // namespace lockstep::checks
