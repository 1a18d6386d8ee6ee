// A program on a GPU through the HIP runtime.
#pragma once

#include "devices/device.hpp"
#include "devices/hip_runtime.hpp"

namespace lockstep::devices {

/// As Device::run(Program).
tl::expected<std::optional<Overwritten>, Failure> run_program(const HipRuntime& hip, const Program& program);

}  // namespace lockstep::devices
