// Launches with attributes.
#include <array>
#include <span>

#include <fmt/format.h>

#include "emulator/machine/dispatch/refusal.hpp"
#include "emulator/runtime/hip/calls.hpp"
#include "emulator/runtime/hip/registered.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

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

/// What attributes ask for that plain calls can't.
struct Asked {
  bool cooperative = false;
  std::array<std::uint32_t, 3> cluster{};  ///< workgroups; zeros: as the kernel has it
  bool plain() const { return !cooperative && cluster[0] == 0; }
};

Asked asked_by(const LaunchConfig& c) {
  Asked asked;
  for (const LaunchAttribute& a : std::span(c.attributes, c.attribute_count)) {
    if (a.id == kCooperative) asked.cooperative = a.value[0] != 0;
    if (a.id == kClusterDimension) asked.cluster = {a.value[0], a.value[1], a.value[2]};
  }
  return asked;
}

bool is_meant(const LaunchConfig* c) {
  return c != nullptr && (c->attribute_count == 0 || c->attributes != nullptr);
}

Error launch(const char* name, Session& s, StreamState& stream, const LaunchConfig& c,
             const Function& function, const GivenArguments& given) {
  const Asked asked = asked_by(c);
  const lockstep::machine::Launch launch{{c.grid.x, c.grid.y, c.grid.z},
                                         {c.block.x, c.block.y, c.block.z},
                                         unsigned(c.shared_bytes),
                                         0,
                                         {},
                                         lockstep::machine::kPacketAddress,
                                         asked.cluster};
  const std::string why =
      lockstep::machine::refusal(function.module->code().object(), *function.kernel, launch);
  if (asked.cluster[0] != 0 && !why.empty()) {
    s.report().complain(fmt::format("{}: {}", name, why));
    return Error::not_supported;
  }
  return s.launch(function, {launch.grid, launch.block, launch.dynamic_lds, launch.cluster}, given, &stream,
                  asked.cooperative);
}

}  // namespace

LOCKSTEP_HIP Status hipDrvLaunchKernelEx(const LaunchConfig* c, FunctionHandle function, void** arguments,
                                         void** extra) {
  if (!is_meant(c)) return call([](Session&) { return Error::invalid_value; });
  if (asked_by(*c).plain())
    return hipModuleLaunchKernel(function, c->grid.x, c->grid.y, c->grid.z, c->block.x, c->block.y,
                                 c->block.z, unsigned(c->shared_bytes), c->stream, arguments, extra);
  return call_on(c->stream, [&](Session& s, StreamState& stream) {
    if (function == nullptr) return Error::invalid_resource_handle;
    return launch("hipDrvLaunchKernelEx", s, stream, *c, *static_cast<Function*>(function),
                  {arguments, packed_arguments(extra)});
  });
}
LOCKSTEP_HIP Status hipLaunchKernelExC(const LaunchConfig* c, const void* stub, void** arguments) {
  if (!is_meant(c)) return call([](Session&) { return Error::invalid_value; });
  if (asked_by(*c).plain())
    return hipLaunchKernel(stub, c->grid, c->block, arguments, c->shared_bytes, c->stream);
  return call_on(c->stream, [&](Session& s, StreamState& stream) {
    const auto function = function_of(s, stub);
    if (!function) return function.error();
    return launch("hipLaunchKernelExC", s, stream, *c, **function, {arguments, {}});
  });
}
