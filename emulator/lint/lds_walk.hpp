// What a wave does to LDS on its way, as far as the code says it.
//
// It is followed by its first thread as long as the code says which way it goes. A loop is taken to run twice
// at least.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "emulator/lint/control_flow.hpp"
#include "emulator/lint/lds_ranges.hpp"
#include "emulator/lint/operations.hpp"

namespace lockstep::lint {

/// An access, and behind how many barriers; one that was issued before the last of them lacked a wait there.
struct LdsAccess {
  std::uint32_t instruction = 0;
  std::uint32_t barriers = 0;
  LdsRanges ranges;
  std::optional<int> lacked;    ///< what the wait had to allow
  bool may_wait_by_it = false;  ///< in a loop without a barrier that ends nobody knows when
};

/// What the wave of that first thread does, in the order of its instructions; one more behind each barrier
/// that it comes to too early.
std::vector<LdsAccess> follow_wave(const isa::Program& program, const ControlFlow& flow, Operations code,
                                   std::uint32_t thread);

}  // namespace lockstep::lint
