// One launch of a kernel: what the host passes to the runtime.
#pragma once

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

struct LaunchPlan : code_object::Geometry {
  std::string symbol;                 ///< kernel in the code object
  std::vector<std::uint64_t> only{};  ///< workgroups to run, ascending, where not all are wanted
  std::vector<code_object::NamedValue> arguments;
  std::vector<TiledOutput> tiled{};
  std::vector<std::byte> segment{};     ///< instead of `arguments`: their bytes, packed already
  std::vector<std::size_t> pointers{};  ///< where addresses lie in the segment

  /// The bytes of the kernel's argument segment; as code_object::pack_arguments, where they aren't packed
  /// yet.
  tl::expected<std::vector<std::byte>, std::string> pack(const code_object::Kernel& kernel) const {
    if (!segment.empty()) return segment;
    return code_object::pack_arguments(kernel, arguments, *this);
  }
};

}  // namespace lockstep::kernels
