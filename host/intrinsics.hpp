// The host's vector instructions by their names, for the files that need more than a compiler makes of loops.
// They stand inside #if LOCKSTEP_X86_64.
#pragma once

#include "host/simd_levels.hpp"

#if LOCKSTEP_X86_64
// GCC's own header gives VSCALEFPS and the like an operand that is never read, and warns of it where they are
// inlined: GCC bug 105593.
#if !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#if !defined(__clang__)
#pragma GCC diagnostic pop
#endif
#endif
