// A launch as a program asked for it.
#pragma once

#include "emulator/code_object/arguments.hpp"
#include "emulator/runtime/kernel_arguments.hpp"
#include "emulator/runtime/module.hpp"

namespace lockstep::runtime {

/// A kernel of a module, as programs hold it.
struct Function {
  Module* module = nullptr;
  const code_object::Kernel* kernel = nullptr;
};

struct KernelLaunch {
  Function function;
  code_object::Geometry geometry;
  ArgumentSegment segment;
  bool cooperative = false;
};

}  // namespace lockstep::runtime
