// The arch whose waves multiply in fours: NVIDIA's sm_90, which only a GPU runs.
#pragma once

#include <string_view>

namespace lockstep::arch {

/// Whether an arch multiplies by wgmma: 32 of k at a time, in sums of which operands of 8 bits leave 13
/// fraction bits.
bool has_warpgroups(std::string_view arch);

}  // namespace lockstep::arch
