// Selects the arch being compiled for. A new arch is one more header with the same members.
#pragma once

#if defined(__gfx950__)
#include "kernels/primitives/arch_gfx950.hpp"
#elif defined(__gfx1250__)
#include "kernels/primitives/arch_gfx1250.hpp"
#elif defined(__gfx942__)
#include "kernels/primitives/arch_gfx942.hpp"
#else
#error "no traits header for this arch: add kernels/primitives/arch_<name>.hpp"
#endif
