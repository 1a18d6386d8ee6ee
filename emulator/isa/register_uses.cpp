#include "register_uses.hpp"

#include <algorithm>

namespace lockstep::isa {

void Footprint::add(File file, int first, int count) {
  const int each = file == File::scalar ? kScalars : kVectors;
  std::uint64_t& set = file == File::scalar ? scalars : file == File::vector ? vectors : accumulators;
  const int last = std::min((first + count - 1) / each, 63);
  for (int bit = first / each; bit <= last; ++bit) set |= std::uint64_t{1} << bit;
}

RegisterUses::RegisterUses(const Program& program) {
  first_.reserve(program.instructions.size() + 1);
  for (const Instruction& instruction : program.instructions) {
    const std::vector<RegisterAccess> some = dataflow(instruction);
    accesses_.insert(accesses_.end(), some.begin(), some.end());
    first_.push_back(accesses_.size());
    Footprint& footprint = footprints_.emplace_back();
    for (const RegisterAccess& a : some) footprint.add(a.file, a.first, a.count);
    const auto most = [&](Counter counter) {
      return std::int8_t(isa::allowed(instruction, counter).value_or(-1));
    };
    allowed_.push_back({most(Counter::vm), most(Counter::lgkm)});
  }
}

}  // namespace lockstep::isa
