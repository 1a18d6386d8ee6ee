// How many waves of a kernel a SIMD holds at a time, as registers and LDS allow.
//
// The formulas are those of LLVM 22 (AMDGPUBaseInfo.cpp and AMDGPUSubtarget.cpp, getOccupancyWithNumVGPRs,
// getOccupancyWithNumSGPRs and getOccupancyWithWorkGroupSizes), whose comments `; Occupancy:` the tests hold them
// against. LLVM does not round LDS up to what the hardware allocates in one piece; neither does this.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::code_object {

/// What a compute unit of the arch has.
struct UnitFacts {
  std::string_view arch;
  std::uint32_t lds_bytes;       ///< of a workgroup, too; LLVM AMDGPUUsage and the CDNA ISA manuals
  std::uint32_t simds;           ///< of a compute unit
  std::uint32_t waves;           ///< that a SIMD holds at most
  std::uint32_t vgprs, granule;  ///< of a lane of a SIMD, VGPRs and AGPRs together; allocated in multiples
  std::uint32_t workgroups_waiting;  ///< at most, of more than one wave, which need a barrier each
};
/// nullptr: nothing is known of it.
const UnitFacts* find_unit(std::string_view arch);

/// Waves of a SIMD: what each resource allows.
struct Occupancy {
  std::uint32_t vgprs = 0, sgprs = 0, lds = 0;
  std::uint32_t waves() const;
};

struct Resources {
  std::uint32_t vgprs = 0;      ///< allocated, VGPRs and AGPRs together
  std::uint32_t sgprs = 0;      ///< with VCC and what else the kernel needs behind them
  std::uint32_t lds_bytes = 0;  ///< of a workgroup
  std::uint32_t threads = 1;    ///< of a workgroup
  std::uint32_t wavefront = 64;
};

Occupancy occupancy(const UnitFacts& unit, const Resources& resources);

}  // namespace lockstep::code_object
