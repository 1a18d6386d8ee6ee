#include "emulator/machine/dispatch/code.hpp"

#include "emulator/machine/dispatch/executor.hpp"
#include "emulator/machine/dispatch/wait_states.hpp"
#include "emulator/machine/vector/fast_vector.hpp"

namespace lockstep::machine {

Code bind(const isa::Program& program, std::uint64_t load_bias, const WaitStatePlan* wait_states) {
  Code code{&program, {}, {}, std::make_shared<Constants>(), load_bias};
  code.bound.reserve(program.instructions.size());
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i)
    code.bound.push_back({executor_of(program.instructions[i]), &program.instructions[i], i});
  for (Bound& b : code.bound)
    if (auto plain = fast_vector(*b.instruction, program.width, *code.constants)) {
      code.plain.push_back(std::make_shared<const FastVector>(*plain));
      b.plain = code.plain.back().get();
      b.execute = execute_fast_vector;
    }
  if (wait_states != nullptr && !wait_states->empty())
    for (Bound& b : code.bound)
      if (wait_states->concerns(b.index)) b.execute = execute_with_wait_states;
  return code;
}

}  // namespace lockstep::machine
