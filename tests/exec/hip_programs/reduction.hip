// Sums of blocks in LDS. -DRACE leaves out a barrier.
#include <vector>

#include "must.hpp"

constexpr int kThreads = 256, kBlocks = 4;

__global__ void sum_of_block(const int* in, int* out) {
  __shared__ int part[kThreads];
  part[threadIdx.x] = in[blockIdx.x * kThreads + threadIdx.x];
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
#ifndef RACE
    __syncthreads();
#endif
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

int main() {
  std::vector<int> host(kThreads * kBlocks), sums(kBlocks), right(kBlocks);
  for (int i = 0; i < kThreads * kBlocks; ++i) right[i / kThreads] += host[i] = i % 37 - 5;
  int *in = nullptr, *out = nullptr;
  MUST(hipMalloc(&in, host.size() * sizeof(int)));
  MUST(hipMalloc(&out, sums.size() * sizeof(int)));
  MUST(hipMemcpy(in, host.data(), host.size() * sizeof(int), hipMemcpyHostToDevice));
  sum_of_block<<<kBlocks, kThreads>>>(in, out);
  MUST(hipMemcpy(sums.data(), out, sums.size() * sizeof(int), hipMemcpyDeviceToHost));
  std::puts(sums == right ? "right" : "wrong");
  return 0;
}
