// Operations of torch, done by the CPU's kernels on copies of what they use of the device's memory.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

namespace lockstep_torch {

/// A tensor's elements in memory of the host, in the order of the current stream, with its sizes and strides.
at::Tensor on_host(const at::Tensor& tensor);

/// The kernel of every operation that has none of its own here: takes arguments off the stack, puts results
/// on it.
void on_cpu(const c10::OperatorHandle& op, torch::jit::Stack* stack);
/// The same by name; results are dropped.
void on_cpu(const char* name, const char* overload, torch::jit::Stack arguments);

/// Another size for a tensor of the device, its storage grown where that is needed.
const at::Tensor& resize_(const at::Tensor& self, at::IntArrayRef size,
                          std::optional<at::MemoryFormat> format);

/// Gives torch's operators on the device to the kernels above and to those of operators.cpp.
void take_operators();

}  // namespace lockstep_torch
