// What a launch asks for: grid, block, arguments.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace lockstep::machine {

/// Default address of a launch's dispatch packet. A kernel that asks for the packet's pointer reads the size
/// of its workgroups there.
inline constexpr std::uint64_t kPacketAddress = 0x0000'7E00'0000'0000ull;
inline constexpr std::uint64_t kPacketBytes = 64;

/// Bytes of stack that a thread gets where the kernel does not say how many it needs: ROCm's default.
inline constexpr std::uint32_t kStackBytes = 1024;

struct Launch {
  std::array<std::uint32_t, 3> grid{1, 1, 1};   ///< in workgroups
  std::array<std::uint32_t, 3> block{1, 1, 1};  ///< in threads
  std::uint32_t dynamic_lds = 0;                ///< bytes beyond the kernel's own
  std::uint64_t kernarg = 0;                    ///< device address of the argument segment
  std::vector<std::uint64_t> only{};            ///< workgroups to run, ascending; empty: all of the grid
  /// Device address of the dispatch packet; launches that run at the same time need one each
  std::uint64_t packet = kPacketAddress;
  /// Workgroups in a cluster; zeros: as the kernel's metadata says
  std::array<std::uint32_t, 3> cluster{};
  std::uint32_t stack = kStackBytes;
};

}  // namespace lockstep::machine
