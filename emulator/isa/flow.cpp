#include "emulator/isa/flow.hpp"

#include "emulator/isa/constant.hpp"
#include "emulator/isa/dataflow.hpp"
#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

std::uint64_t immediate_target(const Instruction& instruction) {
  // SIMM16 counts dwords from the next instruction.
  const std::int64_t dwords = std::int16_t(instruction.immediate()->integer);
  return instruction.address + 4 + std::uint64_t(dwords * 4);
}

std::optional<std::uint64_t> branch_target(const Instruction& instruction) {
  if (instruction.semantics == nullptr) return std::nullopt;
  const auto* const control = std::get_if<Control>(&instruction.semantics->operation);
  if (control == nullptr || *control < Control::branch || *control > Control::branch_execnz)
    return std::nullopt;
  if (instruction.immediate() == nullptr) return std::nullopt;
  return immediate_target(instruction);
}

namespace {

const Control* control_of(const Instruction& i) {
  return i.semantics != nullptr ? std::get_if<Control>(&i.semantics->operation) : nullptr;
}

bool writes(const Instruction& i, std::uint16_t pair, WaveWidth width) {
  for (const RegisterAccess& a : dataflow(i, width))
    if (a.writes() && a.overlaps({File::scalar, Role::source, pair, 2})) return true;
  return false;
}

bool is_scalar(const Operand* o, std::uint16_t index) {
  return o != nullptr && o->kind == Operand::Kind::scalar && o->index == index;
}

/// The constant that `mnemonic REGISTER, REGISTER, CONSTANT` adds.
std::optional<std::uint64_t> added(const Instruction& i, const char* mnemonic, std::uint16_t to,
                                   Type type = Type::u32) {
  if (i.mnemonic != mnemonic || !is_scalar(i.destination(), to) || !is_scalar(i.source(0), to) ||
      i.source(1)->kind != Operand::Kind::constant)
    return std::nullopt;
  return constant_bits(*i.source(1), type);
}

/// Whether execution may leave or enter the line behind this instruction.
bool leaves(const Instruction& i) {
  const Control* const what = control_of(i);
  if (what == nullptr) return i.semantics == nullptr;
  return branch_target(i) || *what == Control::setpc || *what == Control::swappc || *what == Control::call ||
         *what == Control::endpgm || *what == Control::trap || *what == Control::halt;
}

bool jumped_to(const Program& program, std::uint64_t after, std::uint64_t through) {
  for (const Instruction& i : program.instructions)
    if (const auto target = branch_target(i); target && *target > after && *target <= through) return true;
  return false;
}

/// The address in a pair of SGPRs where the lines before say it: s_getpc_b64, s_add_u32 and s_addc_u32 of
/// constants, which is how compilers name a function, on gfx1250 s_get_pc_i64 and s_add_nc_u64. Lines without
/// control flow between only.
std::optional<std::uint64_t> constant_in(const Program& program, std::uint32_t at, std::uint16_t pair) {
  constexpr std::uint32_t kFarthest = 64;
  std::optional<std::uint64_t> low, high;
  for (std::uint32_t back = 1; back <= kFarthest && back <= at; ++back) {
    const Instruction& i = program.instructions[at - back];
    if (leaves(i)) return std::nullopt;
    if (const Control* what = control_of(i);
        what != nullptr && *what == Control::getpc && writes(i, pair, program.width)) {
      if (!is_scalar(i.destination(), pair) || !low || !high ||
          jumped_to(program, i.address, program.instructions[at].address))
        return std::nullopt;
      return i.address + i.size + (std::uint64_t{*high} << 32 | *low);
    }
    if (!writes(i, pair, program.width)) continue;
    // The carry's line comes behind the other, so it is met first.
    if (low) return std::nullopt;
    if (const auto both = added(i, "s_add_nc_u64", pair, Type::u64); both && !high) {
      low = *both & 0xFFFF'FFFF;
      high = *both >> 32;
      continue;
    }
    std::optional<std::uint64_t>& part = high ? low : high;
    part = high ? added(i, "s_add_u32", pair) : added(i, "s_addc_u32", std::uint16_t(pair + 1));
    if (!part) return std::nullopt;
  }
  return std::nullopt;
}

Flow jump_to_register(const Program& program, std::uint32_t at, const Instruction& i, bool call) {
  Flow f;
  f.falls = false;
  const Operand* const to = i.source(0);
  if (to == nullptr || to->kind != Operand::Kind::scalar) return f;
  f.target = constant_in(program, at, to->index);
  if (!f.target) f.register_target = to->index;
  if (call) f.link = i.destination()->index;
  return f;
}

Flow direct_call(const Instruction& i) {
  Flow f;
  f.falls = false;
  if (i.immediate() == nullptr) return f;
  f.target = immediate_target(i);
  f.link = i.destination()->index;
  return f;
}

}  // namespace

Flow flow(const Program& program, std::uint32_t at) {
  const Instruction& i = program.instructions[at];
  Flow f;
  // Words that are no instruction end a path; an instruction without semantics is one all the same.
  if (i.semantics == nullptr) {
    f.falls = i.mnemonic.starts_with("v_") || !i.operands.empty();
    return f;
  }
  const Control* const what = control_of(i);
  if (what == nullptr) return f;
  switch (*what) {
    case Control::endpgm:
    case Control::trap:
    case Control::halt:
      f.falls = false;
      return f;
    case Control::setpc:
    case Control::swappc:
      return jump_to_register(program, at, i, *what == Control::swappc);
    case Control::call:
      return direct_call(i);
    default:
      f.target = branch_target(i);
      f.falls = *what != Control::branch;
      f.conditional = f.target.has_value() && f.falls;
      return f;
  }
}

}  // namespace lockstep::isa
