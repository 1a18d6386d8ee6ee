// The twins by name, a family to a file.
#pragma once

#include "tests/matrix/twin.hpp"
#include "tests/matrix/twin_aligned.hpp"

namespace lockstep::tests::twin {

// twin_exact.cpp: the yardstick, and chains of fused multiply-adds.
TwinDot exact, fma_each_k, fma_post;

// twin_carried.cpp: CDNA3's datapath on gfx950.
TwinDot tr8, tr16, tr32, gtr16, gtr32, gtr_whole;
TwinDot gtr16_post, gtr32_post;

// twin_cdna3.cpp: gfx942.
template <Tail* kTail>
float cdna3_8(const TwinVector& a, const TwinVector& b, float c);
template <Tail* kTail>
float cdna3_16(const TwinVector& a, const TwinVector& b, float c);
template <Tail* kTail>
float cdna3_xf32(const TwinVector& a, const TwinVector& b, float c);

// twin_fused.cpp: NVIDIA Blackwell's.
TwinDot nv_st_8, nv_st_16;

// twin_grid.cpp: RDNA4's.
TwinDot gfx12_dot4;

}  // namespace lockstep::tests::twin
