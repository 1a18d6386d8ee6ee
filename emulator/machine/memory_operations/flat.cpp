// Flat operations: each lane's address itself selects device memory, the workgroup's LDS or the lane's own
// scratch.
//
// An operation is split by space. vmcnt counts lanes in memory and scratch, lgkmcnt lanes in LDS; whichever
// spaces its lanes use, it counts one on each (CDNA3 ISA, "Flat memory instructions"). On gfx9 the part in
// LDS leaves lgkmcnt at any time, but accesses LDS in the order of issue.

#include <fmt/format.h>

#include "emulator/machine/lds/execute.hpp"
#include "emulator/machine/memory/apertures.hpp"
#include "emulator/machine/memory_operations/moves.hpp"
#include "emulator/machine/transfers/transfer.hpp"

namespace lockstep::machine {

namespace {

using arch::Feature;
using Space = isa::Memory::Space;

/// The lanes whose addresses lie in an aperture.
std::uint64_t lanes_in(const Pending& all, std::uint64_t aperture) {
  std::uint64_t lanes = 0;
  for (int l = 0; l < kMaxLanes; ++l) lanes |= std::uint64_t{all.address[l] - aperture < kApertureBytes} << l;
  return lanes & all.lanes;
}

std::uint64_t lanes_in_scratch(const Wave& wave, const Pending& all) {
  if (!wave.has(Feature::scratch_address_has_lane)) return lanes_in(all, kPrivateAperture);
  std::uint64_t lanes = 0;
  for (int l = 0; l < kMaxLanes; ++l)
    lanes |= std::uint64_t{all.address[l] - kScratchOfLanes < kScratchOfLanes} << l;
  return lanes & all.lanes;
}

/// The part of a flat operation in one space: these lanes, at their offsets from the aperture's base.
std::unique_ptr<Pending> part(const Pending& all, std::uint64_t lanes, Space space, std::uint64_t aperture) {
  auto some = std::make_unique<Pending>(all);
  some->lanes = lanes;
  some->space = space;
  for (std::uint64_t& address : some->address) address -= aperture;
  return some;
}

/// gfx1250: turns scratch addresses into offsets from the lane's own scratch. Another lane's scratch is
/// before or behind it.
bool of_lanes(Wave& wave, Pending& p, Step& stop) {
  const std::uint64_t base = scratch_of_lanes(wave.id, wave.group->id[0]) - kScratchOfLanes,
                      bytes = p.memory->bytes;
  for (int l = 0; l < kMaxLanes; ++l) {
    if (((p.lanes >> l) & 1) == 0) continue;
    const std::uint64_t lane = p.address[l] >> kScratchLaneBit;
    const std::uint64_t offset = (p.address[l] & ((std::uint64_t{1} << kScratchLaneBit) - 1)) - base;
    if (offset >= kApertureBytes) {
      stop = wave.stop(FindingKind::unsupported, *p.prepared, l, "the scratch of another wave");
      return false;
    }
    if (lane >= std::uint64_t(isa::lane_count(wave.width())) || offset > wave.scratch_bytes ||
        bytes > wave.scratch_bytes - offset) {
      stop = wave.stop(FindingKind::bounds, *p.prepared, l,
                       fmt::format("scratch offset {:#x} lies past the {} bytes of lane {}", offset,
                                   wave.scratch_bytes, lane));
      return false;
    }
    p.address[l] = offset + (lane - std::uint64_t(l)) * wave.scratch_bytes;
  }
  return true;
}

// Whether a flat atomic of two dwords addresses scratch, which has one dword of each lane in turn: the atomic
// would need them contiguous. LLVM keeps such atomics away from scratch (AtomicExpand, "noalias.addrspace").
bool splits_atomic(Wave& wave, const Pending& p, Step& stop) {
  if (p.memory->access != isa::Access::atomic || p.memory->bytes == 4) return false;
  stop = wave.stop(FindingKind::unsupported, *p.prepared, -1, "an atomic of two dwords on scratch");
  return true;
}

void start(Wave& wave, PendingQueue& queue, std::unique_ptr<Pending> p, const Moves& moves) {
  if (p->lanes != 0) set_moves(*p, moves);
  mark_destination(wave, *p);
  issue(wave, queue, std::move(p));
}

// Issues the parts of a flat operation. All lanes' addresses are resolved first, so that an operation that
// faults moves nothing.
Step issue_parts(Wave& wave, std::unique_ptr<Pending> memory, std::unique_ptr<Pending> lds,
                 std::unique_ptr<Pending> scratch) {
  Step stop = Step::next;
  if (const Step step = keep_inside_lds(wave, *lds); step != Step::next) return step;
  if (scratch != nullptr && splits_atomic(wave, *scratch, stop)) return stop;
  if (scratch != nullptr &&
      !(wave.has(Feature::scratch_address_has_lane) ? of_lanes(wave, *scratch, stop)
                                                    : inside_scratch(wave, *scratch, stop)))
    return stop;
  if (!find_owners(wave, *memory->prepared, *memory, stop)) return stop;
  lds->out_of_order = isa::issued(*lds->prepared->instruction)->on_lgkm == isa::Issued::OnLgkm::unordered;
  if (scratch != nullptr) {
    scratch->weight = 0;
    PendingQueue& queue = queue_of(wave, *scratch);
    start(wave, queue, std::move(scratch), kScratchMoves);
  }
  PendingQueue& queue = queue_of(wave, *memory);
  start(wave, queue, std::move(memory), kMemoryMoves);
  start(wave, wave.lgkm, std::move(lds), kLdsMoves);
  return Step::next;
}

}  // namespace

Step issue_flat(Wave& wave, std::unique_ptr<Pending> all) {
  const std::uint64_t in_lds = lanes_in(*all, kSharedAperture), in_scratch = lanes_in_scratch(wave, *all);
  std::unique_ptr<Pending> lds, scratch;
  if (in_lds != 0) {
    lds = part(*all, in_lds, Space::lds, kSharedAperture);
  } else {
    lds = new_pending(wave, *all->prepared, *all->memory, 0);
    lds->space = Space::lds;
  }
  if (in_scratch != 0)
    scratch = part(*all, in_scratch, Space::scratch,
                   wave.has(Feature::scratch_address_has_lane) ? kScratchOfLanes : kPrivateAperture);
  all->lanes &= ~(in_lds | in_scratch);
  return issue_parts(wave, std::move(all), std::move(lds), std::move(scratch));
}

}  // namespace lockstep::machine
