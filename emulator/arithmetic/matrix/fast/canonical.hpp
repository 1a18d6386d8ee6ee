// Results as models write them.
#pragma once

#include "emulator/arithmetic/matrix/fast/lanes.hpp"
#include "host/intrinsics.hpp"

#if LOCKSTEP_X86_64
namespace lockstep::matrix {

/// Replaces every NaN by the models' canonical NaN.
LOCKSTEP_INLINE LOCKSTEP_V4 __m512 canonical(__m512 x) {
  return _mm512_mask_mov_ps(x, _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q), _mm512_set1_ps(kNaN));
}

}  // namespace lockstep::matrix
#endif
