// Launches with attributes.
#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "emulator/runtime/hip/abi.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

// Where the plain call is.
LOCKSTEP_HIP Status hipModuleLaunchKernel(FunctionHandle function, unsigned grid_x, unsigned grid_y,
                                          unsigned grid_z, unsigned block_x, unsigned block_y,
                                          unsigned block_z, unsigned shared_bytes, Stream stream,
                                          void** arguments, void** extra);

namespace {

struct LaunchAttribute {  ///< hipLaunchAttribute
  int id;
  int padding;
  std::array<unsigned, 16> value;
};
static_assert(sizeof(LaunchAttribute) == 72);

struct LaunchConfig {  ///< HIP_LAUNCH_CONFIG
  Dim3 grid, block;
  unsigned shared_bytes;
  Stream stream;
  const LaunchAttribute* attributes;
  unsigned attribute_count;
};
static_assert(sizeof(LaunchConfig) == 56);

constexpr int kClusterDimension = 4;  // hipLaunchAttributeClusterDimension

// Workgroups of a cluster share LDS or are loaded together; neither is emulated.
Status check(const LaunchConfig& c) {
  return call([&](Session& s) {
    if (c.attribute_count != 0 && c.attributes == nullptr) return Error::invalid_value;
    for (const LaunchAttribute& a : std::span(c.attributes, c.attribute_count))
      if (a.id == kClusterDimension && std::ranges::any_of(a.value.begin(), a.value.begin() + 3,
                                                           [](unsigned count) { return count > 1; })) {
        s.report().complain(
            fmt::format("hipDrvLaunchKernelEx: clusters of {} x {} x {} workgroups are not emulated",
                        a.value[0], a.value[1], a.value[2]));
        return Error::not_supported;
      }
    return Error::success;
  });
}

}  // namespace

LOCKSTEP_HIP Status hipDrvLaunchKernelEx(const LaunchConfig* c, FunctionHandle function, void** arguments,
                                         void** extra) {
  if (c == nullptr) return answer(Error::invalid_value);
  if (const Status status = check(*c); status != 0) return status;
  return hipModuleLaunchKernel(function, c->grid.x, c->grid.y, c->grid.z, c->block.x, c->block.y, c->block.z,
                               c->shared_bytes, c->stream, arguments, extra);
}
