// Managed variables, which host and kernels share; and what programs ask on the way to their first launch.
#include "hip_calls.hpp"

struct Attributes {
  int binary_version, cache_mode_ca;
  size_t const_bytes, local_bytes;
  int max_dynamic_shared_bytes, max_threads_per_block, registers, preferred_carveout, ptx_version;
  size_t shared_bytes;
};
extern "C" {
hipError_t hipFuncGetAttributes(Attributes*, const void*);
hipError_t hipDevicePrimaryCtxGetState(int, unsigned*, int*);
hipError_t hipDeviceGetLimit(size_t*, int);
hipError_t hipDeviceSetLimit(int, size_t);
hipError_t hipDeviceGetPCIBusId(char*, int, int);
hipError_t hipDeviceGetByPCIBusId(int*, const char*);
hipError_t hipGetFuncBySymbol(hipFunction_t*, const void*);
hipError_t hipMemPtrGetInfo(void*, size_t*);
hipError_t hipMallocManaged(void**, size_t, unsigned);
hipError_t hipMemAdvise(const void*, size_t, int, int);
hipError_t hipMemPrefetchAsync(const void*, size_t, int, hipStream_t);
hipError_t hipSetDeviceFlags(unsigned);
hipError_t hipGetDeviceFlags(unsigned*);
hipError_t hipFuncSetCacheConfig(const void*, int);
hipError_t hipDeviceReset();
}

__attribute__((managed)) int counter = 40;
__attribute__((managed)) int table[64] = {1, 2, 3};

__global__ __attribute__((amdgpu_flat_work_group_size(1, 128))) void change() {
  __attribute__((shared)) int lds[32];
  lds[global_thread() % 32] = counter;
  __builtin_amdgcn_s_barrier();
  if (global_thread() == 0) counter = lds[0] + 2;
  table[global_thread()] += 100;
}

__device__ __attribute__((noinline)) int sum_to(int n) {
  volatile int kept[32] = {};
  kept[n & 31] = n;
  return n == 0 ? 0 : sum_to(n - 1) + kept[n & 31];
}
__global__ void deep(int n) { table[5] = sum_to(n); }

int main() {
  if (counter != 40 || table[2] != 3) return 5;
  table[3] = 4;
  change<<<dim3(1), dim3(64)>>>();
  must(hipDeviceSynchronize(), "hipDeviceSynchronize");
  if (counter != 42 || table[0] != 101 || table[3] != 104 || table[63] != 100) return 6;

  Attributes a{};
  must(hipFuncGetAttributes(&a, reinterpret_cast<const void*>(change)), "hipFuncGetAttributes");
  if (a.shared_bytes != 128 || a.max_threads_per_block != 128 || a.registers <= 0 || a.binary_version != 95) return 7;
  if (hipFuncGetAttributes(&a, &a) == 0) return 8;
  unsigned flags = 0;
  int active = 0, device = -1;
  must(hipSetDeviceFlags(4), "hipSetDeviceFlags");
  must(hipGetDeviceFlags(&flags), "hipGetDeviceFlags");
  must(hipDevicePrimaryCtxGetState(0, &flags, &active), "hipDevicePrimaryCtxGetState");
  if (flags != 4 || active != 1) return 9;
  size_t limit = 0;
  must(hipDeviceSetLimit(2, 12345), "hipDeviceSetLimit");
  must(hipDeviceGetLimit(&limit, 2), "hipDeviceGetLimit");
  if (limit != 12345 || hipDeviceGetLimit(&limit, 77) == 0) return 10;
  must(hipDeviceSetLimit(0, 16384), "hipDeviceSetLimit");
  deep<<<dim3(1), dim3(1)>>>(40);
  must(hipDeviceSynchronize(), "hipDeviceSynchronize");
  if (table[5] != 820) return 16;
  char bus[16] = {};
  must(hipDeviceGetPCIBusId(bus, sizeof bus, 0), "hipDeviceGetPCIBusId");
  must(hipDeviceGetByPCIBusId(&device, bus), "hipDeviceGetByPCIBusId");
  if (device != 0 || hipDeviceGetByPCIBusId(&device, "0000:77:00.0") == 0) return 11;
  hipFunction_t function = nullptr;
  must(hipGetFuncBySymbol(&function, reinterpret_cast<const void*>(change)), "hipGetFuncBySymbol");
  must(hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, nullptr), "hipModuleLaunchKernel");
  must(hipDeviceSynchronize(), "hipDeviceSynchronize");
  if (counter != 44) return 12;
  void *p = nullptr, *shared = nullptr;
  must(hipMalloc(&p, 300), "hipMalloc");
  must(hipMemPtrGetInfo(p, &limit), "hipMemPtrGetInfo");
  if (limit != 300) return 13;
  must(hipMallocManaged(&shared, 256, 1), "hipMallocManaged");
  must(hipMemAdvise(shared, 256, 1, 0), "hipMemAdvise");
  must(hipMemPrefetchAsync(shared, 256, 0, nullptr), "hipMemPrefetchAsync");
  if (hipMemPrefetchAsync(p, 300, 0, nullptr) == 0 || hipMemAdvise(shared, 512, 1, 0) == 0) return 14;
  must(hipFuncSetCacheConfig(reinterpret_cast<const void*>(change), 1), "hipFuncSetCacheConfig");
  must(hipDeviceReset(), "hipDeviceReset");
  return hipFree(nullptr) == 0 && hipMemPtrGetInfo(p, &limit) != 0 ? 0 : 15;
}
