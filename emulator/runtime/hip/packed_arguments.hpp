// Arguments that a program has packed itself: the `extra` of the calls that launch.
#pragma once

#include <cstdint>
#include <span>

#include "emulator/runtime/hip/abi.hpp"

namespace lockstep::runtime::hip {

/// Nothing where there are none.
inline std::span<const std::uint8_t> packed_arguments(void** extra) {
  constexpr std::uintptr_t kBufferPointer = 1, kBufferSize = 2, kEnd = 3;  // HIP_LAUNCH_PARAM_*
  const std::uint8_t* bytes = nullptr;
  std::size_t size = 0;
  for (void** at = extra; at != nullptr && number(*at) != kEnd; at += 2) {
    if (number(*at) == kBufferPointer) bytes = static_cast<const std::uint8_t*>(at[1]);
    if (number(*at) == kBufferSize) size = *static_cast<const std::size_t*>(at[1]);
  }
  return {bytes, bytes != nullptr ? size : 0};
}

}  // namespace lockstep::runtime::hip
