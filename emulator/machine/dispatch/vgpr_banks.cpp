#include "emulator/machine/dispatch/vgpr_banks.hpp"

#include "emulator/isa/vgpr_banks.hpp"
#include "emulator/machine/dispatch/prepared_program.hpp"
#include "emulator/machine/dispatch/wait_states.hpp"
#include "emulator/machine/vector/execute.hpp"
#include "emulator/machine/vector/fast_vector.hpp"
#include "emulator/machine/waves/mode.hpp"

namespace lockstep::machine {

namespace {

/// A vector ALU instruction and its constants.
struct OneVector {
  Constants constants;
  std::optional<FastVector> fast;
};

std::unique_ptr<InstructionCopy> make(Wave& wave, const PreparedInstruction& prepared, std::uint32_t banks) {
  auto made = std::make_unique<InstructionCopy>();
  made->banks = banks;
  made->instruction = isa::in_banks(*prepared.instruction, isa::Banks(banks));
  made->prepared = {executor_of(made->instruction), &made->instruction, prepared.index, true};
  const auto one = std::make_shared<OneVector>();
  one->fast = fast_vector(made->instruction, wave.width(), one->constants);
  if (one->fast) {
    made->prepared.details = &*one->fast;
    made->prepared.execute = fast_executor(*one->fast);
    made->details = one;
  }
  const WaitStatePlan* const plan = wait_states_of(wave);
  if (plan != nullptr && plan->expert().concerns(prepared.index))
    made->prepared.execute = execute_in_expert_mode;
  return made;
}

}  // namespace

const PreparedInstruction& in_banks(Wave& wave, const PreparedInstruction& prepared) {
  const std::uint32_t banks = (wave.mode & kModeBanks) >> kModeBanksShift;
  auto& all = wave.group->banked;
  if (all.size() <= prepared.index) all.resize(wave.environment().program->instructions.size());
  auto& kept = all[prepared.index];
  for (const auto& one : kept)
    if (one->banks == banks) return one->prepared;
  return kept.emplace_back(make(wave, prepared, banks))->prepared;
}

}  // namespace lockstep::machine
