// Kernels for GPUs that are not emulated: they run with --device alone.
#pragma once

#include <span>

#include "kernels/kernel.hpp"

namespace lockstep::kernels {

/// Of no arch of kernels(); find_kernel() finds them, too.
std::span<const Kernel> gpu_kernels();

}  // namespace lockstep::kernels
