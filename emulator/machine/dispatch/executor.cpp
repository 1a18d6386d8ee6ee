#include "emulator/machine/dispatch/executor.hpp"

#include "emulator/machine/lds/execute.hpp"
#include "emulator/machine/matrix/execute.hpp"
#include "emulator/machine/memory_operations/execute.hpp"
#include "emulator/machine/scalar/execute.hpp"
#include "emulator/machine/vector/execute.hpp"

namespace lockstep::machine {

Execute executor_of(const isa::Instruction& instruction) {
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

}  // namespace lockstep::machine
