#include "register_waits.hpp"

#include <fmt/format.h>

#include "emulator/isa/counters.hpp"
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

/// A load behind another that fills the same register comes later, if both are ordered by one counter.
bool arrives_behind(const isa::Instruction& i, const Pending& p, isa::Counter counter) {
  const auto issued = isa::issued(i);
  return issued && issued->ordered && issued->counter == counter && !p.out_of_order;
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
  const std::uint64_t lanes = isa::crosses_lanes(*code.instruction) ? ~std::uint64_t{0} : wave.exec();
  for (const isa::Counter counter : {isa::Counter::vm, isa::Counter::lgkm}) {
    const machine::PendingQueue& queue = counter == isa::Counter::vm ? wave.vm : wave.lgkm;
    for (std::size_t n = 0; n < queue.size(); ++n) {
      const Pending& p = queue[n];
      for (const RegisterAccess& a : accesses(code)) {
        if (!meets(wave, p, a) || (a.file != File::scalar && (p.lanes & lanes) == 0)) continue;
        if (a.writes() && arrives_behind(*code.instruction, p, counter)) continue;
        if (!findings_.is_new(machine::FindingKind::early_use, code.index, p.code->index)) continue;
        findings_.add(machine::FindingKind::early_use, wave, code, -1, p.code->index,
                      fmt::format("{} a register that {} @{:#x} fills, before a wait for it",
                                  a.writes() ? "overwrites" : "reads", p.code->instruction->text,
                                  p.code->instruction->address));
      }
    }
  }
}

}  // namespace lockstep::checks
