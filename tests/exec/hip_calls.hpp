// What these programs use of HIP, declared as its headers do, so that they need none.
#pragma once

using size_t = decltype(sizeof 0);
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
using hipError_t = int;
using hipStream_t = void*;
using hipEvent_t = void*;
using hipModule_t = void*;
using hipFunction_t = void*;
enum {
  hipMemcpyHostToDevice = 1,
  hipMemcpyDeviceToHost = 2,
  hipMemcpyDeviceToDevice = 3,
  hipMemcpyDefault = 4
};

extern "C" {
hipError_t hipLaunchKernel(const void*, dim3, dim3, void**, size_t, hipStream_t);
hipError_t __hipPushCallConfiguration(dim3, dim3, size_t = 0, hipStream_t = nullptr);
hipError_t __hipPopCallConfiguration(dim3*, dim3*, size_t*, hipStream_t*);
hipError_t hipMalloc(void**, size_t);
hipError_t hipHostMalloc(void**, size_t, unsigned);
hipError_t hipFree(void*);
hipError_t hipHostFree(void*);
hipError_t hipMemcpy(void*, const void*, size_t, int);
hipError_t hipMemcpyAsync(void*, const void*, size_t, int, hipStream_t);
hipError_t hipMemset(void*, int, size_t);
hipError_t hipDeviceSynchronize();
hipError_t hipGetLastError();
const char* hipGetErrorName(hipError_t);
hipError_t hipStreamCreate(hipStream_t*);
hipError_t hipStreamDestroy(hipStream_t);
hipError_t hipStreamSynchronize(hipStream_t);
hipError_t hipEventCreate(hipEvent_t*);
hipError_t hipEventRecord(hipEvent_t, hipStream_t);
hipError_t hipEventSynchronize(hipEvent_t);
hipError_t hipEventQuery(hipEvent_t);
hipError_t hipEventElapsedTime(float*, hipEvent_t, hipEvent_t);
hipError_t hipModuleLoad(hipModule_t*, const char*);
hipError_t hipModuleLoadData(hipModule_t*, const void*);
hipError_t hipModuleUnload(hipModule_t);
hipError_t hipModuleGetFunction(hipFunction_t*, hipModule_t, const char*);
hipError_t hipModuleLaunchKernel(hipFunction_t, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                 unsigned, hipStream_t, void**, void**);
hipError_t hipStreamCreateWithFlags(hipStream_t*, unsigned);
hipError_t hipStreamQuery(hipStream_t);
hipError_t hipStreamWaitEvent(hipStream_t, hipEvent_t, unsigned);
hipError_t hipMemsetAsync(void*, int, size_t, hipStream_t);
hipError_t hipFreeAsync(void*, hipStream_t);
hipError_t hipMemcpyToSymbol(const void*, const void*, size_t, size_t, int);
hipError_t hipMemcpyFromSymbol(void*, const void*, size_t, size_t, int);
hipError_t hipGetSymbolAddress(void**, const void*);
hipError_t hipGetSymbolSize(size_t*, const void*);
hipError_t hipStreamBeginCapture(hipStream_t, int);
hipError_t hipStreamEndCapture(hipStream_t, void**);
hipError_t hipGraphCreate(void**, unsigned);
hipError_t hipGraphDestroy(void*);
hipError_t hipGraphInstantiate(void**, void*, void**, char*, size_t);
hipError_t hipGraphLaunch(void*, hipStream_t);
hipError_t hipGraphExecDestroy(void*);
hipError_t hipGraphAddKernelNode(void**, void*, void* const*, size_t, const void*);
hipError_t hipGraphAddMemsetNode(void**, void*, void* const*, size_t, const void*);
hipError_t hipGraphAddMemcpyNode1D(void**, void*, void* const*, size_t, void*, const void*, size_t, int);
int printf(const char*, ...);
int strcmp(const char*, const char*);
[[noreturn]] void exit(int);
}

/// Ends the program where a call fails.
inline void must(hipError_t error, const char* what) {
  if (error == 0) return;
  printf("%s: %s\n", what, hipGetErrorName(error));
  exit(1);
}

__device__ inline unsigned global_thread() {
  return __builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() +
         __builtin_amdgcn_workitem_id_x();
}
