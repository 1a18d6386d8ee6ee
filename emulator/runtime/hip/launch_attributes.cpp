// Launches with attributes.
#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "emulator/runtime/hip/abi.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

// The plain calls.
extern "C" {
Status hipModuleLaunchKernel(FunctionHandle function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                             unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                             Stream stream, void** arguments, void** extra);
Status hipModuleLaunchCooperativeKernel(FunctionHandle function, unsigned grid_x, unsigned grid_y,
                                        unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z,
                                        unsigned shared_bytes, Stream stream, void** arguments);
Status hipLaunchKernel(const void* stub, Dim3 grid, Dim3 block, void** arguments, std::size_t shared_bytes,
                       Stream stream);
Status hipLaunchCooperativeKernel(const void* stub, Dim3 grid, Dim3 block, void** arguments,
                                  unsigned shared_bytes, Stream stream);
}

namespace {

struct LaunchAttribute {  ///< hipLaunchAttribute
  int id;
  int padding;
  std::array<unsigned, 16> value;
};
static_assert(sizeof(LaunchAttribute) == 72);

struct LaunchConfig {  ///< hipLaunchConfig_t, and HIP_LAUNCH_CONFIG
  Dim3 grid, block;
  std::size_t shared_bytes;  ///< the driver interface has 32 bits of it, the rest is padding
  Stream stream;
  const LaunchAttribute* attributes;
  unsigned attribute_count;
};
static_assert(sizeof(LaunchConfig) == 56);

constexpr int kCooperative = 2, kClusterDimension = 4;  // hipLaunchAttributeID

bool is_cooperative(const LaunchConfig& c) {
  return std::ranges::any_of(std::span(c.attributes, c.attribute_count), [](const LaunchAttribute& a) {
    return a.id == kCooperative && a.value[0] != 0;
  });
}

// Workgroups of a cluster share LDS or are loaded together; neither is emulated.
Status check(const char* name, const LaunchConfig* config) {
  return call([&](Session& s) {
    if (config == nullptr) return Error::invalid_value;
    const LaunchConfig& c = *config;
    if (c.attribute_count != 0 && c.attributes == nullptr) return Error::invalid_value;
    for (const LaunchAttribute& a : std::span(c.attributes, c.attribute_count))
      if (a.id == kClusterDimension && std::ranges::any_of(a.value.begin(), a.value.begin() + 3,
                                                           [](unsigned count) { return count > 1; })) {
        s.report().complain(
            fmt::format("{}: clusters of {} x {} x {} workgroups are not emulated", name, a.value[0],
                        a.value[1], a.value[2]));
        return Error::not_supported;
      }
    return Error::success;
  });
}

Status no_packed_arguments() {
  return call([](Session& s) {
    s.report().complain("hipDrvLaunchKernelEx: packed arguments of a cooperative launch are not there");
    return Error::not_supported;
  });
}

}  // namespace

LOCKSTEP_HIP Status hipDrvLaunchKernelEx(const LaunchConfig* c, FunctionHandle function, void** arguments,
                                         void** extra) {
  if (const Status status = check("hipDrvLaunchKernelEx", c); status != 0) return status;
  const auto bytes = unsigned(c->shared_bytes);
  if (is_cooperative(*c) && extra == nullptr)
    return hipModuleLaunchCooperativeKernel(function, c->grid.x, c->grid.y, c->grid.z, c->block.x, c->block.y,
                                            c->block.z, bytes, c->stream, arguments);
  if (is_cooperative(*c)) return no_packed_arguments();
  return hipModuleLaunchKernel(function, c->grid.x, c->grid.y, c->grid.z, c->block.x, c->block.y, c->block.z,
                               bytes, c->stream, arguments, extra);
}
LOCKSTEP_HIP Status hipLaunchKernelExC(const LaunchConfig* c, const void* stub, void** arguments) {
  if (const Status status = check("hipLaunchKernelExC", c); status != 0) return status;
  return is_cooperative(*c) ? hipLaunchCooperativeKernel(stub, c->grid, c->block, arguments,
                                                         unsigned(c->shared_bytes), c->stream)
                            : hipLaunchKernel(stub, c->grid, c->block, arguments, c->shared_bytes, c->stream);
}
