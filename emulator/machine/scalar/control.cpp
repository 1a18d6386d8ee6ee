// Program flow, waits, barriers and the MODE register.

#include <fmt/format.h>

#include "emulator/isa/flow.hpp"
#include "emulator/isa/vgpr_banks.hpp"
#include "emulator/isa/wait_states.hpp"
#include "emulator/machine/scalar/execute.hpp"
#include "emulator/machine/waves/mode.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

namespace {

using arch::Feature;
using isa::Control;

Step jump_to(Wave& wave, const PreparedInstruction& prepared, std::uint64_t address) {
  const std::int32_t target = wave.environment().program->decoded->at(address);
  if (target < 0)
    return wave.stop(FindingKind::illegal_instruction, prepared, -1,
                     fmt::format("jumps to {:#x}, where no instruction begins", address));
  wave.pc = std::uint32_t(target);
  wave.extra_slots += isa::kTakenBranchWaitStates - 1;
  return Step::jumped;
}

Step branch(Wave& wave, const PreparedInstruction& prepared, bool taken, bool undefined) {
  if (undefined)
    wave.report(FindingKind::undefined_branch, prepared, -1, "the condition depends on an undefined value");
  if (!taken) return Step::next;
  return jump_to(wave, prepared, *isa::branch_target(*prepared.instruction));
}

Scalar vcc(const Wave& wave) {
  return wave.lane_mask(isa::scalar::kVcc);
}

Step wait(Wave& wave, const isa::Modifiers& m) {
  if (m.vmcnt) wait_for(wave, wave.vm, *m.vmcnt);
  if (m.lgkmcnt) wait_for(wave, wave.lgkm, *m.lgkmcnt);
  if (!wave.has(Feature::split_counters)) return Step::next;
  if (m.storecnt) wait_for(wave, wave.stores, *m.storecnt);
  if (m.kmcnt) wait_for(wave, wave.scalars, *m.kmcnt);
  if (m.asynccnt) wait_for(wave, wave.asyncs, *m.asynccnt);
  if (m.tensorcnt) wait_for(wave, wave.tensors, *m.tensorcnt);
  return Step::next;
}

Step program_counter(Wave& wave, const PreparedInstruction& prepared, Control what) {
  const isa::Operand *const link = prepared.instruction->destination(), *const to =
                                                                            prepared.instruction->source(0);
  const std::uint64_t bias = wave.environment().program->load_bias;
  const std::uint64_t next = prepared.instruction->address + prepared.instruction->size;
  if (what == Control::getpc) {
    write_scalar(wave, *link, 2, {next + bias, 0});
    return Step::next;
  }
  const Scalar target = read_scalar(wave, *to, isa::Type::u64);
  if (target.undefined != 0)
    wave.report(FindingKind::undefined_branch, prepared, -1, "the target is undefined");
  if (what == Control::swappc) write_scalar(wave, *link, 2, {next + bias, 0});
  return jump_to(wave, prepared, target.value - bias);
}

// Loads the register banks from bits 19:12 of a literal that is written to MODE, whichever field
// is written (LLVM 22, AMDGPULowerVGPREncoding, which works around it and relies on it).
void clobber_banks(Wave& wave, std::uint32_t literal) {
  wave.mode = (wave.mode & ~kModeBanks) | (literal & kModeBanks);
  wave.mode_set_at = wave.pc;
}

// Reads the field of the STATUS register that tells_of_clusters(): zero without.
Step status_register(Wave& wave, const PreparedInstruction& prepared) {
  write_scalar(wave, *prepared.instruction->destination(), 1, {wave.group->cluster != nullptr ? 1u : 0u, 0});
  return Step::next;
}

// Executes s_getreg and s_setreg on MODE. hwreg(ID, OFFSET, WIDTH) is in offset, offset0 and offset1.
Step mode_register(Wave& wave, const PreparedInstruction& prepared, Control what) {
  const isa::Instruction& i = *prepared.instruction;
  const isa::Modifiers& m = i.modifiers;
  if (wave.has(Feature::clusters) && what == Control::getreg &&
      tells_of_clusters(m.offset, m.offset0, m.offset1))
    return status_register(wave, prepared);
  // Expert mode relaxes an order: dispatch/expert_mode.hpp.
  if (wave.has(Feature::expert_mode) && what != Control::getreg && m.offset == kHwRegScheduleMode)
    return Step::next;
  if (m.offset != kHwRegMode)
    return wave.stop(FindingKind::unsupported, prepared, -1, "a hardware register other than MODE");
  const std::uint32_t width = m.offset1 == 0 ? 32 : m.offset1;
  const std::uint32_t field = width >= 32 ? ~0u : (1u << width) - 1u;
  if (what == Control::getreg) {
    const std::uint32_t mode = wave.has(Feature::clamp_and_ieee_modes) ? wave.mode : wave.mode & ~kClampsNans;
    write_scalar(wave, *i.destination(), 1, {(mode >> m.offset0) & field, 0});
    return Step::next;
  }
  const Scalar value = read_scalar(wave, *i.source(0), isa::Type::u32);
  if ((value.undefined & field) != 0)
    wave.report(FindingKind::undefined_scalar, prepared, -1, "an undefined value is written to MODE");
  wave.mode = (wave.mode & ~(field << m.offset0)) | std::uint32_t((value.value & field) << m.offset0);
  if (!wave.has(Feature::clamp_and_ieee_modes)) wave.mode |= kClampsNans;
  if (what == Control::setreg_immediate && wave.has(Feature::vgpr_banks))
    clobber_banks(wave, std::uint32_t(value.value));
  return Step::next;
}

// Whether the instruction releases the wave's vector registers at its end, for others (gfx1250).
bool gives_registers_back(const isa::Instruction& i) {
  return i.text.find("MSG_DEALLOC_VGPRS") != std::string::npos;
}

// Whether the instruction interrupts the host, and somebody hears it.
bool interrupts_host(const Wave& wave, const isa::Instruction& i) {
  return wave.environment().host != nullptr && i.text.find("MSG_INTERRUPT") != std::string::npos;
}

void set_mode_bit(Wave& wave, std::uint32_t bit, bool on) {
  wave.mode = on ? wave.mode | bit : wave.mode & ~bit;
}

/// Writes four bits of MODE.
Step set_mode_field(Wave& wave, const PreparedInstruction& prepared, int first) {
  const auto field = std::uint32_t(prepared.instruction->immediate()->integer) & 0xFu;
  wave.mode = (wave.mode & ~(0xFu << first)) | field << first;
  return Step::next;
}

Step skip_vectors(Wave& wave, const PreparedInstruction& prepared) {
  const Scalar bits = read_scalar(wave, *prepared.instruction->source(0), isa::Type::u32);
  const Scalar which = read_scalar(wave, *prepared.instruction->source(1), isa::Type::u32);
  const auto bit = unsigned(which.value & 31);
  if (((bits.undefined >> bit) & 1) != 0 || (which.undefined & 31) != 0)
    wave.report(FindingKind::undefined_branch, prepared, -1, "VSKIP depends on an undefined value");
  set_mode_bit(wave, kModeSkip, ((bits.value >> bit) & 1) != 0);
  return Step::next;
}

// Executes s_set_gpr_idx_*: M0[7:0] is the index, M0[15:12] selects the operands whose registers it moves.
Step index_registers(Wave& wave, const PreparedInstruction& prepared, Control what) {
  const isa::Instruction& i = *prepared.instruction;
  const bool sets_index = what == Control::gpr_index_on || what == Control::gpr_index;
  const bool sets_enabled = what != Control::gpr_index;
  Scalar m0 = wave.scalar.read32(isa::scalar::kM0);
  const auto put = [&m0](std::uint64_t field, Scalar s) {
    m0.value = (m0.value & ~field) | (s.value & field);
    m0.undefined = (m0.undefined & ~field) | (s.undefined & field);
  };
  if (sets_index) put(0xFF, read_scalar(wave, *i.source(0), isa::Type::u32));
  if (sets_enabled) {
    const isa::Operand& enabled = *i.immediate();
    const bool number = enabled.kind == isa::Operand::Kind::constant;
    put(0xF000, {std::uint64_t(number ? enabled.integer : i.modifiers.offset) << 12, 0});
  }
  wave.scalar.write32(isa::scalar::kM0, m0);
  if (what == Control::gpr_index_on) set_mode_bit(wave, kModeGprIndex, true);
  return Step::next;
}

Step move_relative(Wave& wave, const PreparedInstruction& prepared, bool from) {
  const Scalar m0 = wave.scalar.read32(isa::scalar::kM0);
  if (m0.undefined != 0)
    wave.report(FindingKind::undefined_address, prepared, -1, "M0, the register index, is undefined");
  isa::Operand to = *prepared.instruction->destination(), source = *prepared.instruction->source(0);
  isa::Operand& relative = from ? source : to;
  const std::uint64_t index = relative.index + m0.value;
  const int dwords = to.count;
  if (relative.kind != isa::Operand::Kind::scalar ||
      index + std::uint64_t(dwords) > isa::scalar::kFlatScratch)
    return wave.stop(FindingKind::register_bounds, prepared, -1,
                     "a relative scalar register is out of range");
  relative.index = std::uint16_t(index);
  write_scalar(wave, to, dwords, read_scalar(wave, source, dwords == 2 ? isa::Type::u64 : isa::Type::u32));
  return Step::next;
}

// Executes s_set_vgpr_msb, which has no effect directly behind a literal that was written to MODE.
Step set_banks(Wave& wave, const PreparedInstruction& prepared) {
  if (wave.mode_set_at + 1 == wave.pc) return Step::next;
  const std::uint32_t banks = isa::banks_of_immediate(prepared.instruction->immediate()->integer);
  wave.mode = (wave.mode & ~kModeBanks) | banks << kModeBanksShift;
  return Step::next;
}

Step call(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& i = *prepared.instruction;
  write_scalar(wave, *i.destination(), 2, {i.address + i.size + wave.environment().program->load_bias, 0});
  return jump_to(wave, prepared, isa::immediate_target(i));
}

}  // namespace

Step execute_control(Wave& wave, const PreparedInstruction& prepared) {
  const Control what = std::get<Control>(prepared.instruction->semantics->operation);
  switch (what) {
    case Control::nop:
      wave.extra_slots += std::uint64_t(prepared.instruction->immediate()->integer & 0xF);
      return Step::next;
    case Control::sleep:
    case Control::setprio:
    case Control::inst_prefetch:
    case Control::icache_invalidate:
    case Control::decode_hint:
      return Step::next;
    case Control::waitcnt:
      return wait(wave, prepared.instruction->modifiers);
    case Control::barrier:
      return Step::barrier;
    case Control::endpgm:
      wait_for_all(wave);
      return Step::ended;
    case Control::branch:
      return branch(wave, prepared, true, false);
    case Control::branch_scc0:
      return branch(wave, prepared, !wave.scc, wave.scc_undefined);
    case Control::branch_scc1:
      return branch(wave, prepared, wave.scc, wave.scc_undefined);
    case Control::branch_vccz:
      return branch(wave, prepared, vcc(wave).value == 0, vcc(wave).undefined != 0);
    case Control::branch_vccnz:
      return branch(wave, prepared, vcc(wave).value != 0, vcc(wave).undefined != 0);
    case Control::branch_execz:
      return branch(wave, prepared, wave.exec() == 0, false);
    case Control::branch_execnz:
      return branch(wave, prepared, wave.exec() != 0, false);
    case Control::getpc:
    case Control::setpc:
    case Control::swappc:
      return program_counter(wave, prepared, what);
    case Control::getreg:
    case Control::setreg:
    case Control::setreg_immediate:
      return mode_register(wave, prepared, what);
    case Control::call:
      return call(wave, prepared);
    case Control::vector_skip:
      return skip_vectors(wave, prepared);
    case Control::gpr_index_off:
      set_mode_bit(wave, kModeGprIndex, false);
      return Step::next;
    case Control::gpr_index_on:
    case Control::gpr_index_mode:
    case Control::gpr_index:
      return index_registers(wave, prepared, what);
    case Control::move_from_relative:
    case Control::move_to_relative:
      return move_relative(wave, prepared, what == Control::move_from_relative);
    case Control::debugger_branch:
      return Step::next;
    case Control::trap:
      return wave.stop(FindingKind::trap, prepared, -1, "the kernel traps");
    case Control::prefetch:
      return Step::next;
    case Control::padding:
      return wave.stop(FindingKind::illegal_instruction, prepared, -1,
                       "execution runs past the end of the code");
    case Control::barrier_signal:
    case Control::barrier_signal_first:
      return signal_barrier(wave, prepared, what == Control::barrier_signal_first);
    case Control::barrier_wait:
      return wait_at_barrier(wave, prepared);
    case Control::barrier_init:
      return init_barrier(wave, prepared);
    case Control::barrier_join:
      return join_barrier(wave, prepared);
    case Control::barrier_leave:
      return leave_barrier(wave, prepared);
    case Control::vgpr_banks:
      return set_banks(wave, prepared);
    case Control::round_mode:
      return set_mode_field(wave, prepared, 0);
    case Control::denorm_mode:
      return set_mode_field(wave, prepared, 4);
    case Control::send_message:
      if (gives_registers_back(*prepared.instruction)) return Step::next;
      if (!interrupts_host(wave, *prepared.instruction)) break;
      (*wave.environment().host)(*wave.environment().memory);
      ++wave.group->changes;
      return Step::next;
    case Control::halt:
    case Control::memory_time:
    case Control::cycles:
    case Control::message_returned:
      break;
  }
  return wave.stop(FindingKind::unsupported, prepared, -1, "the emulator does not model this instruction");
}

}  // namespace lockstep::machine
