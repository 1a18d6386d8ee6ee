// How many waves of a kernel a SIMD holds at a time, and how many workgroups a compute unit, as registers and
// LDS allow.
//
// The formulas are those of LLVM 22 (AMDGPUBaseInfo.cpp and AMDGPUSubtarget.cpp, getOccupancyWithNumVGPRs,
// getOccupancyWithNumSGPRs and getOccupancyWithWorkGroupSizes), whose comments `; Occupancy:` the tests hold
// them against. LLVM does not round LDS up to what the hardware allocates in one piece; neither does this.
#pragma once

#include <cstdint>
#include <string>

#include "emulator/arch/arch.hpp"
#include "emulator/code_object/arguments.hpp"
#include "emulator/code_object/code_object.hpp"

namespace lockstep::code_object {

/// Waves of a SIMD: what each resource allows.
struct Occupancy {
  std::uint32_t vgprs = 0, sgprs = 0, lds = 0;
  std::uint32_t waves() const;
};

struct Resources {
  std::uint32_t vgprs = 0;      ///< allocated, VGPRs and AGPRs together
  std::uint32_t sgprs = 0;      ///< SGPRs with VCC and what else the kernel needs behind them
  std::uint64_t lds_bytes = 0;  ///< LDS of a workgroup
  std::uint32_t threads = 1;    ///< work-items of a workgroup
  std::uint32_t wavefront = 64;
};

/// The occupancy of a compute unit of the arch, which is emulated.
Occupancy occupancy(const arch::Arch& arch, const Resources& resources);

/// The resources of a kernel's workgroup of so many threads.
Resources resources_of(const Kernel& kernel, std::uint32_t threads, std::uint64_t dynamic_lds);

/// How many workgroups a compute unit holds at a time: whole ones, which LDS, registers, waves and barriers
/// all have room for. 0: not even one.
std::uint32_t resident_workgroups(const arch::Arch& arch, const Resources& resources);

/// Why a cooperative launch can't be, whose workgroups are all on the device at the same time; empty: it can.
std::string overfull(const arch::Arch& device, const Kernel& kernel, const Geometry& geometry);

}  // namespace lockstep::code_object
