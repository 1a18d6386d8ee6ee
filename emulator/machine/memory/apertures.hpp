// The windows of the flat address space through which LDS and scratch are seen: 4 GiB each, whose bases are the
// operands src_shared_base and src_private_base. The low dword of an address there is an offset from the
// segment's beginning (LLVM AMDGPUUsage, "Address Spaces"). The bases are those that Linux's amdkfd sets
// (kfd_flat_memory.c, kfd_init_apertures_v9).
#pragma once

#include <cstdint>

namespace lockstep::machine {

inline constexpr std::uint64_t kSharedAperture = 0x0001'0000'0000'0000ull;
inline constexpr std::uint64_t kPrivateAperture = 0x0002'0000'0000'0000ull;
inline constexpr std::uint64_t kApertureBytes = std::uint64_t{1} << 32;

}  // namespace lockstep::machine
