#include "register_uses.hpp"

namespace lockstep::isa {

RegisterUses::RegisterUses(const Program& program) {
  first_.reserve(program.instructions.size() + 1);
  for (const Instruction& instruction : program.instructions) {
    const std::vector<RegisterAccess> some = dataflow(instruction);
    accesses_.insert(accesses_.end(), some.begin(), some.end());
    first_.push_back(accesses_.size());
  }
}

}  // namespace lockstep::isa
