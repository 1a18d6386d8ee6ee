#include "hip.hpp"

#include <array>
#include <map>
#include <mutex>

#include <c10/util/Exception.h>
#include <dlfcn.h>

namespace lockstep_torch {

namespace {

Hip functions;
thread_local Handle current = nullptr;

template <typename Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace

const Hip& hip() {
  return functions;
}

const char* load_hip() {
  void* const library = dlopen("libamdhip64.so.7", RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) return "libamdhip64.so.7";
#define LOCKSTEP_FIND(NAME) \
  if (!find(library, "hip" #NAME, functions.NAME)) return "hip" #NAME;
  LOCKSTEP_FIND(Malloc)
  LOCKSTEP_FIND(Free)
  LOCKSTEP_FIND(FreeAsync)
  LOCKSTEP_FIND(HostMalloc)
  LOCKSTEP_FIND(HostFree)
  LOCKSTEP_FIND(HostGetFlags)
  LOCKSTEP_FIND(MemcpyAsync)
  LOCKSTEP_FIND(Memcpy2DAsync)
  LOCKSTEP_FIND(MemsetAsync)
  LOCKSTEP_FIND(DeviceSynchronize)
  LOCKSTEP_FIND(StreamCreateWithPriority)
  LOCKSTEP_FIND(StreamSynchronize)
  LOCKSTEP_FIND(StreamQuery)
  LOCKSTEP_FIND(StreamWaitEvent)
  LOCKSTEP_FIND(StreamIsCapturing)
  LOCKSTEP_FIND(ThreadExchangeStreamCaptureMode)
  LOCKSTEP_FIND(LaunchHostFunc)
  LOCKSTEP_FIND(EventCreateWithFlags)
  LOCKSTEP_FIND(EventDestroy)
  LOCKSTEP_FIND(EventRecord)
  LOCKSTEP_FIND(EventQuery)
  LOCKSTEP_FIND(EventSynchronize)
  LOCKSTEP_FIND(EventElapsedTime)
  LOCKSTEP_FIND(GetErrorString)
#undef LOCKSTEP_FIND
  return nullptr;
}

void must(int error, const char* call) {
  TORCH_CHECK(error == 0, "HIP error: ", functions.GetErrorString(error), " (", call, ")");
}

Handle current_stream() {
  return current;
}

void set_current_stream(Handle stream) {
  current = stream;
}

bool is_capturing(Handle stream) {
  int status = 0;
  return stream != nullptr && functions.StreamIsCapturing(stream, &status) == 0 && status != 0;
}

Handle next_stream(int priority) {
  constexpr unsigned kNonBlocking = 1;
  struct Pool {
    std::array<Handle, 32> streams{};
    std::size_t next = 0;
  };
  static std::map<int, Pool> pools;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  Pool& pool = pools[priority];
  Handle& stream = pool.streams[pool.next++ % pool.streams.size()];
  if (stream == nullptr)
    must(functions.StreamCreateWithPriority(&stream, kNonBlocking, priority), "hipStreamCreateWithPriority");
  return stream;
}

}  // namespace lockstep_torch
