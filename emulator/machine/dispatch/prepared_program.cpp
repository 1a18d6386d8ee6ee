#include "emulator/machine/dispatch/prepared_program.hpp"

#include "emulator/isa/vgpr_banks.hpp"
#include "emulator/machine/dispatch/wait_states.hpp"
#include "emulator/machine/lds/execute.hpp"
#include "emulator/machine/matrix/execute.hpp"
#include "emulator/machine/memory_operations/execute.hpp"
#include "emulator/machine/scalar/execute.hpp"
#include "emulator/machine/vector/execute.hpp"
#include "emulator/machine/vector/fast_vector.hpp"
#include "emulator/machine/waves/mode.hpp"

namespace lockstep::machine {

namespace {

/// The vector ALU instructions of a program, side by side in memory, and their constants.
struct FastVectors {
  std::vector<FastVector> all;
  Constants constants;
};

void prepare_vectors(PreparedProgram& program) {
  auto fast = std::make_shared<FastVectors>();
  fast->all.reserve(
      program.instructions.size());  // the instructions' details point to elements: none may move
  for (PreparedInstruction& b : program.instructions)
    if (auto one = fast_vector(*b.instruction, program.decoded->width, fast->constants)) {
      fast->all.push_back(std::move(*one));
      b.details = &fast->all.back();
      b.execute = fast_executor(fast->all.back());
    }
  program.details = std::move(fast);
}

}  // namespace

PreparedProgram prepare_program(const isa::Program& program, std::uint64_t load_bias,
                                const WaitStatePlan* wait_states) {
  PreparedProgram prepared{&program, {}, nullptr, load_bias};
  prepared.instructions.reserve(program.instructions.size());
  const bool has_banks = program.arch->has(arch::Feature::vgpr_banks);
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

Execute executor_of(const isa::Instruction& instruction) {
  if (instruction.semantics == nullptr || !instruction.unreadable.empty()) return execute_unsupported;
  struct Select {
    Execute operator()(const isa::VectorAlu&) const { return execute_vector_alu; }
    Execute operator()(const isa::BlockConvert&) const { return execute_block_convert; }
    Execute operator()(const isa::CrossLane&) const { return execute_cross_lane; }
    Execute operator()(const isa::ScalarAlu&) const { return execute_scalar_alu; }
    Execute operator()(const isa::Control& what) const {
      return isa::reads_clock(what) ? execute_clock : execute_control;
    }
    Execute operator()(const isa::LanePermute&) const { return execute_lane_permute; }
    Execute operator()(const isa::CacheControl&) const { return execute_cache_control; }
    Execute operator()(const isa::Matrix&) const { return execute_matrix; }
    Execute operator()(const isa::TensorCopy&) const { return execute_tensor_copy; }
    Execute operator()(const isa::Memory& memory) const {
      if (memory.lds_in_register) return execute_lds_copy;
      switch (memory.space) {
        case isa::Memory::Space::lds:
          return execute_lds;
        case isa::Memory::Space::scalar:
        case isa::Memory::Space::scalar_buffer:
          return execute_scalar_memory;
        default:
          return execute_vector_memory;
      }
    }
  };
  return std::visit(Select{}, instruction.semantics->operation);
}

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
