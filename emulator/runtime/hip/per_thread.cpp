// Calls of programs whose default stream is one of each thread (hipcc -fgpu-default-stream=per-thread): a
// call that waits is the asynchronous one and a wait.
#include <string>

#include "emulator/runtime/hip/calls.hpp"
#include "emulator/runtime/hip/loaded_name.hpp"
#include "emulator/runtime/hip/transfers.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

Stream own(Stream stream) {
  return stream != nullptr ? stream : pointer(kPerThreadStream);
}

Status then_wait(Status status) {
  return status == 0 ? hipStreamSynchronize(own(nullptr)) : status;
}

}  // namespace

// NAME_spt on the thread's stream where the program names none, PARAMETERS and ARGUMENTS without the stream.
#define LOCKSTEP_ON_STREAM(NAME, PARAMETERS, ...) \
  extern "C" Status NAME PARAMETERS;              \
  LOCKSTEP_HIP Status NAME##_spt PARAMETERS {     \
    return NAME(__VA_ARGS__);                     \
  }
// WAITS_spt, which is NAME and a wait.
#define LOCKSTEP_WAITING(WAITS, NAME, PARAMETERS, ...) \
  LOCKSTEP_HIP Status WAITS##_spt PARAMETERS {         \
    return then_wait(NAME(__VA_ARGS__, own(nullptr))); \
  }

LOCKSTEP_ON_STREAM(hipLaunchKernel,
                   (const void* stub, Dim3 grid, Dim3 block, void** arguments, std::size_t shared_bytes,
                    Stream stream),
                   stub, grid, block, arguments, shared_bytes, own(stream))
LOCKSTEP_ON_STREAM(hipLaunchCooperativeKernel,
                   (const void* stub, Dim3 grid, Dim3 block, void** arguments, unsigned shared_bytes,
                    Stream stream),
                   stub, grid, block, arguments, shared_bytes, own(stream))
LOCKSTEP_ON_STREAM(hipMemcpyAsync, (void* to, const void* from, std::size_t bytes, int kind, Stream stream),
                   to, from, bytes, kind, own(stream))
LOCKSTEP_ON_STREAM(hipMemsetAsync, (void* to, int value, std::size_t bytes, Stream stream), to, value, bytes,
                   own(stream))
LOCKSTEP_ON_STREAM(hipStreamSynchronize, (Stream stream), own(stream))
LOCKSTEP_ON_STREAM(hipStreamQuery, (Stream stream), own(stream))
LOCKSTEP_ON_STREAM(hipStreamWaitEvent, (Stream stream, Event event, unsigned flags), own(stream), event,
                   flags)
LOCKSTEP_ON_STREAM(hipEventRecord, (Event event, Stream stream), event, own(stream))
LOCKSTEP_ON_STREAM(hipLaunchHostFunc, (Stream stream, void (*function)(void*), void* data), own(stream),
                   function, data)
LOCKSTEP_ON_STREAM(hipMemcpy2DAsync,
                   (void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                    std::size_t width, std::size_t height, int kind, Stream stream),
                   to, to_pitch, from, from_pitch, width, height, kind, own(stream))
LOCKSTEP_WAITING(hipMemcpy2D, hipMemcpy2DAsync,
                 (void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                  std::size_t height, int kind),
                 to, to_pitch, from, from_pitch, width, height, kind)
LOCKSTEP_ON_STREAM(hipMemcpy3DAsync, (const void* parameters, Stream stream), parameters, own(stream))
LOCKSTEP_WAITING(hipMemcpy3D, hipMemcpy3DAsync, (const void* parameters), parameters)
LOCKSTEP_ON_STREAM(hipMemcpyToSymbolAsync,
                   (const void* symbol, const void* from, std::size_t bytes, std::size_t offset, int kind,
                    Stream stream),
                   symbol, from, bytes, offset, kind, own(stream))
LOCKSTEP_WAITING(hipMemcpyToSymbol, hipMemcpyToSymbolAsync,
                 (const void* symbol, const void* from, std::size_t bytes, std::size_t offset, int kind),
                 symbol, from, bytes, offset, kind)
LOCKSTEP_ON_STREAM(hipMemcpyFromSymbolAsync,
                   (void* to, const void* symbol, std::size_t bytes, std::size_t offset, int kind,
                    Stream stream),
                   to, symbol, bytes, offset, kind, own(stream))
LOCKSTEP_WAITING(hipMemcpyFromSymbol, hipMemcpyFromSymbolAsync,
                 (void* to, const void* symbol, std::size_t bytes, std::size_t offset, int kind), to, symbol,
                 bytes, offset, kind)
LOCKSTEP_ON_STREAM(hipMemset2DAsync,
                   (void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                    Stream stream),
                   to, pitch, value, width, height, own(stream))
LOCKSTEP_WAITING(hipMemset2D, hipMemset2DAsync,
                 (void* to, std::size_t pitch, int value, std::size_t width, std::size_t height), to, pitch,
                 value, width, height)
LOCKSTEP_ON_STREAM(hipMemset3DAsync, (PitchedPointer to, int value, Extent extent, Stream stream), to, value,
                   extent, own(stream))
LOCKSTEP_WAITING(hipMemset3D, hipMemset3DAsync, (PitchedPointer to, int value, Extent extent), to, value,
                 extent)
LOCKSTEP_ON_STREAM(hipStreamAddCallback,
                   (Stream stream, void (*callback)(Stream, Status, void*), void* data, unsigned flags),
                   own(stream), callback, data, flags)
LOCKSTEP_ON_STREAM(hipStreamBeginCapture, (Stream stream, int mode), own(stream), mode)
LOCKSTEP_ON_STREAM(hipStreamEndCapture, (Stream stream, void** graph), own(stream), graph)
LOCKSTEP_ON_STREAM(hipStreamIsCapturing, (Stream stream, int* status), own(stream), status)
LOCKSTEP_ON_STREAM(hipStreamGetCaptureInfo, (Stream stream, int* status, unsigned long long* id), own(stream),
                   status, id)
LOCKSTEP_ON_STREAM(hipStreamGetFlags, (Stream stream, unsigned* flags), own(stream), flags)
LOCKSTEP_ON_STREAM(hipStreamGetPriority, (Stream stream, int* priority), own(stream), priority)
LOCKSTEP_ON_STREAM(hipGraphLaunch, (void* executable, Stream stream), executable, own(stream))

LOCKSTEP_HIP Status hipMemcpy_spt(void* to, const void* from, std::size_t bytes, int kind) {
  return call_on(own(nullptr), [&](Session& s, StreamState& stream) {
    return wait(s, stream, copy(s, stream, "hipMemcpy_spt", to, from, bytes, kind));
  });
}
LOCKSTEP_HIP Status hipMemset_spt(void* to, int value, std::size_t bytes) {
  return call_on(own(nullptr), [&](Session& s, StreamState& stream) {
    return wait(s, stream, set(s, stream, "hipMemset_spt", {to}, std::uint8_t(value), 1, {bytes}));
  });
}
LOCKSTEP_HIP Status hipGetProcAddress_spt(const char* symbol, void** function, int version,
                                          std::uint64_t flags, int* status) {
  const std::string name = std::string(symbol != nullptr ? symbol : "") + "_spt";
  const bool has_own = is_exported(name);
  return hipGetProcAddress(has_own ? name.c_str() : symbol, function, version, flags, status);
}
