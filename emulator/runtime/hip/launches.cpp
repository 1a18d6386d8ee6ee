// Other ways to launch: cooperative ones, and those of hip_ext.h, whose grids count threads.
#include "emulator/runtime/hip/calls.hpp"
#include "emulator/runtime/hip/registered.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

// Events around a launch may be left out.
template <typename Launch>
Status between(Event start, Event stop, Stream stream, Launch launch) {
  if (start != nullptr)
    if (const Status status = hipEventRecord(start, stream); status != 0) return status;
  if (const Status status = launch(); status != 0) return status;
  return stop != nullptr ? hipEventRecord(stop, stream) : 0;
}

}  // namespace

LOCKSTEP_HIP Status hipLaunchCooperativeKernel(const void* stub, Dim3 grid, Dim3 block, void** arguments,
                                               unsigned shared_bytes, Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    const auto function = function_of(s, stub);
    if (!function) return function.error();
    return s.launch(**function, {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared_bytes},
                    {arguments, {}}, &stream, true);
  });
}
LOCKSTEP_HIP Status hipModuleLaunchCooperativeKernel(FunctionHandle function, unsigned grid_x,
                                                     unsigned grid_y, unsigned grid_z, unsigned block_x,
                                                     unsigned block_y, unsigned block_z,
                                                     unsigned shared_bytes, Stream handle, void** arguments) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    if (function == nullptr) return Error::invalid_resource_handle;
    return s.launch(*static_cast<Function*>(function),
                    {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes}, {arguments, {}},
                    &stream, true);
  });
}
LOCKSTEP_HIP Status hipExtLaunchKernel(const void* stub, Dim3 grid, Dim3 block, void** arguments,
                                       std::size_t shared_bytes, Stream stream, Event start, Event stop,
                                       int) {
  return between(start, stop, stream,
                 [&] { return hipLaunchKernel(stub, grid, block, arguments, shared_bytes, stream); });
}
// NOLINTBEGIN(bugprone-reserved-identifier): the name of a C++ function
LOCKSTEP_HIP Status
_Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_tS6_j(
    FunctionHandle function, unsigned threads_x, unsigned threads_y, unsigned threads_z, unsigned block_x,
    unsigned block_y, unsigned block_z, std::size_t shared_bytes, Stream stream, void** arguments,
    void** extra, Event start, Event stop, unsigned) {
  // NOLINTEND(bugprone-reserved-identifier)
  if (block_x == 0 || block_y == 0 || block_z == 0 || threads_x % block_x != 0 || threads_y % block_y != 0 ||
      threads_z % block_z != 0)
    return call([](Session& s) {
      s.report().complain("hipExtModuleLaunchKernel: threads that are no whole number of workgroups");
      return Error::not_supported;
    });
  return between(start, stop, stream, [&] {
    return hipModuleLaunchKernel(function, threads_x / block_x, threads_y / block_y, threads_z / block_z,
                                 block_x, block_y, block_z, unsigned(shared_bytes), stream, arguments, extra);
  });
}
// NOLINTBEGIN(bugprone-reserved-identifier): the name of a C++ function
LOCKSTEP_HIP Status
_Z24hipHccModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_tS6_(
    FunctionHandle function, unsigned threads_x, unsigned threads_y, unsigned threads_z, unsigned block_x,
    unsigned block_y, unsigned block_z, std::size_t shared_bytes, Stream stream, void** arguments,
    void** extra, Event start, Event stop) {
  return _Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_tS6_j(
      function, threads_x, threads_y, threads_z, block_x, block_y, block_z, shared_bytes, stream, arguments,
      extra, start, stop, 0);
}
// NOLINTEND(bugprone-reserved-identifier)
