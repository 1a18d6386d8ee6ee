// The bytes of a tensor copy: which of memory go to, or come from, which of LDS.
#pragma once

#include <cstdint>
#include <functional>

#include "emulator/machine/memory_operations/tensor_descriptor.hpp"

namespace lockstep::machine {

/// So many bytes that lie one behind the other on both sides.
struct TileRun {
  std::uint64_t memory = 0;
  std::uint64_t lds = 0;
  std::uint32_t bytes = 0;
  bool inside = true;  ///< of the tensor: else a load writes zeros, and a store nothing
};

/// Calls visit(run) in the order of LDS.
void for_each_run(const TensorDescriptor& descriptor, const std::function<void(const TileRun&)>& visit);

}  // namespace lockstep::machine
