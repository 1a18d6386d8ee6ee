// Kernels on two streams whose workgroups use the same bytes. `torn`: each fills a table with a word of its own, one from the
// first entry on, the other from the last. Whichever kernel is done first as a whole, the table holds one word alone; the
// program prints how many entries are not as the first one. `apart`: each has a half of the table. `event`: an event lies
// between. `fault`: the other kernel writes where it may not. `meet`: each of two waits for the other, by atomics; `missed`: for
// a third; `late`: the other comes when the host has waited for a third. `greet` and `ignored`: the first two by atomic stores
// and loads.
#include "hip_calls.hpp"

constexpr int kGroups = 8, kThreads = 64, kCount = kGroups * kThreads;
constexpr unsigned kNonBlocking = 1;

__global__ void ascending(int* p) {
  p[global_thread()] = 1;
}
__global__ void descending(int* p) {
  p[kCount - 1 - global_thread()] = 2;
}
__global__ void too_far(int* p) {
  p[global_thread() + (1 << 22)] = 3;
}

__global__ void meet(int* mine, int* theirs) {
  if (global_thread() != 0) return;
  __hip_atomic_fetch_add(mine, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  while (__hip_atomic_fetch_max(theirs, 0, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) == 0) {
  }
}

__global__ void greet(int* mine, const int* theirs) {
  if (global_thread() != 0) return;
  __hip_atomic_store(mine, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  while (__hip_atomic_load(theirs, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) == 0) {
  }
}

namespace {

hipStream_t stream() {
  hipStream_t made = nullptr;
  must(hipStreamCreateWithFlags(&made, kNonBlocking), "hipStreamCreateWithFlags");
  return made;
}

}  // namespace

int main(int, char** words) {
  const char* const way = words[1];
  int* p = nullptr;
  static int host[2 * kCount];
  must(hipMalloc(reinterpret_cast<void**>(&p), sizeof host), "hipMalloc");
  const hipStream_t one = stream(), other = stream();
  hipEvent_t event = nullptr;
  must(hipEventCreate(&event), "hipEventCreate");
  const dim3 grid(kGroups), block(kThreads);
  if (strcmp(way, "meet") == 0 || strcmp(way, "missed") == 0 || strcmp(way, "late") == 0) {
    must(hipMemset(p, 0, sizeof host), "hipMemset");
    meet<<<dim3(1), block, 0, one>>>(p, p + (strcmp(way, "missed") == 0 ? 2 : 1));
    if (strcmp(way, "late") == 0) {
      const hipStream_t third = stream();
      ascending<<<dim3(1), block, 0, third>>>(p + kThreads);
      must(hipStreamSynchronize(third), "hipStreamSynchronize");
    }
    meet<<<dim3(1), block, 0, other>>>(p + 1, p);
    printf("met: %s\n", hipGetErrorName(hipDeviceSynchronize()));
    return 0;
  }
  if (strcmp(way, "greet") == 0 || strcmp(way, "ignored") == 0) {
    must(hipMemset(p, 0, sizeof host), "hipMemset");
    greet<<<dim3(1), block, 0, one>>>(p, p + (strcmp(way, "greet") == 0 ? 1 : 2));
    greet<<<dim3(1), block, 0, other>>>(p + 1, p);
    printf("met: %s\n", hipGetErrorName(hipDeviceSynchronize()));
    return 0;
  }
  ascending<<<grid, block, 0, one>>>(p);
  must(hipEventRecord(event, one), "hipEventRecord");
  if (strcmp(way, "event") == 0) must(hipStreamWaitEvent(other, event, 0), "hipStreamWaitEvent");
  if (strcmp(way, "fault") == 0)
    too_far<<<grid, block, 0, other>>>(p);
  else
    descending<<<grid, block, 0, other>>>(strcmp(way, "apart") == 0 ? p + kCount : p);
  const hipError_t end = hipDeviceSynchronize();
  printf("the device: %s\n", hipGetErrorName(end));
  if (end != 0) return 0;
  must(hipMemcpy(host, p, kCount * sizeof(int), hipMemcpyDeviceToHost), "hipMemcpy");
  int torn = 0;
  for (int i = 1; i < kCount; ++i) torn += host[i] != host[0];
  printf("torn: %d, first %d\n", torn, host[0]);
  return 0;
}
