// Program flow, waits, barriers and the MODE register.
#include <fmt/format.h>

#include "emulator/isa/branch.hpp"
#include "wave.hpp"

namespace lockstep::machine {

namespace {

using isa::Control;

Step jump_to(Wave& wave, const Bound& code, std::uint64_t address) {
  const std::int32_t target = wave.environment().code->program->at(address);
  if (target < 0)
    return wave.stop(FindingKind::illegal_instruction, code, -1,
                     fmt::format("jumps to {:#x}, where no instruction begins", address));
  wave.pc = std::uint32_t(target);
  return Step::jumped;
}

Step branch(Wave& wave, const Bound& code, bool taken, bool undefined) {
  if (undefined)
    wave.report(FindingKind::undefined_branch, code, -1, "the condition depends on an undefined value");
  if (!taken) return Step::next;
  return jump_to(wave, code, *isa::branch_target(*code.instruction));
}

Scalar vcc(const Wave& wave) {
  return wave.scalar.read64(isa::scalar::kVcc);
}

Step wait(Wave& wave, const isa::Modifiers& m) {
  if (m.vmcnt) wait_for(wave, wave.vm, *m.vmcnt);
  if (m.lgkmcnt) wait_for(wave, wave.lgkm, *m.lgkmcnt);
  return Step::next;
}

Step program_counter(Wave& wave, const Bound& code, Control what) {
  const auto& operands = code.instruction->operands;
  const std::uint64_t bias = wave.environment().code->load_bias;
  const std::uint64_t next = code.instruction->address + code.instruction->size;
  if (what == Control::getpc) {
    write_scalar(wave, operands[0], 2, {next + bias, 0});
    return Step::next;
  }
  const Scalar target = read_scalar(wave, operands.back(), isa::Type::u64);
  if (target.undefined != 0) wave.report(FindingKind::undefined_branch, code, -1, "the target is undefined");
  if (what == Control::swappc) write_scalar(wave, operands[0], 2, {next + bias, 0});
  return jump_to(wave, code, target.value - bias);
}

constexpr std::int64_t kHwRegMode = 1;

// The parser puts hwreg(ID, OFFSET, WIDTH) into offset, offset0 and offset1.
Step mode_register(Wave& wave, const Bound& code, Control what) {
  const isa::Instruction& i = *code.instruction;
  const isa::Modifiers& m = i.modifiers;
  if (m.offset != kHwRegMode)
    return wave.stop(FindingKind::unsupported, code, -1, "a hardware register other than MODE");
  const std::uint32_t width = m.offset1 == 0 ? 32 : m.offset1;
  const std::uint32_t field = width >= 32 ? ~0u : (1u << width) - 1u;
  if (what == Control::getreg) {
    write_scalar(wave, i.operands[0], 1, {(wave.mode >> m.offset0) & field, 0});
    return Step::next;
  }
  const isa::Operand* value_operand = nullptr;
  for (const isa::Operand& o : i.operands)
    if (o.kind == isa::Operand::Kind::scalar || o.kind == isa::Operand::Kind::constant) value_operand = &o;
  if (value_operand == nullptr) return wave.stop(FindingKind::unsupported, code, -1, "no value to write");
  const Scalar value = read_scalar(wave, *value_operand, isa::Type::u32);
  if ((value.undefined & field) != 0)
    wave.report(FindingKind::undefined_scalar, code, -1, "an undefined value is written to MODE");
  wave.mode = (wave.mode & ~(field << m.offset0)) | std::uint32_t((value.value & field) << m.offset0);
  return Step::next;
}

}  // namespace

Step execute_control(Wave& wave, const Bound& code) {
  const Control what = std::get<Control>(code.instruction->semantics->operation);
  switch (what) {
    case Control::nop:
    case Control::sleep:
    case Control::setprio:
    case Control::inst_prefetch:
    case Control::icache_invalidate:
    case Control::decode_hint:
      return Step::next;
    case Control::waitcnt:
      return wait(wave, code.instruction->modifiers);
    case Control::barrier:
      return Step::barrier;
    case Control::endpgm:
      wait_for(wave, wave.vm, 0);
      wait_for(wave, wave.lgkm, 0);
      return Step::ended;
    case Control::branch:
      return branch(wave, code, true, false);
    case Control::branch_scc0:
      return branch(wave, code, !wave.scc, wave.scc_undefined);
    case Control::branch_scc1:
      return branch(wave, code, wave.scc, wave.scc_undefined);
    case Control::branch_vccz:
      return branch(wave, code, vcc(wave).value == 0, vcc(wave).undefined != 0);
    case Control::branch_vccnz:
      return branch(wave, code, vcc(wave).value != 0, vcc(wave).undefined != 0);
    case Control::branch_execz:
      return branch(wave, code, wave.exec() == 0, false);
    case Control::branch_execnz:
      return branch(wave, code, wave.exec() != 0, false);
    case Control::getpc:
    case Control::setpc:
    case Control::swappc:
      return program_counter(wave, code, what);
    case Control::getreg:
    case Control::setreg:
    case Control::setreg_immediate:
      return mode_register(wave, code, what);
    case Control::trap:
    case Control::halt:
    case Control::memory_time:
    case Control::send_message:
      break;
  }
  return wave.stop(FindingKind::unsupported, code, -1, "the emulator does not model this instruction");
}

}  // namespace lockstep::machine
