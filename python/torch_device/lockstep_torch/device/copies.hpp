// Copies of a tensor's elements, and of nothing that lies between them: bytes as they are, so that what is
// undefined stays so, in the order of the current stream.
#pragma once

#include <ATen/core/Tensor.h>

#include "hip.hpp"

namespace lockstep_torch {

/// Where elements lie; strides in elements.
struct Elements {
  char* first;
  at::IntArrayRef strides;
};

/// The first element's address, on the device or the host.
inline char* first_of(const at::Tensor& tensor) {
  return static_cast<char*>(const_cast<void*>(tensor.const_data_ptr()));
}

/// Elements of `sizes` from one layout to another; `item`: bytes of one. Elements that are repeated (stride
/// 0) on both sides are copied once; the target must not repeat others.
void copy_elements(Elements to, Elements from, at::IntArrayRef sizes, std::size_t item, CopyKind kind);

/// aten::copy_ where either tensor is the device's.
at::Tensor& copy_(at::Tensor& self, const at::Tensor& source, bool non_blocking);

/// Elements that appear in more than one place of the tensor by a stride of 0.
bool repeats(const at::Tensor& tensor);

/// The host waits for the current stream; an error in a capture, as on hardware.
void wait_for_stream(const char* why);

}  // namespace lockstep_torch
