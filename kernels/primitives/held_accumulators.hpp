// Accumulators of gfx950's 16x16x128 instruction held in accumulation registers by hand.
//
// A wave that multiplies 128 rows with 128 columns has 64 accumulators, as many registers as vector
// instructions can address, and needs some of those for addresses. The compiler (clang 22) gives all results
// of matrix instructions the same kind of register, and when that runs out moves accumulators to and fro in
// the loop. Here some of them are operands of instructions it does not choose itself.
//
// Compile with -mllvm -amdgpu-mfma-vgpr-form, so that the others stay where vector instructions are.
//
// At O2 and O3 no accumulator moves before settle(). At O1 some do, too few wait states behind the
// instruction that the compiler knows nothing of, as `lockstep lint` says of the code: there
// LOCKSTEP_HOLD_NOTHING has to be defined, which leaves all of them to the compiler. Without optimisation
// that is so anyway.
#pragma once

#include "kernels/primitives/arch.hpp"

namespace lockstep::device::held {

/// Has c in accumulation registers here.
__device__ inline void hold(Arch::Accumulator& c) {
  asm volatile("" : "+a"(c));
}

/// c = c + x * y with operands of the formats given, unscaled. The compiler knows nothing of this
/// instruction's latency: c may only be touched by another one, or behind settle().
template <int kFormatX, int kFormatY>
__device__ void multiply_add(Arch::Fragment x, Arch::Fragment y, Arch::Accumulator& c) {
#if defined(__OPTIMIZE__) && !defined(LOCKSTEP_HOLD_NOTHING)
  asm("v_mfma_f32_16x16x128_f8f6f4 %0, %1, %2, %0 cbsz:%3 blgp:%4"
      : "+a"(c)
      : "a"(x), "a"(y), "n"(kFormatX), "n"(kFormatY));
#else
  c = Arch::multiply_add_unscaled<kFormatX, kFormatY>(x, y, c);
#endif
}

/// Vector instructions and stores may read what an instruction of 16 passes wrote 19 wait states later (CDNA3
/// ISA, 4.5: manually inserted wait states); this one has 8 passes for FP8.
__device__ inline void settle() {
  asm volatile("s_nop 15\n\ts_nop 3");
}

/// One wait for both: neither is used before the other has come from LDS.
__device__ inline void arrive_together(Arch::Fragment& x, Arch::Fragment& y) {
  asm("" : "+a"(x), "+a"(y));
}

}  // namespace lockstep::device::held
