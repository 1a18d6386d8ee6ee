// Calls of HIP that others of its calls end in, declared once: a definition that differs does not compile.
#pragma once

#include "emulator/runtime/hip/abi.hpp"

namespace lockstep::runtime::hip {

extern "C" {
Status hipEventRecord(Event event, Stream stream);
Status hipGetProcAddress(const char* symbol, void** function, int version, std::uint64_t flags, int* status);
Status hipGraphAddChildGraphNode(void** node, void* graph, void* const* dependencies, std::size_t count,
                                 void* child);
Status hipGraphAddEmptyNode(void** node, void* graph, void* const* dependencies, std::size_t count);
Status hipGraphAddEventRecordNode(void** node, void* graph, void* const* dependencies, std::size_t count,
                                  Event event);
Status hipGraphAddEventWaitNode(void** node, void* graph, void* const* dependencies, std::size_t count,
                                Event event);
Status hipGraphInstantiate(void** executable, void* graph, void** culprit, char* log, std::size_t bytes);
Status hipLaunchCooperativeKernel(const void* stub, Dim3 grid, Dim3 block, void** arguments,
                                  unsigned shared_bytes, Stream stream);
Status hipLaunchHostFunc(Stream stream, void (*function)(void*), void* data);
Status hipLaunchKernel(const void* stub, Dim3 grid, Dim3 block, void** arguments, std::size_t shared_bytes,
                       Stream stream);
Status hipMemcpy(void* to, const void* from, std::size_t bytes, int kind);
Status hipMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, Stream stream);
Status hipMemsetAsync(void* to, int value, std::size_t bytes, Stream stream);
Status hipModuleLaunchKernel(FunctionHandle function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                             unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                             Stream stream, void** arguments, void** extra);
Status hipStreamGetCaptureInfo(Stream handle, int* status, unsigned long long* id);
Status hipStreamQuery(Stream stream);
Status hipStreamSynchronize(Stream stream);
Status hipStreamWaitEvent(Stream stream, Event event, unsigned flags);
}

}  // namespace lockstep::runtime::hip
