#include "register_waits.hpp"

#include <fmt/format.h>

#include <utility>

#include "emulator/machine/wave.hpp"

namespace lockstep::checks {

using isa::File;
using isa::RegisterAccess;
using machine::Pending;
using machine::Wave;

namespace {

bool is_scalar(const Pending& p) {
  return p.memory->space == isa::Memory::Space::scalar ||
         p.memory->space == isa::Memory::Space::scalar_buffer;
}

bool meets(const Wave& wave, const Pending& p, const RegisterAccess& a) {
  if (p.destination < 0 || p.memory->high_half || p.memory->low_half) return false;
  if (is_scalar(p) != (a.file == File::scalar)) return false;
  const int first = a.first + (a.file == File::accumulator ? wave.environment().accum_offset : 0);
  return first < p.destination + p.dwords && p.destination < first + a.count;
}

/// Whether an instruction uses lanes other than those that execute it.
bool crosses_lanes(const isa::Instruction& i) {
  if (i.modifiers.dpp || i.semantics == nullptr) return true;
  const auto& what = i.semantics->operation;
  return std::holds_alternative<isa::CrossLane>(what) || std::holds_alternative<isa::Matrix>(what) ||
         std::holds_alternative<isa::LanePermute>(what);
}

bool is_alu(const isa::Instruction& i) {
  return i.mnemonic.starts_with("v_") || (i.mnemonic.starts_with("s_") && i.semantics != nullptr &&
                                          std::holds_alternative<isa::ScalarAlu>(i.semantics->operation));
}

}  // namespace

const std::vector<RegisterAccess>& RegisterWaits::accesses(const machine::Bound& code) {
  if (known_.size() <= code.index) {
    known_.resize(code.index + 1);
    accesses_.resize(code.index + 1);
  }
  if (!known_[code.index]) accesses_[code.index] = isa::dataflow(*code.instruction);
  known_[code.index] = true;
  return accesses_[code.index];
}

bool RegisterWaits::watches(const Wave& wave) {
  return wave.environment().schedule.kind == machine::Schedule::Kind::latest;
}

void RegisterWaits::executes(Wave& wave, const machine::Bound& code) {
  if (wave.vm.empty() && wave.lgkm.empty()) return;
  const std::uint64_t lanes = crosses_lanes(*code.instruction) ? ~std::uint64_t{0} : wave.exec();
  for (const machine::PendingQueue* queue : {&std::as_const(wave).vm, &std::as_const(wave).lgkm})
    for (std::size_t n = 0; n < queue->size(); ++n) {
      const Pending& p = (*queue)[n];
      for (const RegisterAccess& a : accesses(code)) {
        if (!meets(wave, p, a) || (a.file != File::scalar && (p.lanes & lanes) == 0)) continue;
        if (a.writes() && !is_alu(*code.instruction)) continue;  // loads of one counter arrive in order
        if (!findings_.is_new(machine::FindingKind::early_use, code.index, p.code->index)) continue;
        findings_.add(machine::FindingKind::early_use, wave, code, -1, p.code->index,
                      fmt::format("{} a register that {} @{:#x} fills, before a wait for it",
                                  a.writes() ? "overwrites" : "reads", p.code->instruction->text,
                                  p.code->instruction->address));
      }
    }
}

}  // namespace lockstep::checks
