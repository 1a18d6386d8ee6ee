// How many lanes a wave has.
#pragma once

#include <cstdint>

#include "kernels/kernel.hpp"

namespace lockstep::kernels {

inline std::uint32_t lanes_of(const Kernel& kernel) {
  return kernel.arch == "gfx1250" ? 32 : 64;
}

}  // namespace lockstep::kernels
