#include "register_uses.hpp"

namespace lockstep::isa {

RegisterUses::RegisterUses(const Program& program) {
  first_.reserve(program.instructions.size() + 1);
  for (const Instruction& instruction : program.instructions) {
    const std::vector<RegisterAccess> some = dataflow(instruction);
    accesses_.insert(accesses_.end(), some.begin(), some.end());
    first_.push_back(accesses_.size());
    const auto most = [&](Counter counter) {
      return std::int8_t(isa::allowed(instruction, counter).value_or(-1));
    };
    allowed_.push_back({most(Counter::vm), most(Counter::lgkm)});
  }
}

}  // namespace lockstep::isa
