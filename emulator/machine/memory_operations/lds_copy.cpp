// gfx1250's copies between memory and LDS with both addresses of each lane in registers. asynccnt counts
// them, and only a wait for it orders them with other accesses to LDS.

#include <fmt/format.h>

#include "emulator/machine/memory_operations/execute.hpp"
#include "emulator/machine/memory_operations/moves.hpp"
#include "emulator/machine/transfers/all_lanes.hpp"
#include "emulator/machine/transfers/transfer.hpp"
#include "emulator/machine/waves/multicast_request.hpp"

namespace lockstep::machine {

namespace {

/// Compilers disable a lane by this LDS address; its other address may be anything (Triton 3.9).
constexpr std::uint32_t kLeftOut = 0x7FFF'FFFF;

template <typename Visit>
void each_lane(const Pending& p, Visit visit) {
  for (int l = 0; l < kMaxLanes; ++l)
    if (((p.lanes >> l) & 1) != 0) visit(l, std::uint64_t{p.lds_address[std::size_t(l)]});
}

void fill_lds(Wave& wave, Pending& p) {
  Lds& lds = wave.group->lds;
  if (all_lanes::fill_lds_places(lds, p)) return;
  p.fill_shadow();
  const auto bytes = std::size_t(p.memory->bytes);
  each_lane(p, [&](int l, std::uint64_t at) {
    LaneBytes lane;
    from_lane(p, p.dwords, l, lane);
    std::memcpy(lds.data() + at, lane.data.data(), bytes);
    std::memcpy(lds.change_undefined(at, bytes), lane.undefined.data(), bytes);
  });
}

void gather_from_lds(Wave& wave, Pending& p) {
  Lds& lds = wave.group->lds;
  const auto bytes = std::size_t(p.memory->bytes);
  each_lane(p, [&](int l, std::uint64_t at) {
    LaneBytes lane;
    std::memcpy(lane.data.data(), lds.data() + at, bytes);
    std::memcpy(lane.undefined.data(), lds.undefined() + at, bytes);
    to_lane(lane, p.dwords, l, p);
  });
}

/// Sets the addresses of a copy. Arithmetic on LDS addresses wraps at 32 bits; the instruction's offset is
/// added to both addresses.
bool aim(Wave& wave, const PreparedInstruction& prepared, Pending& p, Step& stop) {
  const isa::Instruction& i = *prepared.instruction;
  const int r = unified_register(wave, *i.data(0));
  if (r < 0) {
    stop = wave.stop(FindingKind::register_bounds, prepared, -1,
                     "the LDS address lies beyond the kernel's registers");
    return false;
  }
  demand_defined(wave, prepared, r, p.lanes, "the LDS address is undefined");
  const std::uint32_t* const named = wave.vector.read(r);
  for (int l = 0; l < kMaxLanes; ++l) {
    if (named[l] == kLeftOut) p.lanes &= ~(std::uint64_t{1} << l);
    p.lds_address[std::size_t(l)] = named[l] + std::uint32_t(i.modifiers.offset);
  }
  int bad = -1;
  each_lane(p, [&](int l, std::uint64_t at) {
    if (bad < 0 && !wave.group->lds.contains(at, p.memory->bytes)) bad = l;
  });
  if (bad < 0) return true;
  stop = wave.stop(FindingKind::lds_bounds, prepared, bad,
                   fmt::format("copies {} bytes at LDS {:#x}, past the {} bytes of the workgroup",
                               p.memory->bytes, p.lds_address[std::size_t(bad)], wave.group->lds.size()));
  return false;
}

/// Marks the LDS bytes of a copy as undefined: they may change at any time until the wait.
void mark_lds(Wave& wave, const Pending& p) {
  if (wave.environment().schedule.vm_at_once()) return;
  each_lds_run(p, [&](std::size_t, std::uint32_t lanes, std::uint32_t at) {
    const std::size_t bytes = std::size_t{lanes} * p.memory->bytes;
    std::memset(wave.group->lds.change_undefined(at, bytes), 1, bytes);
  });
}

}  // namespace

void set_copy_moves(Wave& wave, Pending& p) {
  p.lds.kind = LdsSide::Kind::per_lane;
  if (p.memory->access == isa::Access::load) {
    p.perform = kMemoryMoves.load;
    p.retire = fill_lds;
    mark_lds(wave, p);
  } else {
    p.gather = gather_from_lds;
    p.perform = kMemoryMoves.store;
  }
}

Step execute_lds_copy(Wave& wave, const PreparedInstruction& prepared) {
  const auto& memory = std::get<isa::Memory>(prepared.instruction->semantics->operation);
  auto p = new_pending(wave, prepared, memory, wave.exec());
  p->dwords = (memory.bytes + 3) / 4;
  p->all_defined = false;
  Step stop = Step::next;
  if (!aim(wave, prepared, *p, stop) || !lane_addresses(wave, prepared, *p, stop) ||
      !find_owners(wave, prepared, *p, stop))
    return stop;
  if (memory.multicast) note_multicast(wave, prepared, *p);
  set_copy_moves(wave, *p);
  issue(wave, wave.asyncs, std::move(p));
  return Step::next;
}

}  // namespace lockstep::machine
