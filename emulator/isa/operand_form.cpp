#include "emulator/isa/roles.hpp"
#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

namespace {

using Kind = Operand::Kind;
using enum OperandRole;

constexpr OperandKinds kRegisters = set_of(Kind::vector) | set_of(Kind::accumulator);
constexpr OperandKinds kScalar = set_of(Kind::scalar);
constexpr OperandKinds kConstant = set_of(Kind::constant);
constexpr OperandKinds kOff = set_of(Kind::off);
constexpr OperandKinds kScalarSource = kScalar | kConstant;
constexpr OperandKinds kSource = kRegisters | kScalarSource;
constexpr OperandKinds kImmediate = OperandKinds(kConstant | set_of(Kind::text));

/// Destination, mask written, sources, mask read. Sources that accumulating operations do not name are the
/// destination.
OperandForm form(const Instruction&, const VectorAlu& row) {
  OperandForm f;
  if (row.destination != Type::none) f.add({destination, kRegisters});
  if (row.writes_mask) f.add({mask, kScalar});
  for (std::size_t s = 0; s < row.source.size() && row.source[s] != Type::none; ++s)
    f.add({nth(source0, s), kSource});
  // v_div_fmas reads VCC and does not say so.
  if (row.reads_carry) f.add({carry, kScalarSource, /*optional=*/true});
  return f;
}

OperandForm form(const Instruction&, const BlockConvert& row) {
  OperandForm f;
  f.add({destination, kRegisters});
  f.add({source0, kRegisters});
  if (row.source_dwords[1] != 0) f.add({source1, kRegisters});
  if (row.stochastic) f.add({seed, kSource});
  f.add({scale0, kSource});
  return f;
}

OperandForm form(const Instruction&, CrossLane what) {
  OperandForm f;
  switch (what) {
    case CrossLane::nop:
      break;
    case CrossLane::readfirstlane:
      f.add({destination, kScalar});
      f.add({source0, kRegisters});
      break;
    case CrossLane::readlane:
      f.add({destination, kScalar});
      f.add({source0, kRegisters});
      f.add({lane_select, kScalarSource});
      break;
    case CrossLane::writelane:
      f.add({destination, kRegisters});
      f.add({source0, kScalarSource});
      f.add({lane_select, kScalarSource});
      break;
    case CrossLane::swap:
    case CrossLane::permlane16_swap:
    case CrossLane::permlane32_swap:
      f.add({destination, kRegisters});
      f.add({source0, kRegisters});
      break;
    case CrossLane::permlane16:
    case CrossLane::permlanex16:
      f.add({destination, kRegisters});
      f.add({source0, kRegisters});
      f.add({source1, kScalarSource});
      f.add({source2, kScalarSource});
      break;
    case CrossLane::swap_relative:
      f.add({destination, kRegisters});
      f.add({source0, kRegisters});
      break;
    case CrossLane::accvgpr_read:
    case CrossLane::accvgpr_write:
    case CrossLane::accvgpr_mov:
    case CrossLane::move_from_relative:
    case CrossLane::move_to_relative:
    case CrossLane::move_relative:
    case CrossLane::move_relative_apart:
      f.add({destination, kRegisters});
      f.add({source0, kSource});
      break;
  }
  return f;
}

OperandForm form(const Instruction&, const ScalarAlu& row) {
  OperandForm f;
  if (row.destination != Type::none) f.add({destination, kScalar});
  for (std::size_t s = 0; s < row.source.size() && row.source[s] != Type::none; ++s)
    f.add({nth(source0, s), kScalarSource});
  return f;
}

OperandForm form(const Instruction&, Control what) {
  OperandForm f;
  switch (what) {
    case Control::barrier:
    case Control::icache_invalidate:
    case Control::gpr_index_off:
      break;
    case Control::endpgm:
    case Control::waitcnt:  // counters are modifiers
    case Control::decode_hint:
      f.add({immediate, kImmediate, /*optional=*/true});
      break;
    case Control::nop:
    case Control::sleep:
    case Control::setprio:
    case Control::branch:
    case Control::branch_scc0:
    case Control::branch_scc1:
    case Control::branch_vccz:
    case Control::branch_vccnz:
    case Control::branch_execz:
    case Control::branch_execnz:
    case Control::debugger_branch:
    case Control::trap:
    case Control::halt:
    case Control::inst_prefetch:
    case Control::round_mode:
    case Control::denorm_mode:
      f.add({immediate, kConstant});
      break;
    case Control::send_message:
    case Control::gpr_index_mode:
      f.add({immediate, kImmediate});
      break;
    case Control::getreg:
      f.add({destination, kScalar});
      f.add({immediate, kImmediate});
      break;
    case Control::setreg:
    case Control::setreg_immediate:
      f.add({immediate, kImmediate});
      f.add({source0, kScalarSource});
      break;
    case Control::getpc:
    case Control::memory_time:
      f.add({destination, kScalar});
      break;
    case Control::setpc:
      f.add({source0, kScalarSource});
      break;
    case Control::swappc:
      f.add({destination, kScalar});
      f.add({source0, kScalarSource});
      break;
    case Control::call:
      f.add({destination, kScalar});
      f.add({immediate, kConstant});
      break;
    case Control::vector_skip:
      f.add({source0, kScalarSource});
      f.add({source1, kScalarSource});
      break;
    case Control::gpr_index_on:
      f.add({source0, kScalarSource});
      f.add({immediate, kImmediate});
      break;
    case Control::gpr_index:
      f.add({source0, kScalarSource});
      break;
    case Control::move_from_relative:
    case Control::move_to_relative:
      f.add({destination, kScalar});
      f.add({source0, kScalarSource});
      break;
    case Control::barrier_signal:
    case Control::barrier_signal_first:
    case Control::barrier_wait:
    case Control::barrier_init:
    case Control::barrier_join:
      f.add({source0, kScalarSource});  // m0 names the barrier, or a number does
      break;
    case Control::barrier_leave:
      break;
    case Control::vgpr_banks:
      f.add({immediate, kConstant});
      break;
    case Control::prefetch:
      f.add({base, kScalar, /*optional=*/true});
      f.add({immediate, kConstant});
      f.add({offset, kScalarSource});
      f.add({data0, kScalarSource});
      break;
    case Control::padding:
      break;
  }
  return f;
}

bool returns_old(const Instruction& i, const Memory& row) {
  return row.access == Access::atomic && (row.space == Memory::Space::lds ? row.returns : i.modifiers.sc0);
}

/// What a load fills, or the data of stores and atomics, which may receive what was there.
OperandPosition loaded_or_stored(const Instruction& i, const Memory& row, OperandKinds kinds) {
  if (row.access == Access::load) return {destination, kinds};
  OperandPosition position{data0, kinds};
  if (returns_old(i, row)) position.also = destination;
  return position;
}

OperandForm buffer_form(const Instruction& i, const Memory& row) {
  OperandForm f;
  if (!i.modifiers.lds) f.add(loaded_or_stored(i, row, kRegisters));
  f.add({address, OperandKinds(set_of(Kind::vector) | kOff)});
  f.add({base, kScalar});
  f.add({offset, kScalarSource});
  return f;
}

OperandForm scalar_memory_form(const Instruction& i, const Memory& row) {
  OperandForm f;
  f.add(loaded_or_stored(i, row, kScalar));
  f.add({base, kScalar});
  f.add({offset, kScalarSource});
  return f;
}

/// Global, flat and scratch: what returns comes before the address, what is stored behind it.
OperandForm flat_form(const Instruction& i, const Memory& row) {
  OperandForm f;
  if (row.lds_in_register) {
    const bool to_lds = row.access == Access::load;
    if (to_lds) f.add({data0, kRegisters});
    f.add({address, set_of(Kind::vector)});
    if (!to_lds) f.add({data0, kRegisters});
    f.add({base, OperandKinds(kScalar | kOff)});
    return f;
  }
  const bool loads = row.access == Access::load && !row.to_lds && !i.modifiers.lds;
  const bool scratch = row.space == Memory::Space::scratch;
  if (loads || returns_old(i, row)) f.add({destination, kRegisters});
  f.add({address, OperandKinds(set_of(Kind::vector) | (scratch ? kOff : 0))});
  if (row.access != Access::load) f.add({data0, kRegisters});
  if (row.space != Memory::Space::flat)
    f.add({base, OperandKinds(kScalar | kOff)});
  else
    f.add({base, kScalar, /*optional=*/true});  // gfx1250 has it there, too
  return f;
}

bool takes_two(const Memory& row) {
  switch (row.atomic) {
    case Atomic::compare_swap:
    case Atomic::compare_swap_f32:
    case Atomic::compare_swap_f64:
    case Atomic::mask_or:
    case Atomic::wrap:
      return true;
    default:
      return row.pair;
  }
}

OperandForm lds_form(const Instruction& i, const Memory& row) {
  OperandForm f;
  if (row.access == Access::load || returns_old(i, row)) f.add({destination, kRegisters});
  if (!row.thread_address) f.add({address, kRegisters});
  if (row.access == Access::load) return f;
  if (row.atomic == Atomic::barrier_arrive && !row.returns) return f;  // one arrives
  f.add({data0, kRegisters});
  if (takes_two(row)) f.add({data1, kRegisters});
  return f;
}

/// Two groups, or all four.
OperandForm form(const Instruction& i, const TensorCopy&) {
  OperandForm f;
  f.add({group0, kScalar});
  f.add({group1, kScalar});
  if (i.operands.size() <= 2) return f;
  f.add({group2, kScalar});
  f.add({group3, kScalar});
  return f;
}

OperandForm form(const Instruction& i, const Memory& row) {
  switch (row.space) {
    case Memory::Space::buffer:
      return buffer_form(i, row);
    case Memory::Space::scalar:
    case Memory::Space::scalar_buffer:
      return scalar_memory_form(i, row);
    case Memory::Space::lds:
      return lds_form(i, row);
    case Memory::Space::global:
    case Memory::Space::flat:
    case Memory::Space::scratch:
      break;
  }
  return flat_form(i, row);
}

OperandForm form(const Instruction&, LanePermute what) {
  OperandForm f;
  f.add({destination, kRegisters});
  if (what != LanePermute::swizzle) f.add({lane_select, kRegisters});
  f.add({data0, kRegisters});
  return f;
}

OperandForm form(const Instruction&, CacheControl what) {
  OperandForm f;
  if (what != CacheControl::prefetch) return f;
  f.add({address, kRegisters});
  f.add({base, OperandKinds(kScalar | kOff), /*optional=*/true});  // flat ones have none
  return f;
}

OperandForm form(const Instruction&, const Matrix& row) {
  OperandForm f;
  f.add({destination, kRegisters});
  f.add({source0, kRegisters});
  f.add({source1, kRegisters});
  if (row.sparse) {
    f.add({index, kRegisters});
    return f;
  }
  f.add({source2, OperandKinds(kRegisters | kConstant)});
  if (row.scaled) {
    f.add({scale0, kSource});
    f.add({scale1, kSource});
  }
  return f;
}

}  // namespace

OperandForm form_of(const Instruction& instruction) {
  return std::visit([&](const auto& row) { return form(instruction, row); },
                    instruction.semantics->operation);
}

}  // namespace lockstep::isa
