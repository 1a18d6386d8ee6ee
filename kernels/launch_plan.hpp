// One launch of a kernel: what the host passes to the runtime.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/code_object/arguments.hpp"
#include "reference/operators/tiling.hpp"

namespace lockstep::kernels {

/// How the launch cuts what it computes of an output, which has the name of its argument.
struct TiledOutput {
  std::string_view output;
  operators::Tiling tiling;
};

struct LaunchPlan {
  std::string symbol;                           ///< kernel in the code object
  std::array<std::uint32_t, 3> grid{1, 1, 1};   ///< workgroups
  std::array<std::uint32_t, 3> block{1, 1, 1};  ///< threads
  std::vector<std::uint64_t> only{};            ///< workgroups to run, ascending, where not all are wanted
  std::vector<code_object::NamedValue> arguments;
  std::uint32_t dynamic_lds = 0;  ///< bytes on top of what the kernel declares
  std::vector<TiledOutput> tiled{};
  std::vector<std::byte> segment{};     ///< instead of `arguments`: their bytes, packed already
  std::vector<std::size_t> pointers{};  ///< where addresses lie in the segment
};

}  // namespace lockstep::kernels
