// Sums in LDS, two streams with events between them, and host memory that kernels use. -DRACE leaves out a barrier.
#include "hip_calls.hpp"

#ifndef BLOCKS
#define BLOCKS 8
#endif
constexpr int kThreads = 256, kBlocks = BLOCKS;

__global__ void sum_of_block(const int* in, int* out) {
  __shared__ int part[kThreads];
  const unsigned thread = __builtin_amdgcn_workitem_id_x();
  part[thread] = in[global_thread()];
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
#ifndef RACE
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
#endif
    if (thread < half) part[thread] += part[thread + half];
  }
  if (thread == 0) out[__builtin_amdgcn_workgroup_id_x()] = part[0];
}

__global__ void add_up(const int* in, int count, int* out) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += in[i];
  *out = sum;
}

int main() {
  int host[kThreads * kBlocks], expected = 0;
  for (int i = 0; i < kThreads * kBlocks; ++i) expected += host[i] = i % 37 - 5;
  int *in = nullptr, *parts = nullptr, *result = nullptr;
  must(hipMalloc(reinterpret_cast<void**>(&in), sizeof host), "hipMalloc");
  must(hipMalloc(reinterpret_cast<void**>(&parts), kBlocks * sizeof(int)), "hipMalloc");
  must(hipHostMalloc(reinterpret_cast<void**>(&result), sizeof(int), 0), "hipHostMalloc");
  hipStream_t stream = nullptr;
  hipEvent_t start = nullptr, stop = nullptr;
  must(hipStreamCreate(&stream), "hipStreamCreate");
  must(hipEventCreate(&start), "hipEventCreate");
  must(hipEventCreate(&stop), "hipEventCreate");
  must(hipEventRecord(start, stream), "hipEventRecord");
  must(hipMemcpyAsync(in, host, sizeof host, hipMemcpyHostToDevice, stream), "hipMemcpyAsync");
  sum_of_block<<<dim3(kBlocks), dim3(kThreads), 0, stream>>>(in, parts);
  add_up<<<dim3(1), dim3(1), 0, stream>>>(parts, kBlocks, result);
  must(hipEventRecord(stop, stream), "hipEventRecord");
  must(hipEventSynchronize(stop), "hipEventSynchronize");
  float milliseconds = -1;
  must(hipEventElapsedTime(&milliseconds, start, stop), "hipEventElapsedTime");
  if (milliseconds < 0) return 6;
  printf("%d, expected %d\n", *result, expected);
  return *result == expected ? 0 : 5;
}
