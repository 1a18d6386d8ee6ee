// Two streams, one behind the other's event; memory of the host that kernels use; a call of the host in a stream.
#include "must.hpp"

constexpr int kCount = 512;

__global__ void scale(int* at, int by) { at[blockIdx.x * blockDim.x + threadIdx.x] *= by; }
__global__ void add(const int* a, int* to) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] += a[i];
}

int main() {
  int *pinned = nullptr, *a = nullptr;
  MUST(hipHostMalloc(&pinned, kCount * sizeof(int), hipHostMallocDefault));
  MUST(hipMalloc(&a, kCount * sizeof(int)));
  for (int i = 0; i < kCount; ++i) pinned[i] = i;
  hipStream_t first{}, second{};
  hipEvent_t start{}, copied{}, stop{};
  MUST(hipStreamCreate(&first));
  MUST(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
  MUST(hipEventCreate(&start));
  MUST(hipEventCreateWithFlags(&copied, hipEventDisableTiming));
  MUST(hipEventCreate(&stop));
  MUST(hipEventRecord(start, first));
  MUST(hipMemcpyAsync(a, pinned, kCount * sizeof(int), hipMemcpyHostToDevice, first));
  MUST(hipEventRecord(copied, first));
  MUST(hipStreamWaitEvent(second, copied, 0));
  scale<<<2, 256, 0, second>>>(pinned, 10);
  MUST(hipStreamSynchronize(second));
  add<<<2, 256, 0, first>>>(a, pinned);
  int called = 0;
  MUST(hipLaunchHostFunc(first, [](void* at) { ++*static_cast<int*>(at); }, &called));
  MUST(hipEventRecord(stop, first));
  MUST(hipEventSynchronize(stop));
  float milliseconds = -1;
  MUST(hipEventElapsedTime(&milliseconds, start, stop));
  bool right = called == 1 && milliseconds >= 0 && hipStreamQuery(first) == hipSuccess;
  for (int i = 0; i < kCount; ++i) right = right && pinned[i] == 11 * i;
  MUST(hipEventDestroy(copied));
  MUST(hipStreamDestroy(second));
  MUST(hipHostFree(pinned));
  std::puts(right ? "right" : "wrong");
  return 0;
}
