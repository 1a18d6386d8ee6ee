#include "emulator/observe/instruction_mix.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "emulator/isa/flow.hpp"
#include "emulator/isa/semantics.hpp"

namespace lockstep::observe {

namespace {

struct UnitOf {
  Unit operator()(const isa::VectorAlu&) const { return Unit::vector; }
  Unit operator()(const isa::BlockConvert&) const { return Unit::vector; }
  Unit operator()(const isa::ScalarAlu&) const { return Unit::scalar; }
  Unit operator()(const isa::LanePermute&) const { return Unit::lds; }
  Unit operator()(const isa::CacheControl&) const { return Unit::vector_memory; }
  Unit operator()(const isa::TensorCopy&) const { return Unit::vector_memory; }
  Unit operator()(const isa::Matrix&) const { return Unit::matrix; }
  Unit operator()(isa::CrossLane what) const {
    return what == isa::CrossLane::nop ? Unit::nop : Unit::vector;
  }
  Unit operator()(isa::Control control) const {
    switch (control) {
      case isa::Control::nop:
      case isa::Control::sleep:
        return Unit::nop;
      case isa::Control::waitcnt:
        return Unit::wait;
      case isa::Control::barrier:
      case isa::Control::barrier_signal:
      case isa::Control::barrier_signal_first:
      case isa::Control::barrier_wait:
        return Unit::barrier;
      default:
        return Unit::scalar;
    }
  }
  Unit operator()(const isa::Memory& memory) const {
    if (memory.space == isa::Memory::Space::lds) return Unit::lds;
    return isa::is_scalar(memory.space) ? Unit::scalar : Unit::vector_memory;
  }
};

// Every branch back begins a loop; a compiler's loop is what lies between its target and the branch.
std::vector<Loop> loops(const isa::Program& program) {
  std::vector<Loop> found;
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
    const std::optional<std::uint64_t> target = isa::branch_target(program.instructions[i]);
    const std::int32_t first = target ? program.at(*target) : -1;
    if (first >= 0 && std::uint32_t(first) <= i) found.push_back({std::uint32_t(first), i});
  }
  return found;
}

}  // namespace

std::string_view name(Unit unit) {
  static constexpr std::array<std::string_view, kUnits> kNames{"matrix", "lds",  "vmem",    "vector",
                                                               "scalar", "wait", "barrier", "nop"};
  return kNames[std::size_t(unit)];
}

Unit unit_of(const isa::Instruction& instruction) {
  if (instruction.semantics == nullptr)
    return instruction.mnemonic.starts_with("s_") ? Unit::scalar : Unit::vector;
  return std::visit(UnitOf{}, instruction.semantics->operation);
}

std::uint64_t InstructionMix::total() const {
  return std::accumulate(executed.begin(), executed.end(), std::uint64_t{0});
}

double InstructionMix::share(Unit unit) const {
  const std::uint64_t all = total();
  return all == 0 ? 0 : double(executed[std::size_t(unit)]) / double(all);
}

std::optional<InstructionMix> main_loop(const isa::Program& program,
                                        std::span<const std::uint64_t> executed) {
  std::vector<InstructionMix> mixes;
  for (const Loop& loop : loops(program)) {
    InstructionMix mix{loop, {}};
    for (std::uint32_t i = loop.first; i <= loop.last && i < executed.size(); ++i)
      mix.executed[std::size_t(unit_of(program.instructions[i]))] += executed[i];
    mixes.push_back(mix);
  }
  const auto matrix = [](const InstructionMix& m) { return m.executed[std::size_t(Unit::matrix)]; };
  std::uint64_t most = 0;
  for (const InstructionMix& m : mixes) most = std::max(most, matrix(m));
  // What encloses the main loop has its instructions too: the shortest with the better half of them is meant.
  std::optional<InstructionMix> main;
  const auto length = [](const InstructionMix& m) { return m.loop.last - m.loop.first; };
  for (const InstructionMix& m : mixes)
    if (matrix(m) > 0 && 2 * matrix(m) >= most && (!main || length(m) < length(*main))) main = m;
  return main;
}

}  // namespace lockstep::observe
