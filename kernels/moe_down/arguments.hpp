// What the kernels of a mixture of experts are passed, and where a tile of theirs stands, whatever the arch.
#pragma once

#include "kernels/primitives/device.hpp"

namespace lockstep::device::moe {

/// Layouts as in reference/operators/moe_down.hpp.
struct Arguments {
  void* d;
  void* d_scale;
  const std::uint8_t* a;
  const std::uint8_t* a_scale;
  const std::uint8_t* b;
  const std::uint8_t* b_scale;
  const std::int32_t* sorted_ids;
  const std::int32_t* block_experts;
  const std::int32_t* used_rows;
  const float* weights;
  std::int32_t tokens, n, k;
  std::int32_t xcds;  ///< dies that workgroups are dealt to
};

/// Where the tile stands.
struct Place {
  std::int64_t row;     ///< first sorted row
  std::int64_t column;  ///< first of the tile's
  int columns;          ///< columns of the tile that there are
  int n;
};

}  // namespace lockstep::device::moe

/// The kernel that calls FUNCTION, in parentheses, of workgroups as ATTRIBUTES say.
#define LOCKSTEP_MOE_KERNEL(ATTRIBUTES, NAME, FUNCTION)                                                     \
  extern "C" __global__ ATTRIBUTES void NAME(                                                               \
      void* d, void* d_scale, const std::uint8_t* a, const std::uint8_t* a_scale, const std::uint8_t* b,    \
      const std::uint8_t* b_scale, const std::int32_t* sorted_ids, const std::int32_t* block_experts,       \
      const std::int32_t* used_rows, const float* weights, std::int32_t tokens, std::int32_t n,             \
      std::int32_t k, std::int32_t xcds) {                                                                  \
    FUNCTION({d, d_scale, a, a_scale, b, b_scale, sorted_ids, block_experts, used_rows, weights, tokens, n, \
              k, xcds});                                                                                    \
  }
