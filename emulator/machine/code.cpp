#include "emulator/machine/code.hpp"

#include "emulator/machine/plain_vector.hpp"
#include "emulator/machine/wait_states.hpp"

namespace lockstep::machine {

Execute unwatched(const isa::Instruction& instruction) {
  if (instruction.semantics == nullptr || !instruction.unreadable.empty()) return execute_unsupported;
  struct Select {
    Execute operator()(const isa::VectorAlu&) const { return execute_vector_alu; }
    Execute operator()(const isa::BlockConvert&) const { return execute_block_convert; }
    Execute operator()(const isa::CrossLane&) const { return execute_cross_lane; }
    Execute operator()(const isa::ScalarAlu&) const { return execute_scalar_alu; }
    Execute operator()(const isa::Control&) const { return execute_control; }
    Execute operator()(const isa::LanePermute&) const { return execute_lane_permute; }
    Execute operator()(const isa::CacheControl&) const { return execute_cache_control; }
    Execute operator()(const isa::Matrix&) const { return execute_matrix; }
    Execute operator()(const isa::Memory& memory) const {
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

Code bind(const isa::Program& program, std::uint64_t load_bias, const WaitStatePlan* wait_states) {
  Code code{&program, {}, {}, std::make_shared<Constants>(), load_bias};
  code.bound.reserve(program.instructions.size());
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i)
    code.bound.push_back({unwatched(program.instructions[i]), &program.instructions[i], i});
  for (Bound& b : code.bound)
    if (auto plain = plain_vector(*b.instruction, *code.constants)) {
      code.plain.push_back(std::make_shared<const PlainVector>(*plain));
      b.plain = code.plain.back().get();
      b.execute = execute_plain_vector;
    }
  if (wait_states != nullptr && !wait_states->empty())
    for (Bound& b : code.bound)
      if (wait_states->concerns(b.index)) b.execute = execute_with_wait_states;
  return code;
}

Step execute_unsupported(Wave& wave, const Bound& code) {
  const std::string& why = code.instruction->unreadable;
  return wave.stop(FindingKind::unsupported, code, -1,
                   why.empty() ? "the emulator has no semantics for this instruction" : why);
}

}  // namespace lockstep::machine
