// A kernel of the probe without a machine: its one matrix instruction, as its text stands in the code.
#pragma once

#include "devices/device.hpp"
#include "emulator/code_object/code_object.hpp"

namespace lockstep::tests {

/// Every workgroup takes its tile of the buffers a, b, c and, where there are, scale_a and scale_b for
/// registers, and leaves d. False when the code has not exactly one such instruction that the model knows.
bool run_directly(const code_object::CodeObject& object, const code_object::Kernel& kernel,
                  const matrix::Model& model, devices::Launch& launch);

}  // namespace lockstep::tests
