// What a launch asks for: grid, block, arguments.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace lockstep::machine {

/// Where the dispatch packet of a launch is placed, unless it says otherwise: what a kernel that asks for its pointer reads
/// the size of its workgroups from.
inline constexpr std::uint64_t kPacketAddress = 0x0000'7E00'0000'0000ull;
inline constexpr std::uint64_t kPacketBytes = 64;

struct Launch {
  std::array<std::uint32_t, 3> grid{1, 1, 1};   ///< workgroups
  std::array<std::uint32_t, 3> block{1, 1, 1};  ///< threads
  std::uint32_t dynamic_lds = 0;                ///< bytes beyond the kernel's own
  std::uint64_t kernarg = 0;                    ///< device address of the argument segment
  std::vector<std::uint64_t> only{};            ///< workgroups to run, ascending; empty: all of the grid
  std::uint64_t packet = kPacketAddress;        ///< of launches that run at the same time, one for each
  std::array<std::uint32_t, 3> cluster{};       ///< workgroups of a cluster; zeros: as the kernel has it
};

}  // namespace lockstep::machine
