// The part of a kernel that a run went through: blocks that were executed and branches in the directions that they took.
#pragma once

#include <cstdint>
#include <span>

#include "emulator/lint/control_flow.hpp"

namespace lockstep::lint {

/// By instruction of the program.
struct Executed {
  std::span<const std::uint64_t> times,
      jumps;  ///< jumps: times of those that it went on elsewhere than behind it

  bool has(std::uint32_t instruction) const { return instruction < times.size() && times[instruction] > 0; }
};

ControlFlow executed_part(const ControlFlow& flow, const Executed& executed);

}  // namespace lockstep::lint
