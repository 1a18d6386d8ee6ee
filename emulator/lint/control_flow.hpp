// The code that a kernel may reach, as blocks: straight lines of instructions, entered at the first and left
// behind the last.
//
// Calls lead to their callee, and a jump to a return address to whatever follows a call that keeps it in the
// same registers. All paths count as possible.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "emulator/isa/instruction.hpp"

namespace lockstep::lint {

struct Edge {
  std::uint32_t from = 0, to = 0;  ///< blocks
  enum class Way : std::uint8_t {
    falls,
    taken,
    passed
  } way = Way::falls;  ///< the direction of the branch that ends `from`
};

struct Block {
  std::uint32_t first = 0, last = 0;  ///< indices into the program; the last belongs to the block
  std::vector<Edge> in, out;
};

/// A place where the code does not say what happens.
struct Undecided {
  std::uint32_t instruction = 0;
  std::string why;
};

struct ControlFlow {
  std::vector<Block> blocks;           ///< each behind those that lead to it, loops aside
  std::vector<std::uint32_t> entries;  ///< blocks that the kernel starts at
  std::vector<std::uint32_t> resumed;  ///< blocks reached from code that is not known: behind calls of it
  std::vector<Undecided> undecided;

  /// The block of an instruction; none where the kernel does not reach it.
  const Block* of(std::uint32_t instruction) const;
};

/// Calls `visit` with the index of each instruction that a kernel reaches.
template <typename Visit>
void for_each_reached(const ControlFlow& flow, Visit visit) {
  for (const Block& b : flow.blocks)
    for (std::uint32_t i = b.first; i <= b.last; ++i) visit(i);
}

/// `entries`: indices of instructions at which waves may start.
ControlFlow control_flow(const isa::Program& program, std::span<const std::uint32_t> entries);

/// What a run executed, by instruction of the program.
struct Executed {
  std::span<const std::uint64_t> times,
      jumps;  ///< jumps: times of those that it went on elsewhere than behind it

  bool has(std::uint32_t instruction) const { return instruction < times.size() && times[instruction] > 0; }
};

ControlFlow executed_part(const ControlFlow& flow, const Executed& executed);

}  // namespace lockstep::lint
