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

bool all_same = true;
void same(const char* name, size_t property, hipDeviceAttribute_t attribute) {
  int got = -1;
  MUST(hipDeviceGetAttribute(&got, attribute, 0));
  if (property == size_t(got)) return;
  std::printf("%s: %zu, the attribute %d\n", name, property, got);
  all_same = false;
}
#define SAME(property, attribute) same(#property, size_t(p.property), hipDeviceAttribute##attribute)

// Every field with an attribute but for totalGlobalMem, which an int does not hold, and for arrays of textures.
void properties_are_attributes(const hipDeviceProp_t& p) {
  SAME(sharedMemPerBlock, MaxSharedMemoryPerBlock);
  SAME(regsPerBlock, MaxRegistersPerBlock);
  SAME(warpSize, WarpSize);
  SAME(memPitch, MaxPitch);
  SAME(maxThreadsPerBlock, MaxThreadsPerBlock);
  SAME(maxThreadsDim[0], MaxBlockDimX);
  SAME(maxThreadsDim[1], MaxBlockDimY);
  SAME(maxThreadsDim[2], MaxBlockDimZ);
  SAME(maxGridSize[0], MaxGridDimX);
  SAME(maxGridSize[1], MaxGridDimY);
  SAME(maxGridSize[2], MaxGridDimZ);
  SAME(clockRate, ClockRate);
  SAME(memoryClockRate, MemoryClockRate);
  SAME(memoryBusWidth, MemoryBusWidth);
  SAME(totalConstMem, TotalConstantMemory);
  SAME(major, ComputeCapabilityMajor);
  SAME(minor, ComputeCapabilityMinor);
  SAME(multiProcessorCount, MultiprocessorCount);
  SAME(l2CacheSize, L2CacheSize);
  SAME(maxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor);
  SAME(computeMode, ComputeMode);
  SAME(clockInstructionRate, ClockInstructionRate);
  SAME(concurrentKernels, ConcurrentKernels);
  SAME(pciDomainID, PciDomainID);
  SAME(pciBusID, PciBusId);
  SAME(pciDeviceID, PciDeviceId);
  SAME(maxSharedMemoryPerMultiProcessor, MaxSharedMemoryPerMultiprocessor);
  SAME(isMultiGpuBoard, IsMultiGpuBoard);
  SAME(canMapHostMemory, CanMapHostMemory);
  SAME(integrated, Integrated);
  SAME(cooperativeLaunch, CooperativeLaunch);
  SAME(cooperativeMultiDeviceLaunch, CooperativeMultiDeviceLaunch);
  SAME(textureAlignment, TextureAlignment);
  SAME(texturePitchAlignment, TexturePitchAlignment);
  SAME(kernelExecTimeoutEnabled, KernelExecTimeout);
  SAME(ECCEnabled, EccEnabled);
  SAME(tccDriver, TccDriver);
  SAME(cooperativeMultiDeviceUnmatchedFunc, CooperativeMultiDeviceUnmatchedFunc);
  SAME(cooperativeMultiDeviceUnmatchedGridDim, CooperativeMultiDeviceUnmatchedGridDim);
  SAME(cooperativeMultiDeviceUnmatchedBlockDim, CooperativeMultiDeviceUnmatchedBlockDim);
  SAME(cooperativeMultiDeviceUnmatchedSharedMem, CooperativeMultiDeviceUnmatchedSharedMem);
  SAME(isLargeBar, IsLargeBar);
  SAME(asicRevision, AsicRevision);
  SAME(managedMemory, ManagedMemory);
  SAME(directManagedMemAccessFromHost, DirectManagedMemAccessFromHost);
  SAME(concurrentManagedAccess, ConcurrentManagedAccess);
  SAME(pageableMemoryAccess, PageableMemoryAccess);
  SAME(pageableMemoryAccessUsesHostPageTables, PageableMemoryAccessUsesHostPageTables);
#if HIP_VERSION_MAJOR >= 6
  SAME(luidDeviceNodeMask, LuidDeviceNodeMask);
  SAME(deviceOverlap, DeviceOverlap);
  SAME(surfaceAlignment, SurfaceAlignment);
  SAME(asyncEngineCount, AsyncEngineCount);
  SAME(unifiedAddressing, UnifiedAddressing);
  SAME(persistingL2CacheMaxSize, PersistingL2CacheMaxSize);
  SAME(streamPrioritiesSupported, StreamPrioritiesSupported);
  SAME(globalL1CacheSupported, GlobalL1CacheSupported);
  SAME(localL1CacheSupported, LocalL1CacheSupported);
  SAME(sharedMemPerMultiprocessor, SharedMemPerMultiprocessor);
  SAME(regsPerMultiprocessor, MaxRegistersPerMultiprocessor);
  SAME(multiGpuBoardGroupID, MultiGpuBoardGroupID);
  SAME(hostNativeAtomicSupported, HostNativeAtomicSupported);
  SAME(singleToDoublePrecisionPerfRatio, SingleToDoublePrecisionPerfRatio);
  SAME(computePreemptionSupported, ComputePreemptionSupported);
  SAME(canUseHostPointerForRegisteredMem, CanUseHostPointerForRegisteredMem);
  SAME(sharedMemPerBlockOptin, SharedMemPerBlockOptin);
  SAME(maxBlocksPerMultiProcessor, MaxBlocksPerMultiProcessor);
  SAME(accessPolicyMaxWindowSize, AccessPolicyMaxWindowSize);
  SAME(reservedSharedMemPerBlock, ReservedSharedMemPerBlock);
  SAME(hostRegisterSupported, HostRegisterSupported);
  SAME(memoryPoolsSupported, MemoryPoolsSupported);
  SAME(memoryPoolSupportedHandleTypes, MemoryPoolSupportedHandleTypes);
#endif
}

int main() {
  hipDeviceProp_t p{};
  MUST(hipGetDeviceProperties(&p, 0));
  properties_are_attributes(p);
  if (!all_same) return 4;
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
