#include "emulator/machine/dispatch/prepared_program.hpp"

#include "emulator/isa/vgpr_banks.hpp"
#include "emulator/machine/dispatch/executor.hpp"
#include "emulator/machine/dispatch/wait_states.hpp"
#include "emulator/machine/vector/fast_vector.hpp"

namespace lockstep::machine {

namespace {

/// Prepares the vector ALU instructions of a program, side by side in memory.
void prepare_vectors(PreparedProgram& program) {
  auto all = std::make_shared<std::vector<FastVector>>();
  all->reserve(program.instructions.size());  // PreparedInstruction points to elements: none may move
  for (PreparedInstruction& b : program.instructions)
    if (auto fast = fast_vector(*b.instruction, program.decoded->width, *program.constants)) {
      b.fast = &all->emplace_back(std::move(*fast));
      b.execute = fast_executor(*b.fast);
    }
  program.fast = std::move(all);
}

}  // namespace

PreparedProgram prepare_program(const isa::Program& program, std::uint64_t load_bias,
                                const WaitStatePlan* wait_states) {
  PreparedProgram prepared{&program, {}, {}, std::make_shared<Constants>(), load_bias};
  prepared.instructions.reserve(program.instructions.size());
  const bool has_banks = program.arch == "gfx1250";
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
    const isa::Instruction& one = program.instructions[i];
    prepared.instructions.push_back({executor_of(one), &one, i, has_banks && isa::names_vectors(one)});
  }
  prepare_vectors(prepared);
  if (wait_states != nullptr && !wait_states->empty())
    for (PreparedInstruction& b : prepared.instructions)
      if (wait_states->concerns(b.index)) b.execute = execute_with_wait_states;
  if (wait_states != nullptr && !wait_states->expert().empty())
    for (PreparedInstruction& b : prepared.instructions)
      if (wait_states->expert().concerns(b.index)) b.execute = execute_in_expert_mode;
  return prepared;
}

}  // namespace lockstep::machine
