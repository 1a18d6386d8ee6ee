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
  OperandForm f{{destination, kRegisters}};
  for (std::size_t s = 0; s < row.source_dwords.size() && row.source_dwords[s] != 0; ++s)
    f.add({nth(source0, s), row.scaled ? kRegisters : kSource});
  if (row.stochastic) f.add({seed, kSource});
  if (row.scaled) f.add({scale0, kSource});
  return f;
}

OperandForm form(const Instruction&, CrossLane what) {
  switch (what) {
    case CrossLane::nop:
      return {};
    case CrossLane::readfirstlane:
      return {{destination, kScalar}, {source0, kRegisters}};
    case CrossLane::readlane:
      return {{destination, kScalar}, {source0, kRegisters}, {lane_select, kScalarSource}};
    case CrossLane::writelane:
      return {{destination, kRegisters}, {source0, kScalarSource}, {lane_select, kScalarSource}};
    case CrossLane::swap:
    case CrossLane::swap_relative:
    case CrossLane::permlane16_swap:
    case CrossLane::permlane32_swap:
      return {{destination, kRegisters}, {source0, kRegisters}};
    case CrossLane::permlane16:
    case CrossLane::permlanex16:
    case CrossLane::permlane_bcast:
    case CrossLane::permlane_up:
    case CrossLane::permlane_down:
    case CrossLane::permlane_xor:
      return {{destination, kRegisters},
              {source0, kRegisters},
              {source1, kScalarSource},
              {source2, kScalarSource}};
    case CrossLane::permlane16_var:
    case CrossLane::permlanex16_var:
      return {{destination, kRegisters}, {source0, kRegisters}, {source1, kRegisters}};
    case CrossLane::accvgpr_read:
    case CrossLane::accvgpr_write:
    case CrossLane::accvgpr_mov:
    case CrossLane::move_from_relative:
    case CrossLane::move_to_relative:
    case CrossLane::move_relative:
    case CrossLane::move_relative_apart:
      return {{destination, kRegisters}, {source0, kSource}};
  }
  return {};
}

OperandForm form(const Instruction&, const ScalarAlu& row) {
  OperandForm f;
  if (row.destination != Type::none) f.add({destination, kScalar});
  for (std::size_t s = 0; s < row.source.size() && row.source[s] != Type::none; ++s)
    f.add({nth(source0, s), kScalarSource});
  return f;
}

OperandForm form(const Instruction&, Control what) {
  switch (what) {
    case Control::barrier:
    case Control::barrier_leave:
    case Control::icache_invalidate:
    case Control::gpr_index_off:
    case Control::padding:
      return {};
    case Control::endpgm:
    case Control::waitcnt:  // counters are modifiers
    case Control::decode_hint:
      return {{immediate, kImmediate, /*optional=*/true}};
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
    case Control::vgpr_banks:
      return {{immediate, kConstant}};
    case Control::send_message:
    case Control::gpr_index_mode:
      return {{immediate, kImmediate}};
    case Control::getreg:
      return {{destination, kScalar}, {immediate, kImmediate}};
    case Control::setreg:
    case Control::setreg_immediate:
      return {{immediate, kImmediate}, {source0, kScalarSource}};
    case Control::getpc:
    case Control::memory_time:
    case Control::cycles:
      return {{destination, kScalar}};
    case Control::message_returned:
      return {{destination, kScalar}, {immediate, kImmediate}};
    case Control::setpc:
    case Control::gpr_index:
    case Control::barrier_signal:  // m0 names a barrier, or a number does
    case Control::barrier_signal_first:
    case Control::barrier_wait:
    case Control::barrier_init:
    case Control::barrier_join:
      return {{source0, kScalarSource}};
    case Control::swappc:
    case Control::move_from_relative:
    case Control::move_to_relative:
      return {{destination, kScalar}, {source0, kScalarSource}};
    case Control::call:
      return {{destination, kScalar}, {immediate, kConstant}};
    case Control::vector_skip:
      return {{source0, kScalarSource}, {source1, kScalarSource}};
    case Control::gpr_index_on:
      return {{source0, kScalarSource}, {immediate, kImmediate}};
    case Control::prefetch:
      return {{base, kScalar, /*optional=*/true},
              {immediate, kConstant},
              {offset, kScalarSource},
              {data0, kScalarSource}};
  }
  return {};
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
  return {loaded_or_stored(i, row, kScalar), {base, kScalar}, {offset, kScalarSource}};
}

/// Global, flat and scratch: what returns comes before the address, what is stored behind it.
OperandForm flat_form(const Instruction& i, const Memory& row) {
  OperandForm f;
  constexpr OperandPosition kData{data0, kRegisters}, kAddress{address, set_of(Kind::vector)},
      kBase{base, OperandKinds(kScalar | kOff)};
  if (row.lds_in_register)
    return row.access == Access::load ? OperandForm{kData, kAddress, kBase}
                                      : OperandForm{kAddress, kData, kBase};
  const bool loads = row.access == Access::load && !row.to_lds && !i.modifiers.lds;
  const bool scratch = row.space == Memory::Space::scratch;
  if (loads || returns_old(i, row)) f.add({destination, kRegisters});
  f.add({address, OperandKinds(set_of(Kind::vector) | (scratch ? kOff : 0))});
  if (row.access != Access::load) f.add(kData);
  if (row.space != Memory::Space::flat)
    f.add(kBase);
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
  if (i.operands.size() <= 2) return {{group0, kScalar}, {group1, kScalar}};
  return {{group0, kScalar}, {group1, kScalar}, {group2, kScalar}, {group3, kScalar}};
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
  if (what == LanePermute::swizzle) return {{destination, kRegisters}, {data0, kRegisters}};
  return {{destination, kRegisters}, {lane_select, kRegisters}, {data0, kRegisters}};
}

OperandForm form(const Instruction&, CacheControl what) {
  if (what != CacheControl::prefetch) return {};
  // Flat ones have no base.
  return {{address, kRegisters}, {base, OperandKinds(kScalar | kOff), /*optional=*/true}};
}

OperandForm form(const Instruction&, const Matrix& row) {
  OperandForm f{{destination, kRegisters}, {source0, kRegisters}, {source1, kRegisters}};
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
