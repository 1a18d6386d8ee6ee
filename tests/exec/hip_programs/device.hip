// What programs ask about the device, a pointer and the runtime, as the headers that they were built with lay it out.
#include "must.hpp"

#if HIP_VERSION_MAJOR >= 6
#define TYPE type
#else
#define TYPE memoryType
#endif

__global__ void nothing() {}

struct Pair {
  hipDeviceAttribute_t which;
  int value;
};

int main() {
  hipDeviceProp_t p{};
  MUST(hipGetDeviceProperties(&p, 0));
  int units = 0, version = 0;
  MUST(hipDeviceGetAttribute(&units, hipDeviceAttributeMultiprocessorCount, 0));
  MUST(hipRuntimeGetVersion(&version));
  std::printf("%s, %s, %d units of %d threads, warps of %d, %zu bytes of LDS, %zu GiB\n", p.name, p.gcnArchName, units,
              p.maxThreadsPerMultiProcessor, p.warpSize, p.sharedMemPerBlock, p.totalGlobalMem >> 30);
  if (p.multiProcessorCount != units || version / 10000000 != HIP_VERSION_MAJOR) return 5;
  for (const auto [which, value] : {Pair{hipDeviceAttributeUnifiedAddressing, 1}, Pair{hipDeviceAttributeMemoryPoolsSupported, 1},
                                    Pair{hipDeviceAttributeIntegrated, 0}, Pair{hipDeviceAttributeMaxRegistersPerBlock, 65536},
                                    Pair{hipDeviceAttributeCooperativeLaunch, 1}, Pair{hipDeviceAttributePciBusId, 0},
                                    Pair{hipDeviceAttributeSharedMemPerBlockOptin, int(p.sharedMemPerBlock)},
                                    Pair{hipDeviceAttributeMaxSharedMemoryPerMultiprocessor, int(p.sharedMemPerBlock)}}) {
    int got = -1;
    MUST(hipDeviceGetAttribute(&got, which, 0));
    if (got != value) return 9;
  }
  int *device = nullptr, *host = nullptr, local = 0;
  MUST(hipMalloc(&device, 64));
  MUST(hipHostMalloc(&host, 64, hipHostMallocDefault));
  hipPointerAttribute_t of{};
  MUST(hipPointerGetAttributes(&of, device + 4));
  if (of.TYPE != hipMemoryTypeDevice || of.devicePointer != device + 4 || of.hostPointer != nullptr) return 6;
  MUST(hipPointerGetAttributes(&of, host));
  if (of.TYPE != hipMemoryTypeHost || of.hostPointer != host) return 7;
  // Of memory that nobody registered: an error, from HIP 6 on a type of its own.
#if HIP_VERSION_MAJOR >= 6
  if (hipPointerGetAttributes(&of, &local) != hipSuccess || of.type != hipMemoryTypeUnregistered) return 8;
#else
  if (hipPointerGetAttributes(&of, &local) != hipErrorInvalidValue) return 8;
#endif
  nothing<<<1, 64>>>();
  std::puts("right");
  return 0;
}
