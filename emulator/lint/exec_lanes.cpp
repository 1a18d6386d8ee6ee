#include "emulator/lint/exec_lanes.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "emulator/isa/dataflow.hpp"

namespace lockstep::lint {

namespace {

using isa::Operand;

struct Row {
  std::string_view mnemonic;
  ExecChange change;
  bool through_operand;  ///< EXEC must be the first source: these write whatever they name
};
// CDNA3 ISA, "SOP1" and "SOP2" instructions.
constexpr std::array kRows{
    Row{"s_and_saveexec_b64", ExecChange::narrows, false},
    Row{"s_andn1_saveexec_b64", ExecChange::narrows, false},  // ~S0 & EXEC
    Row{"s_andn1_wrexec_b64", ExecChange::narrows, false},
    Row{"s_or_saveexec_b64", ExecChange::widens, false},
    Row{"s_and_b64", ExecChange::narrows, true},
    Row{"s_andn2_b64", ExecChange::narrows, true},  // S0 & ~S1
    Row{"s_or_b64", ExecChange::widens, true},
};

bool is_exec(const Operand* o, isa::WaveWidth width) {
  return o != nullptr && o->kind == Operand::Kind::scalar && o->index == isa::scalar::kExec &&
         o->count >= isa::mask_registers(width);
}

bool takes_exec(const isa::Instruction& i, isa::WaveWidth width) {
  const bool either_side = i.mnemonic != "s_andn2_b64";
  return is_exec(i.source(0), width) || (either_side && is_exec(i.source(1), width));
}

}  // namespace

ExecChange exec_change(const isa::Instruction& i, isa::WaveWidth width) {
  const isa::RegisterAccess exec{isa::File::scalar, isa::Role::destination, isa::scalar::kExec,
                                 std::uint16_t(isa::mask_registers(width))};
  const auto accesses = isa::dataflow(i, width);
  if (std::ranges::none_of(accesses, [&](const auto& a) { return a.writes() && a.overlaps(exec); }))
    return ExecChange::none;
  if (i.mnemonic.starts_with("v_cmpx")) return ExecChange::narrows;
  const Operand* const source = i.source(0);
  if (i.mnemonic == "s_mov_b64" && source != nullptr && source->kind == Operand::Kind::constant &&
      source->integer == -1)
    return ExecChange::widens;
  const auto row = std::ranges::find(kRows, std::string_view(i.mnemonic), &Row::mnemonic);
  if (row == kRows.end() || (row->through_operand && !takes_exec(i, width))) return ExecChange::replaces;
  return row->change;
}

Lanes after(Lanes lanes, ExecChange change) {
  switch (change) {
    case ExecChange::none:
      return lanes;
    case ExecChange::narrows:
      return lanes == Lanes::same || lanes == Lanes::narrower ? Lanes::narrower : Lanes::unknown;
    case ExecChange::widens:
      return lanes == Lanes::same || lanes == Lanes::wider ? Lanes::wider
             : lanes == Lanes::unknown                     ? Lanes::unknown
                                                           : Lanes::overlapping;
    case ExecChange::replaces:
      break;
  }
  return Lanes::unknown;
}

Lanes join(Lanes a, Lanes b) {
  if (a == b) return a;
  if (a == Lanes::unknown || b == Lanes::unknown) return Lanes::unknown;
  if (a == Lanes::same) return b;
  if (b == Lanes::same) return a;
  return Lanes::overlapping;
}

}  // namespace lockstep::lint
