// How many waves of a kernel a SIMD holds at a time, as registers and LDS allow.
//
// The formulas are those of LLVM 22 (AMDGPUBaseInfo.cpp and AMDGPUSubtarget.cpp, getOccupancyWithNumVGPRs,
// getOccupancyWithNumSGPRs and getOccupancyWithWorkGroupSizes), whose comments `; Occupancy:` the tests hold
// them against. LLVM does not round LDS up to what the hardware allocates in one piece; neither does this.
#pragma once

#include <cstdint>

#include "emulator/arch/arch.hpp"

namespace lockstep::code_object {

/// Waves of a SIMD: what each resource allows.
struct Occupancy {
  std::uint32_t vgprs = 0, sgprs = 0, lds = 0;
  std::uint32_t waves() const;
};

struct Resources {
  std::uint32_t vgprs = 0;      ///< allocated, VGPRs and AGPRs together
  std::uint32_t sgprs = 0;      ///< SGPRs with VCC and what else the kernel needs behind them
  std::uint32_t lds_bytes = 0;  ///< LDS of a workgroup
  std::uint32_t threads = 1;    ///< work-items of a workgroup
  std::uint32_t wavefront = 64;
};

/// On a compute unit of the arch, which is emulated.
Occupancy occupancy(const arch::Arch& arch, const Resources& resources);

}  // namespace lockstep::code_object
