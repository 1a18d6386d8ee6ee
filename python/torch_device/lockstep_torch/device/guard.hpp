// The device as torch finds it: among its kinds of devices, and where its CPU side asks for a GPU.
#pragma once

namespace lockstep_torch {

/// Makes this the device that torch knows as "cuda".
void take_guard();
/// nullptr, or why torch would go on asking another.
const char* take_hooks();

}  // namespace lockstep_torch
