// Which allocations a launch may use: those that its arguments point into, and those that words of these point into.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emulator/runtime/device_memory.hpp"

namespace lockstep::runtime {

/// In ascending order of their addresses. A pointer lies at a multiple of 8 bytes, in `arguments`, in an allocation or in
/// one of `more`, which are not among the result.
std::vector<const machine::Allocation*> reachable(const DeviceMemory& memory,
                                                  std::span<const std::uint8_t> arguments,
                                                  std::span<const machine::Allocation* const> more);

}  // namespace lockstep::runtime
