// Buffer and global operations: issue, sampling, completion. What they have in common with flat ones.
#include <fmt/format.h>

#include "emulator/machine/memory/shadow.hpp"
#include "emulator/machine/memory_operations/device_memory.hpp"
#include "emulator/machine/memory_operations/execute.hpp"
#include "emulator/machine/memory_operations/flat.hpp"
#include "emulator/machine/memory_operations/lane_bytes.hpp"
#include "emulator/machine/transfers/all_lanes.hpp"
#include "emulator/machine/transfers/transfer.hpp"
#include "emulator/machine/transfers/vector_address.hpp"

namespace lockstep::machine {

namespace {

using isa::Access;
using isa::Operand;

// ---- retiring ---------------------------------------------------------------------------------------------

void extend(std::uint32_t& value, std::uint32_t& undefined, int width) {
  const std::uint32_t above = ~0u << width;
  if (((value >> (width - 1)) & 1) != 0) value |= above;
  if (((undefined >> (width - 1)) & 1) != 0) undefined |= above;
}

// A byte or half takes a dword of LDS. Lanes out of range write zeros: their data was never sampled and is
// zero.
void fill_lds(Wave& wave, Pending& p) {
  Lds& lds = wave.group->lds;
  if (all_lanes::fill_lds(lds, p)) return;
  if (p.defined)
    for (Lanes& u : p.undefined) u.fill(0);
  p.defined = false;
  const int bytes = p.memory->bytes;
  for (int l = 0; l < kLanes; ++l) {
    if (((p.lanes >> l) & 1) == 0) continue;
    const std::uint64_t at = p.lds_base + std::uint64_t(l) * std::uint64_t(bytes < 4 ? 4 : bytes);
    if (bytes < 4 && p.memory->sign_extend) extend(p.data[0][l], p.undefined[0][l], 8 * bytes);
    LaneBytes lane;
    from_lane(p, (bytes + 3) / 4, l, lane);
    std::memcpy(lds.data() + at, lane.data.data(), std::size_t(bytes < 4 ? 4 : bytes));
    std::memcpy(lds.undefined() + at, lane.undefined.data(), std::size_t(bytes < 4 ? 4 : bytes));
  }
}

bool aim_at_lds(Wave& wave, const Bound& code, Pending& p, Step& stop) {
  constexpr std::uint32_t kLdsAddress = 0x3FFFF;
  const Scalar m0 = wave.scalar.read32(isa::scalar::kM0);
  if ((m0.undefined & kLdsAddress) != 0)
    wave.report(FindingKind::undefined_address, code, -1, "M0, the LDS address, is undefined");
  p.to_lds = true;
  p.lds_base = (m0.value & kLdsAddress) + std::uint64_t(code.instruction->modifiers.offset);
  const std::uint64_t bytes = p.memory->bytes < 4 ? 4 : p.memory->bytes;
  const bool all_inside = wave.group->lds.contains(p.lds_base, bytes * kLanes);
  for (int l = 0; l < kLanes && !all_inside; ++l) {
    if (((p.lanes >> l) & 1) == 0) continue;
    const std::uint64_t at = p.lds_base + std::uint64_t(l) * bytes;
    if (wave.group->lds.contains(at, bytes)) continue;
    stop = wave.stop(FindingKind::lds_bounds, code, l,
                     fmt::format("loads {} bytes to LDS at {:#x}, past the {} bytes of the workgroup", bytes,
                                 at, wave.group->lds.size()));
    return false;
  }
  if (wave.environment().schedule.kind == Schedule::Kind::earliest) return true;
  // From now on the bytes may change at any moment: whoever reads them before the wait reads nothing defined.
  if (~p.lanes == 0) {
    std::memset(wave.group->lds.undefined() + p.lds_base, 1, bytes * kLanes);
    return true;
  }
  for (int l = 0; l < kLanes; ++l)
    if (((p.lanes >> l) & 1) != 0)
      std::memset(wave.group->lds.undefined() + p.lds_base + std::uint64_t(l) * bytes, 1, bytes);
  return true;
}

// ---- operands ---------------------------------------------------------------------------------------------

// The line's operands by role; nullptr where the form has none.
struct Roles {
  const Operand* destination = nullptr;
  const Operand* address = nullptr;
  const Operand* data = nullptr;
  const Operand* base = nullptr;    // descriptor of buffers, scalar base of global and scratch
  const Operand* offset = nullptr;  // soffset of buffers
};

bool is_buffer(const isa::Memory& memory) {
  return memory.space == isa::Memory::Space::buffer;
}

Roles buffer_roles(const isa::Instruction& i, const isa::Memory& memory) {
  Roles roles;
  std::size_t next = 0;
  const auto& o = i.operands;
  if (!i.modifiers.lds) (memory.access == Access::load ? roles.destination : roles.data) = &o[next++];
  if (memory.access == Access::atomic && i.modifiers.sc0) roles.destination = roles.data;
  if (o[next].kind == Operand::Kind::vector || o[next].kind == Operand::Kind::off) roles.address = &o[next++];
  roles.base = &o[next++];
  if (next < o.size()) roles.offset = &o[next];
  return roles;
}

Roles flat_roles(const isa::Instruction& i, const isa::Memory& memory) {
  Roles roles;
  std::size_t next = 0;
  const auto& o = i.operands;
  const bool returns = memory.access == Access::atomic && i.modifiers.sc0;
  if ((memory.access == Access::load && !memory.to_lds) || returns) roles.destination = &o[next++];
  roles.address = &o[next++];
  if (memory.access != Access::load && next < o.size()) roles.data = &o[next++];
  if (next < o.size() && o[next].kind == Operand::Kind::scalar) roles.base = &o[next];
  return roles;
}

bool enough_operands(const isa::Instruction& i, const isa::Memory& memory) {
  if (is_buffer(memory)) return i.operands.size() >= (i.modifiers.lds ? 2u : 3u);
  return i.operands.size() >= (memory.access == Access::load && memory.to_lds ? 1u : 2u);
}

bool addresses(Wave& wave, const Bound& code, const Roles& roles, Pending& p, Step& stop) {
  if (is_buffer(*p.memory)) {
    static const Operand kNoOffset{Operand::Kind::constant};
    const Operand* address =
        roles.address != nullptr && roles.address->kind == Operand::Kind::vector ? roles.address : nullptr;
    return buffer_addresses(wave, code, address, *roles.base,
                            roles.offset != nullptr ? *roles.offset : kNoOffset, p, stop);
  }
  if (!lane_addresses(wave, code, *roles.address, roles.base, p, stop)) return false;
  return p.space == isa::Memory::Space::flat || find_owners(wave, code, p, stop);
}

}  // namespace

Step execute_vector_memory(Wave& wave, const Bound& code) {
  const isa::Instruction& i = *code.instruction;
  const auto& memory = std::get<isa::Memory>(i.semantics->operation);
  if (memory.space == isa::Memory::Space::scratch) return execute_scratch(wave, code);
  if (!enough_operands(i, memory))
    return wave.stop(FindingKind::unsupported, code, -1, "an operand is missing");
  const Roles roles = is_buffer(memory) ? buffer_roles(i, memory) : flat_roles(i, memory);
  auto p = new_pending(wave, code, memory, wave.exec());
  Step stop = Step::next;
  if (!addresses(wave, code, roles, *p, stop)) return stop;
  p->dwords = (memory.bytes + 3) / 4;
  if (memory.atomic == isa::Atomic::compare_swap) p->dwords *= 2;
  for (const Operand* o : {roles.destination, roles.data})
    if (o != nullptr && unified_register(wave, *o) < 0)
      return wave.stop(FindingKind::register_bounds, code, -1, "a register lies beyond those of the kernel");
  if (roles.data != nullptr) capture_data(wave, *p, unified_register(wave, *roles.data), p->dwords, 0);
  if (roles.destination != nullptr) p->destination = unified_register(wave, *roles.destination);
  if (memory.space == isa::Memory::Space::flat) return issue_flat(wave, std::move(p));
  set_moves(*p, kMemoryMoves);
  if (i.modifiers.lds || memory.to_lds) {
    if (!aim_at_lds(wave, code, *p, stop)) return stop;
    p->retire = fill_lds;
  }
  mark_destination(wave, *p);
  issue(wave, wave.vm, std::move(p));
  return Step::next;
}

}  // namespace lockstep::machine
