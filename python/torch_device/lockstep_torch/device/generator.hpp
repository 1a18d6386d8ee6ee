// The device's random numbers: a generator of the CPU's that calls itself the device's.
#pragma once

#include <ATen/core/Generator.h>

namespace lockstep_torch {

/// The device's own, which torch.manual_seed() seeds.
const at::Generator& default_generator();
/// The first one made is the default one: that is how Python gets it.
at::Generator new_generator();
/// The CPU's generator behind one of the device; others as they are.
at::Generator on_cpu_of(const at::Generator& generator);

}  // namespace lockstep_torch
