// How many lanes a wave has.
#pragma once

#include <cstdint>

#include "emulator/arch/arch.hpp"
#include "kernels/kernel.hpp"

namespace lockstep::kernels {

inline std::uint32_t lanes_of(const Kernel& kernel) {
  return arch::has(kernel.arch, arch::Feature::wave32) ? 32 : 64;
}

}  // namespace lockstep::kernels
