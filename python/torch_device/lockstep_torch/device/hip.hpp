// The calls of HIP that the device is made of, of the library that `lockstep exec` puts in AMD's place.
#pragma once

#include <cstddef>
#include <cstdint>

#include <c10/core/Device.h>

namespace lockstep_torch {

enum CopyKind : int { host_to_device = 1, device_to_host = 2, device_to_device = 3 };

using Handle = void*;  ///< a stream, an event, a graph

/// HIP's functions by their names without "hip"; filled by load_hip().
struct Hip {
  int (*Malloc)(void**, std::size_t);
  int (*Free)(void*);
  int (*FreeAsync)(void*, Handle);
  int (*HostMalloc)(void**, std::size_t, unsigned);
  int (*HostFree)(void*);
  int (*HostGetFlags)(unsigned*, void*);
  int (*MemcpyAsync)(void*, const void*, std::size_t, int, Handle);
  int (*Memcpy2DAsync)(void*, std::size_t, const void*, std::size_t, std::size_t, std::size_t, int, Handle);
  int (*MemsetAsync)(void*, int, std::size_t, Handle);
  int (*DeviceSynchronize)();
  int (*StreamCreateWithPriority)(Handle*, unsigned, int);
  int (*StreamSynchronize)(Handle);
  int (*StreamQuery)(Handle);
  int (*StreamWaitEvent)(Handle, Handle, unsigned);
  int (*StreamIsCapturing)(Handle, int*);
  int (*ThreadExchangeStreamCaptureMode)(int*);
  int (*LaunchHostFunc)(Handle, void (*)(void*), void*);
  int (*EventCreateWithFlags)(Handle*, unsigned);
  int (*EventDestroy)(Handle);
  int (*EventRecord)(Handle, Handle);
  int (*EventQuery)(Handle);
  int (*EventSynchronize)(Handle);
  int (*EventElapsedTime)(float*, Handle, Handle);
  const char* (*GetErrorString)(int);
};

const Hip& hip();
/// nullptr, or what is missing.
const char* load_hip();

inline constexpr int kNotReady = 600;  // hipErrorNotReady

/// Throws what HIP says of an error.
void must(int error, const char* call);

inline const c10::Device kDevice(c10::kCUDA, 0);  // the only one

/// The calling thread's.
Handle current_stream();
void set_current_stream(Handle stream);
bool is_capturing(Handle stream);
inline bool is_capturing() {
  return is_capturing(current_stream());
}
/// One of a few that are made as they are asked for, then given out again, as torch's are.
Handle next_stream(int priority);

}  // namespace lockstep_torch
