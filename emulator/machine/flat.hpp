// Flat operations: each lane's address says by itself whether it lies in device memory, in the workgroup's
// LDS or in the lane's own scratch.
//
// LDS and scratch are seen through apertures of 4 GiB, whose bases are the operands src_shared_base and
// src_private_base; the low dword of an address there is an offset from the segment's beginning (LLVM
// AMDGPUUsage, "Address Spaces"). The bases are those that Linux's amdkfd sets (kfd_flat_memory.c,
// kfd_init_apertures_v9).
//
// An operation is dealt out to its spaces. Lanes in memory and scratch are done when vmcnt says so, lanes in
// LDS when lgkmcnt does, and whatever the lanes, it counts one on each (CDNA3 ISA, "Flat memory
// instructions"). LDS's part leaves lgkmcnt at any moment, but touches LDS in the order of issue.
#pragma once

#include <memory>

#include "emulator/machine/wave.hpp"

namespace lockstep::machine {

inline constexpr std::uint64_t kSharedAperture = 0x0001'0000'0000'0000ull;
inline constexpr std::uint64_t kPrivateAperture = 0x0002'0000'0000'0000ull;
inline constexpr std::uint64_t kApertureBytes = std::uint64_t{1} << 32;

/// Issues an operation that has its lanes' flat addresses, its data and its destination.
Step issue_flat(Wave& wave, std::unique_ptr<Pending> all);

}  // namespace lockstep::machine
