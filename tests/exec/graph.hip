// A graph of two kernels, a copy and a set: captured from two streams, or built by hand. -DRACE forgets that one depends on
// the other.
#include "hip_calls.hpp"

constexpr int kCount = 64;

__global__ void add(int* p, int n) { p[global_thread()] += n; }
__global__ void twice(const int* p, int* q) { q[global_thread()] = 2 * p[global_thread()]; }

namespace {

struct KernelParameters {
  dim3 block;
  void** extra;
  void* function;
  dim3 grid;
  void** arguments;
  unsigned shared_bytes;
};
struct SetParameters {
  void* to;
  unsigned element;
  size_t height, pitch;
  unsigned value;
  size_t width;
};

void* captured(hipStream_t stream, int* p, int* q, int* host) {
  hipStream_t other = nullptr;
  hipEvent_t fork = nullptr, join = nullptr;
  must(hipStreamCreateWithFlags(&other, 1), "hipStreamCreateWithFlags");
  must(hipEventCreate(&fork), "hipEventCreate");
  must(hipEventCreate(&join), "hipEventCreate");
  void* graph = nullptr;
  must(hipStreamBeginCapture(stream, 0), "hipStreamBeginCapture");
  must(hipMemsetAsync(p, 0, kCount * sizeof(int), stream), "hipMemsetAsync");
#ifndef RACE
  add<<<dim3(1), dim3(kCount), 0, stream>>>(p, 21);
#endif
  must(hipEventRecord(fork, stream), "hipEventRecord");
#ifdef RACE
  add<<<dim3(1), dim3(kCount), 0, stream>>>(p, 21);
#endif
  must(hipStreamWaitEvent(other, fork, 0), "hipStreamWaitEvent");
  twice<<<dim3(1), dim3(kCount), 0, other>>>(p, q);
  must(hipEventRecord(join, other), "hipEventRecord");
  must(hipStreamWaitEvent(stream, join, 0), "hipStreamWaitEvent");
  must(hipMemcpyAsync(host, q, kCount * sizeof(int), hipMemcpyDeviceToHost, stream), "hipMemcpyAsync");
  must(hipStreamEndCapture(stream, &graph), "hipStreamEndCapture");
  return graph;
}

void* built(int* p, int* q, int* host) {
  void *graph = nullptr, *set = nullptr, *kernel = nullptr, *second = nullptr, *copy = nullptr;
  must(hipGraphCreate(&graph, 0), "hipGraphCreate");
  const SetParameters zero{p, 4, 1, 0, 0, kCount};
  must(hipGraphAddMemsetNode(&set, graph, nullptr, 0, &zero), "hipGraphAddMemsetNode");
  int n = 21;
  void *of_add[] = {&p, &n}, *of_twice[] = {&p, &q};
  const KernelParameters first{dim3(kCount), nullptr, reinterpret_cast<void*>(add), dim3(1), of_add, 0};
  const KernelParameters last{dim3(kCount), nullptr, reinterpret_cast<void*>(twice), dim3(1), of_twice, 0};
  must(hipGraphAddKernelNode(&kernel, graph, &set, 1, &first), "hipGraphAddKernelNode");
#ifdef RACE
  must(hipGraphAddKernelNode(&second, graph, &set, 1, &last), "hipGraphAddKernelNode");
#else
  must(hipGraphAddKernelNode(&second, graph, &kernel, 1, &last), "hipGraphAddKernelNode");
#endif
  must(hipGraphAddMemcpyNode1D(&copy, graph, &second, 1, host, q, kCount * sizeof(int), hipMemcpyDeviceToHost), "hipGraphAddMemcpyNode1D");
  return graph;
}

}  // namespace

int main(int, char** words) {
  int *p = nullptr, *q = nullptr, host[kCount] = {};
  must(hipMalloc(reinterpret_cast<void**>(&p), sizeof host), "hipMalloc");
  must(hipMalloc(reinterpret_cast<void**>(&q), sizeof host), "hipMalloc");
  hipStream_t stream = nullptr;
  must(hipStreamCreateWithFlags(&stream, 1), "hipStreamCreateWithFlags");
  void *graph = strcmp(words[1], "built") == 0 ? built(p, q, host) : captured(stream, p, q, host), *executable = nullptr;
  if (host[0] != 0) return 6;  // nothing has run yet
  must(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0), "hipGraphInstantiate");
  must(hipGraphDestroy(graph), "hipGraphDestroy");
  for (int launch = 0; launch < 3; ++launch) {
    host[5] = 0;
    must(hipGraphLaunch(executable, stream), "hipGraphLaunch");
    must(hipStreamSynchronize(stream), "hipStreamSynchronize");
#ifndef RACE
    for (int i = 0; i < kCount; ++i)
      if (host[i] != 42) return 5;
#endif
  }
  must(hipGraphExecDestroy(executable), "hipGraphExecDestroy");
  void* nothing = nullptr;
  if (hipStreamEndCapture(stream, &nothing) == 0) return 7;
}
