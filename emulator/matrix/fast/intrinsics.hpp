// The host's vector instructions by their names, for the files that need more than a compiler makes of loops.
#pragma once

#include "emulator/matrix/fast/kernels.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
// GCC's own header gives VSCALEFPS and the like an operand that is never read, and warns of it: GCC bug
// 105593.
#pragma GCC diagnostic ignored "-Wuninitialized"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif

#define LOCKSTEP_V3 LOCKSTEP_TARGET("arch=x86-64-v3")
#define LOCKSTEP_V4 LOCKSTEP_TARGET("arch=x86-64-v4")
#define LOCKSTEP_VNNI LOCKSTEP_TARGET("arch=x86-64-v4,avx512vnni")
