#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "emulator/machine/memory_operations/moves.hpp"
#include "emulator/machine/transfers/all_lanes.hpp"

namespace lockstep::machine {

namespace {

// Calls visit(first byte, bytes) for each run of dwords that are in range.
template <typename Visit>
void for_each_run(std::uint8_t mask, int bytes, Visit visit) {
  if (bytes < 4) {
    if (mask != 0) visit(0, bytes);
    return;
  }
  for (int d = 0; d < bytes / 4;) {
    if (((mask >> d) & 1) == 0) {
      ++d;
      continue;
    }
    int end = d;
    while (end < bytes / 4 && ((mask >> end) & 1) != 0) ++end;
    visit(4 * d, 4 * (end - d));
    d = end;
  }
}

void sample(Wave& wave, Pending& p) {
  if (p.owners.inside() != 0 && all_lanes::sample(wave, p)) return;
  const int bytes = p.memory->bytes;
  for (int l = 0; l < kMaxLanes; ++l) {
    if (((p.lanes >> l) & 1) == 0) continue;
    LaneBytes lane;
    for_each_run(p.in_range(l), bytes, [&](int first, int count) {
      Allocation& owner = *p.owners.of(l);
      owner.read(p.address[l] + std::uint64_t(first) - owner.base(), &lane.data[first],
                 &lane.undefined[first], std::uint64_t(count));
    });
    to_lane(lane, (bytes + 3) / 4, l, p);
  }
}

void note_writer(Wave& wave, const Pending& p, int lane) {
  const std::uint64_t traced = wave.environment().traced_address;
  if (traced == 0 || traced < p.address[lane] || traced >= p.address[lane] + p.memory->bytes) return;
  wave.group->writer = {wave.group->id, wave.id, lane, p.prepared->instruction->text};
}

// A store of an undefined value where the workgroup has read past its LDS: what that read gave matters.
void tell_of_read_past_lds(Wave& wave, const Pending& p, int lane) {
  const auto& found = wave.group->findings;
  const auto read = std::ranges::find_if(found, [](const Finding& f) {
    return f.kind == FindingKind::lds_bounds && f.severity == Severity::risk && f.text.starts_with("reads");
  });
  if (read == found.end()) return;
  wave.report(FindingKind::lds_bounds, *p.prepared, lane,
              fmt::format("stores an undefined value; {} @{:#x} has read past the workgroup's LDS",
                          read->instruction, read->address));
}

// Stores bytes of lanes that mostly lie on one page, block scales among them: no byte lies on two pages.
void commit_bytes(Wave& wave, Pending& p) {
  const bool traced = wave.environment().traced_address != 0;
  const Allocation* of_page = nullptr;
  std::uint64_t index = 0;
  Page* page = nullptr;
  for (std::uint64_t left = p.lanes; left != 0; left &= left - 1) {
    const auto l = std::size_t(std::countr_zero(left));
    if (p.in_range(l) == 0) continue;
    Allocation& owner = *p.owners.of(l);
    const std::uint64_t offset = p.address[l] - owner.base();
    if (of_page != &owner || index != offset / kPageBytes) {
      of_page = &owner;
      index = offset / kPageBytes;
      page = &owner.page(index);
    }
    page->data[offset % kPageBytes] = std::uint8_t(p.data[0][l]);
    page->undefined[offset % kPageBytes] = std::uint8_t(bytes_of_bits(p.undefined_bits(0, l)));
    if (page->undefined[offset % kPageBytes] != 0) tell_of_read_past_lds(wave, p, int(l));
    if (traced) note_writer(wave, p, int(l));
  }
}

void commit(Wave& wave, Pending& p) {
  if (p.memory->bytes == 1) return commit_bytes(wave, p);
  if (p.owners.inside() != 0 && wave.environment().traced_address == 0 && all_lanes::commit(p)) return;
  const int bytes = p.memory->bytes;
  for (int l = 0; l < kMaxLanes; ++l) {
    if (((p.lanes >> l) & 1) == 0 || p.in_range(l) == 0) continue;
    LaneBytes lane;
    from_lane(p, (bytes + 3) / 4, l, lane);
    for_each_run(p.in_range(l), bytes, [&](int first, int count) {
      Allocation& owner = *p.owners.of(l);
      owner.write(p.address[l] + std::uint64_t(first) - owner.base(), &lane.data[first],
                  &lane.undefined[first], std::uint64_t(count));
      const auto begin = lane.undefined.begin() + first;
      if (std::any_of(begin, begin + count, [](std::uint8_t u) { return u != 0; }))
        tell_of_read_past_lds(wave, p, l);
    });
    note_writer(wave, p, l);
  }
}

void read_modify_write(Wave& wave, Pending& p) {
  const std::lock_guard lock(wave.environment().memory->atomics());
  const bool inside = p.owners.inside() != 0 && (p.lanes & ~p.owners.inside()) == 0;
  if (inside && wave.environment().traced_address == 0 && all_lanes::update(p)) return;
  const int bytes = p.memory->bytes;
  for (int l = 0; l < kMaxLanes; ++l) {
    if (((p.lanes >> l) & 1) == 0) continue;
    if (p.in_range(l) == 0) {
      to_lane({}, bytes / 4, l, p);  // past the end of a buffer: nothing is accessed, and 0 is returned
      continue;
    }
    std::array<std::uint32_t, 4> operand{};
    std::uint32_t undefined = 0;
    for (int d = 0; d < p.dwords; ++d) {
      operand[d] = p.data[d][l];
      undefined |= p.undefined[d][l];
    }
    LaneBytes old;
    Allocation& owner = *p.owners.of(l);
    owner.update(p.address[l] - owner.base(), std::uint64_t(bytes),
                 [&](std::uint8_t* data, std::uint8_t* shadow) {
                   std::memcpy(old.data.data(), data, std::size_t(bytes));
                   std::memcpy(old.undefined.data(), shadow, std::size_t(bytes));
                   apply_atomic(p.memory->atomic, bytes, operand.data(), data);
                   p.changed |= std::memcmp(old.data.data(), data, std::size_t(bytes)) != 0;
                   if (undefined != 0) std::memset(shadow, 1, std::size_t(bytes));
                 });
    note_writer(wave, p, l);
    to_lane(old, bytes / 4, l, p);
  }
}

}  // namespace

const Moves kMemoryMoves{sample, commit, read_modify_write};

}  // namespace lockstep::machine
