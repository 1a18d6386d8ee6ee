// Calls of programs whose default stream is one of each thread (hipcc -fgpu-default-stream=per-thread).
#include "emulator/runtime/hip/calls.hpp"
#include "emulator/runtime/hip/transfers.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

Stream own(Stream stream) {
  return stream != nullptr ? stream : pointer(kPerThreadStream);
}

}  // namespace

LOCKSTEP_HIP Status hipLaunchKernel_spt(const void* stub, Dim3 grid, Dim3 block, void** arguments,
                                        std::size_t shared_bytes, Stream stream) {
  return hipLaunchKernel(stub, grid, block, arguments, shared_bytes, own(stream));
}
LOCKSTEP_HIP Status hipLaunchCooperativeKernel_spt(const void* stub, Dim3 grid, Dim3 block, void** arguments,
                                                   unsigned shared_bytes, Stream stream) {
  return hipLaunchCooperativeKernel(stub, grid, block, arguments, shared_bytes, own(stream));
}
LOCKSTEP_HIP Status hipMemcpy_spt(void* to, const void* from, std::size_t bytes, int kind) {
  return call_on(own(nullptr), [&](Session& s, StreamState& stream) {
    return wait(s, stream, copy(s, stream, "hipMemcpy_spt", to, from, bytes, kind));
  });
}
LOCKSTEP_HIP Status hipMemcpyAsync_spt(void* to, const void* from, std::size_t bytes, int kind,
                                       Stream stream) {
  return hipMemcpyAsync(to, from, bytes, kind, own(stream));
}
LOCKSTEP_HIP Status hipMemset_spt(void* to, int value, std::size_t bytes) {
  return call_on(own(nullptr), [&](Session& s, StreamState& stream) {
    return wait(s, stream, set(s, stream, "hipMemset_spt", {to}, std::uint8_t(value), 1, {bytes}));
  });
}
LOCKSTEP_HIP Status hipMemsetAsync_spt(void* to, int value, std::size_t bytes, Stream stream) {
  return hipMemsetAsync(to, value, bytes, own(stream));
}
LOCKSTEP_HIP Status hipStreamSynchronize_spt(Stream stream) {
  return hipStreamSynchronize(own(stream));
}
LOCKSTEP_HIP Status hipStreamQuery_spt(Stream stream) {
  return hipStreamQuery(own(stream));
}
LOCKSTEP_HIP Status hipStreamWaitEvent_spt(Stream stream, Event event, unsigned flags) {
  return hipStreamWaitEvent(own(stream), event, flags);
}
LOCKSTEP_HIP Status hipEventRecord_spt(Event event, Stream stream) {
  return hipEventRecord(event, own(stream));
}
LOCKSTEP_HIP Status hipLaunchHostFunc_spt(Stream stream, void (*function)(void*), void* data) {
  return hipLaunchHostFunc(own(stream), function, data);
}
