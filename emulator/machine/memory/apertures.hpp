// The windows of the flat address space onto LDS and scratch: 4 GiB each, whose bases are the
// operands src_shared_base and src_private_base. The low dword of an address there is an offset from the
// segment's beginning (LLVM AMDGPUUsage, "Address Spaces"). The bases are those that Linux's amdkfd sets
// (kfd_flat_memory.c, kfd_init_apertures_v9).
#pragma once

#include <cstdint>

namespace lockstep::machine {

inline constexpr std::uint64_t kSharedAperture = 0x0001'0000'0000'0000ull;
inline constexpr std::uint64_t kPrivateAperture = 0x0002'0000'0000'0000ull;
inline constexpr std::uint64_t kApertureBytes = std::uint64_t{1} << 32;

// gfx1250 maps the scratch of all lanes: an address is src_flat_scratch_base, plus the lane from bit 52 on,
// plus the offset; an address that agrees with the base in bits 63 to 58 is scratch (LLVM 22,
// SITargetLowering, casts between private and flat pointers and llvm.amdgcn.is.private). The system chooses
// the base; here it is above all memory.
inline constexpr std::uint64_t kScratchOfLanes = std::uint64_t{1} << 58;
inline constexpr int kScratchLaneBit = 52;
/// The scratch base of a wave of a workgroup. Bases differ, so that a pointer into another wave's scratch,
/// whose bytes lie elsewhere, is told from one into the wave's own.
constexpr std::uint64_t scratch_of_lanes(int wave, std::uint32_t workgroup) {
  constexpr int kWaveBit = 32, kWorkgroupBit = 38, kWorkgroups = 1 << (kScratchLaneBit - kWorkgroupBit);
  return kScratchOfLanes | std::uint64_t(wave) << kWaveBit |
         std::uint64_t{workgroup % kWorkgroups} << kWorkgroupBit;
}

}  // namespace lockstep::machine
