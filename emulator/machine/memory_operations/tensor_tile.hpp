// The bytes of a tensor copy: which bytes of memory go to, or come from, which bytes of LDS.
#pragma once

#include <cstdint>
#include <functional>

#include "emulator/machine/memory_operations/tensor_descriptor.hpp"

namespace lockstep::machine {

/// A run of bytes that are contiguous in memory and in LDS.
struct TileRun {
  std::uint64_t memory = 0;
  std::uint64_t lds = 0;
  std::uint32_t bytes = 0;
  /// Inside the tensor; outside it a load writes zeros, and a store writes nothing.
  bool inside = true;
};

/// Calls visit(run) for all runs of the tile, in the order of LDS.
void for_each_run(const TensorDescriptor& descriptor, const std::function<void(const TileRun&)>& visit);

}  // namespace lockstep::machine
