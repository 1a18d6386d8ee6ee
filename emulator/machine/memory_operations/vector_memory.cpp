// Buffer and global operations: issue, sampling, completion, and what they share with flat ones.
#include <bit>

#include <fmt/format.h>

#include "emulator/machine/lds/lane_groups.hpp"
#include "emulator/machine/memory/shadow.hpp"
#include "emulator/machine/memory_operations/execute.hpp"
#include "emulator/machine/memory_operations/moves.hpp"
#include "emulator/machine/transfers/all_lanes.hpp"
#include "emulator/machine/transfers/transfer.hpp"
#include "emulator/machine/waves/multicast_request.hpp"

namespace lockstep::machine {

namespace {

using isa::Operand;

// ---- retiring ---------------------------------------------------------------------------------------------

void extend(std::uint32_t& value, std::uint32_t& undefined, int width) {
  const std::uint32_t above = ~0u << width;
  if (((value >> (width - 1)) & 1) != 0) value |= above;
  if (((undefined >> (width - 1)) & 1) != 0) undefined |= above;
}

// Copies loaded lanes to LDS. A byte or half takes a dword. Lanes out of range write zeros: their data was
// never sampled and is zero.
void fill_lds(Wave& wave, Pending& p) {
  Lds& lds = wave.group->lds;
  if (all_lanes::fill_lds(lds, p)) return;
  p.fill_shadow();
  const int bytes = p.memory->bytes;
  for (int l = 0; l < kMaxLanes; ++l) {
    if (((p.lanes >> l) & 1) == 0) continue;
    const std::uint64_t at = p.lds.base + std::uint64_t(l) * std::uint64_t(bytes < 4 ? 4 : bytes);
    if (bytes < 4 && p.memory->sign_extend) extend(p.data[0][l], p.undefined[0][l], 8 * bytes);
    LaneBytes lane;
    from_lane(p, (bytes + 3) / 4, l, lane);
    std::memcpy(lds.data() + at, lane.data.data(), std::size_t(bytes < 4 ? 4 : bytes));
    const auto stored = std::size_t(bytes < 4 ? 4 : bytes);
    std::memcpy(lds.change_undefined(at, stored), lane.undefined.data(), stored);
  }
}

/// Lanes whose bytes would go past the end of LDS take no part (CDNA3 and CDNA4 ISA, 3.11).
void leave_out_past_lds(Wave& wave, const PreparedInstruction& prepared, Pending& p, std::uint64_t bytes) {
  std::uint64_t outside = 0;
  for (std::size_t l = 0; l < kMaxLanes; ++l)
    outside |= std::uint64_t{!wave.group->lds.contains(p.lds.base + l * bytes, bytes)} << l;
  outside &= p.lanes;
  if (outside == 0) return;
  const int first = std::countr_zero(outside);
  wave.report(FindingKind::lds_bounds, prepared, first,
              fmt::format("loads {} bytes to LDS at {:#x}, past the {} bytes of the workgroup: is dropped",
                          bytes, p.lds.base + std::uint64_t(first) * bytes, wave.group->lds.size()),
              Severity::risk);
  p.lanes &= ~outside;
  p.stride = 0;
}

void aim_at_lds(Wave& wave, const PreparedInstruction& prepared, Pending& p) {
  constexpr std::uint32_t kLdsAddress = 0x3FFFF;
  const Scalar m0 = wave.scalar.read32(isa::scalar::kM0);
  if ((m0.undefined & kLdsAddress) != 0)
    wave.report(FindingKind::undefined_address, prepared, -1, "M0, the LDS address, is undefined");
  p.lds.kind = LdsSide::Kind::in_row;
  p.lds.base = (m0.value & kLdsAddress) + std::uint64_t(prepared.instruction->modifiers.offset);
  const std::uint64_t bytes = p.memory->bytes < 4 ? 4 : p.memory->bytes;
  if (!wave.group->lds.contains(p.lds.base, bytes * kMaxLanes)) leave_out_past_lds(wave, prepared, p, bytes);
  if (wave.environment().schedule.vm_at_once()) return;
  // The LDS bytes may change at any time from now on: they are undefined until the wait.
  if (~p.lanes == 0) {
    std::memset(wave.group->lds.change_undefined(p.lds.base, bytes * kMaxLanes), 1, bytes * kMaxLanes);
    return;
  }
  for (int l = 0; l < kMaxLanes; ++l)
    if (((p.lanes >> l) & 1) != 0)
      std::memset(wave.group->lds.change_undefined(p.lds.base + std::uint64_t(l) * bytes, bytes), 1, bytes);
}

/// Loads, and exchanges what the lanes fetched.
void load_exchanged(Wave& wave, Pending& p) {
  p.delivery = Delivery::by_retiring;  // the bytes read still have to be exchanged
  kMemoryMoves.load(wave, p);
  exchange_elements(p);
}

/// Loads; what lanes receive whose address is undefined is so, too.
void load_astray(Wave& wave, Pending& p) {
  p.delivery = Delivery::by_retiring;
  kMemoryMoves.load(wave, p);
  p.fill_shadow();
  const Lanes& astray = wave.lanes_of(p.astray);
  for (int d = 0; d < p.dwords; ++d)
    for (std::size_t l = 0; l < kMaxLanes; ++l) p.undefined[d][l] |= astray[l];
}

// ---- issue ------------------------------------------------------------------------------------------------

bool addresses(Wave& wave, const PreparedInstruction& prepared, Pending& p, Step& stop) {
  if (p.space == isa::Memory::Space::buffer) return buffer_addresses(wave, prepared, p, stop);
  if (!lane_addresses(wave, prepared, p, stop)) return false;
  return p.space == isa::Memory::Space::flat || find_owners(wave, prepared, p, stop);
}

}  // namespace

Step execute_vector_memory(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& i = *prepared.instruction;
  const auto& memory = std::get<isa::Memory>(i.semantics->operation);
  if (memory.space == isa::Memory::Space::scratch) return execute_scratch(wave, prepared);
  // Lanes that exchange elements take part all, or none does (ROCm/rocm-systems, rocjitsu).
  const bool all = memory.exchange != 0 && wave.exec() != 0;
  auto p = new_pending(wave, prepared, memory, all ? wave.every_lane() : wave.exec());
  Step stop = Step::next;
  if (!addresses(wave, prepared, *p, stop)) return stop;
  if (memory.multicast) note_multicast(wave, prepared, *p);
  p->dwords = (memory.bytes + 3) / 4;
  if (memory.atomic == isa::Atomic::compare_swap) p->dwords *= 2;
  const Operand *const destination = i.destination(), *const data = i.data(0);
  for (const Operand* o : {destination, data})
    if (o != nullptr && unified_register(wave, *o) < 0)
      return wave.stop(FindingKind::register_bounds, prepared, -1,
                       "a register lies beyond those of the kernel");
  if (data != nullptr) capture_data(wave, *p, unified_register(wave, *data), p->dwords, 0);
  if (destination != nullptr) p->destination = unified_register(wave, *destination);
  if (memory.space == isa::Memory::Space::flat) return issue_flat(wave, std::move(p));
  set_moves(*p, kMemoryMoves);
  if (memory.exchange != 0) p->perform = load_exchanged;
  if (p->astray != 0) p->perform = load_astray;
  if (i.modifiers.lds || memory.to_lds) {
    aim_at_lds(wave, prepared, *p);
    p->retire = fill_lds;
  }
  mark_destination(wave, *p);
  PendingQueue& queue = queue_of(wave, *p);
  issue(wave, queue, std::move(p));
  return Step::next;
}

}  // namespace lockstep::machine
