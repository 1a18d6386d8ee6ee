// How many workgroups of a kernel a compute unit holds at a time.
#include "emulator/code_object/occupancy.hpp"

#include <algorithm>

#include "emulator/runtime/hip/registered.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

constexpr std::uint32_t kMostThreads = 1024;

int workgroups(const lockstep::arch::Arch& device, const lockstep::code_object::Kernel& kernel,
               std::uint32_t threads, std::size_t dynamic_lds) {
  namespace code_object = lockstep::code_object;
  const std::uint32_t most = kernel.max_workgroup != 0 ? kernel.max_workgroup : kMostThreads;
  if (threads == 0 || threads > most) return 0;
  return int(
      code_object::resident_workgroups(device, code_object::resources_of(kernel, threads, dynamic_lds)));
}

Error active(Session& s, const Function& function, int* count, int threads, std::size_t dynamic_lds) {
  if (count == nullptr || threads <= 0) return Error::invalid_value;
  *count = workgroups(s.device(), *function.kernel, std::uint32_t(threads), dynamic_lds);
  return Error::success;
}

// The size of a workgroup that keeps the most threads running, the largest of those that are alike.
Error best(Session& s, const Function& function, int* grid, int* block, std::size_t dynamic_lds, int limit) {
  if (grid == nullptr || block == nullptr) return Error::invalid_value;
  const auto& kernel = *function.kernel;
  const std::uint32_t wavefront = std::max(1u, kernel.wavefront_size),
                      own = kernel.max_workgroup != 0 ? kernel.max_workgroup : kMostThreads,
                      most = limit > 0 ? std::min(own, std::uint32_t(limit)) : own;
  int threads = 0;
  for (std::uint32_t size = std::max(wavefront, most / wavefront * wavefront); size >= wavefront;
       size -= wavefront) {
    const int count = workgroups(s.device(), kernel, size, dynamic_lds);
    if (count * int(size) <= threads) continue;
    threads = count * int(size);
    *block = int(size);
    *grid = count * s.device().device.compute_units;
  }
  return threads != 0 ? Error::success : Error::invalid_value;
}

template <typename Ask>
Status of_stub(const void* stub, Ask ask) {
  return call([&](Session& s) {
    const auto function = function_of(s, stub);
    return function ? ask(s, **function) : function.error();
  });
}
template <typename Ask>
Status of_handle(FunctionHandle handle, Ask ask) {
  return call([&](Session& s) {
    return handle != nullptr ? ask(s, *static_cast<Function*>(handle)) : Error::invalid_resource_handle;
  });
}

}  // namespace

LOCKSTEP_HIP Status hipOccupancyMaxActiveBlocksPerMultiprocessor(int* count, const void* stub, int threads,
                                                                 std::size_t dynamic_lds) {
  return of_stub(stub,
                 [&](Session& s, const Function& f) { return active(s, f, count, threads, dynamic_lds); });
}
LOCKSTEP_HIP Status hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* count, const void* stub,
                                                                          int threads,
                                                                          std::size_t dynamic_lds, unsigned) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(count, stub, threads, dynamic_lds);
}
LOCKSTEP_HIP Status hipOccupancyMaxPotentialBlockSize(int* grid, int* block, const void* stub,
                                                      std::size_t dynamic_lds, int limit) {
  return of_stub(stub,
                 [&](Session& s, const Function& f) { return best(s, f, grid, block, dynamic_lds, limit); });
}
LOCKSTEP_HIP Status hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* count, FunctionHandle function,
                                                                       int threads, std::size_t dynamic_lds) {
  return of_handle(function,
                   [&](Session& s, const Function& f) { return active(s, f, count, threads, dynamic_lds); });
}
LOCKSTEP_HIP Status hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* count, FunctionHandle function, int threads, std::size_t dynamic_lds, unsigned) {
  return hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(count, function, threads, dynamic_lds);
}
LOCKSTEP_HIP Status hipModuleOccupancyMaxPotentialBlockSize(int* grid, int* block, FunctionHandle function,
                                                            std::size_t dynamic_lds, int limit) {
  return of_handle(
      function, [&](Session& s, const Function& f) { return best(s, f, grid, block, dynamic_lds, limit); });
}
LOCKSTEP_HIP Status hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block,
                                                                     FunctionHandle function,
                                                                     std::size_t dynamic_lds, int limit,
                                                                     unsigned) {
  return hipModuleOccupancyMaxPotentialBlockSize(grid, block, function, dynamic_lds, limit);
}
