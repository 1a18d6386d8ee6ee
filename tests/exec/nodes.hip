// Nodes of graphs: their parameters asked for and changed, in the graph and in what can be launched; what depends on what;
// an executable graph brought up to date with another.
#include "hip_calls.hpp"

constexpr int kCount = 64;

__global__ void add(int* p, int n) { p[global_thread()] += n; }
__global__ void multiply(int* p, int n) { p[global_thread()] *= n; }

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
struct HostParameters {
  void (*function)(void*);
  void* data;
};
extern "C" {
hipError_t hipGraphAddHostNode(void**, void*, void* const*, size_t, const HostParameters*);
hipError_t hipGraphKernelNodeGetParams(void*, KernelParameters*);
hipError_t hipGraphKernelNodeSetParams(void*, const KernelParameters*);
hipError_t hipGraphExecKernelNodeSetParams(void*, void*, const KernelParameters*);
hipError_t hipGraphMemsetNodeGetParams(void*, SetParameters*);
hipError_t hipGraphMemsetNodeSetParams(void*, const SetParameters*);
hipError_t hipGraphExecMemsetNodeSetParams(void*, void*, const SetParameters*);
hipError_t hipGraphHostNodeGetParams(void*, HostParameters*);
hipError_t hipGraphExecHostNodeSetParams(void*, void*, const HostParameters*);
hipError_t hipGraphMemcpyNodeSetParams1D(void*, void*, const void*, size_t, int);
hipError_t hipGraphExecMemcpyNodeSetParams1D(void*, void*, void*, const void*, size_t, int);
hipError_t hipGraphExecUpdate(void*, void*, void**, int*);
hipError_t hipGraphNodeSetEnabled(void*, void*, unsigned);
hipError_t hipGraphNodeGetEnabled(void*, void*, unsigned*);
hipError_t hipGraphGetRootNodes(void*, void**, size_t*);
hipError_t hipGraphGetNodes(void*, void**, size_t*);
hipError_t hipGraphGetEdges(void*, void**, void**, size_t*);
hipError_t hipGraphNodeGetDependencies(void*, void**, size_t*);
hipError_t hipGraphNodeGetDependentNodes(void*, void**, size_t*);
hipError_t hipGraphRemoveDependencies(void*, void* const*, void* const*, size_t);
hipError_t hipGraphDestroyNode(void*);
hipError_t hipGraphClone(void**, void*);
hipError_t hipStreamGetCaptureInfo_v2(hipStream_t, int*, unsigned long long*, void**, void* const**, size_t*);
hipError_t hipStreamUpdateCaptureDependencies(hipStream_t, void**, size_t, unsigned);
hipError_t hipUserObjectCreate(void**, void*, void (*)(void*), unsigned, unsigned);
hipError_t hipUserObjectRelease(void*, unsigned);
hipError_t hipGraphRetainUserObject(void*, void*, unsigned, unsigned);
hipError_t hipGraphReleaseUserObject(void*, void*, unsigned);
hipError_t hipGraphNodeFindInClone(void**, void*, void*);
}

namespace {

int checks = 0;

void check(bool holds) {
  ++checks;
  if (holds) return;
  printf("check %d fails\n", checks);
  exit(5);
}

struct Built {
  void *graph = nullptr, *set = nullptr, *kernel = nullptr, *host = nullptr, *copy = nullptr;
};

int called = 0;

Built built(int* p, int* host, void (*kernel)(int*, int), int n) {
  Built b;
  must(hipGraphCreate(&b.graph, 0), "hipGraphCreate");
  const SetParameters zero{p, 4, 1, 0, 1, kCount};
  must(hipGraphAddMemsetNode(&b.set, b.graph, nullptr, 0, &zero), "hipGraphAddMemsetNode");
  void* arguments[] = {&p, &n};
  const KernelParameters one{dim3(kCount), nullptr, reinterpret_cast<void*>(kernel), dim3(1), arguments, 0};
  must(hipGraphAddKernelNode(&b.kernel, b.graph, &b.set, 1, &one), "hipGraphAddKernelNode");
  const HostParameters call{[](void* by) { called += *static_cast<int*>(by); }, nullptr};
  static int by_one = 1;
  HostParameters counted = call;
  counted.data = &by_one;
  must(hipGraphAddHostNode(&b.host, b.graph, &b.kernel, 1, &counted), "hipGraphAddHostNode");
  must(hipGraphAddMemcpyNode1D(&b.copy, b.graph, &b.host, 1, host, p, kCount * sizeof(int), hipMemcpyDeviceToHost),
       "hipGraphAddMemcpyNode1D");
  return b;
}

void* executable(void* graph) {
  void* made = nullptr;
  must(hipGraphInstantiate(&made, graph, nullptr, nullptr, 0), "hipGraphInstantiate");
  return made;
}

void launch(void* graph) {
  must(hipGraphLaunch(graph, nullptr), "hipGraphLaunch");
  must(hipDeviceSynchronize(), "hipDeviceSynchronize");
}

void parameters(int* p) {
  int host[kCount] = {}, other[kCount] = {};
  const Built b = built(p, host, add, 20);
  void* const first = executable(b.graph);
  KernelParameters k{};
  must(hipGraphKernelNodeGetParams(b.kernel, &k), "hipGraphKernelNodeGetParams");
  check(k.function == reinterpret_cast<void*>(add) && k.grid.x == 1 && k.block.x == kCount);
  check(*static_cast<int**>(k.arguments[0]) == p && *static_cast<int*>(k.arguments[1]) == 20);
  int n = 41;
  void* arguments[] = {&p, &n};
  k.arguments = arguments;
  must(hipGraphKernelNodeSetParams(b.kernel, &k), "hipGraphKernelNodeSetParams");
  launch(first);
  check(host[0] == 21 && host[kCount - 1] == 21 && called == 1);  // the graph's change came too late for it
  launch(executable(b.graph));
  check(host[0] == 42);
  n = 6;
  k.function = reinterpret_cast<void*>(multiply);
  must(hipGraphExecKernelNodeSetParams(first, b.kernel, &k), "hipGraphExecKernelNodeSetParams");
  SetParameters s{};
  must(hipGraphMemsetNodeGetParams(b.set, &s), "hipGraphMemsetNodeGetParams");
  check(s.to == p && s.value == 1 && s.width == kCount);
  s.value = 7;
  must(hipGraphExecMemsetNodeSetParams(first, b.set, &s), "hipGraphExecMemsetNodeSetParams");
  must(hipGraphMemsetNodeSetParams(b.set, &s), "hipGraphMemsetNodeSetParams");
  HostParameters h{};
  must(hipGraphHostNodeGetParams(b.host, &h), "hipGraphHostNodeGetParams");
  int by_ten = 10;
  h.data = &by_ten;
  must(hipGraphExecHostNodeSetParams(first, b.host, &h), "hipGraphExecHostNodeSetParams");
  must(hipGraphExecMemcpyNodeSetParams1D(first, b.copy, other, p, kCount * sizeof(int), hipMemcpyDeviceToHost),
       "hipGraphExecMemcpyNodeSetParams1D");
  launch(first);
  check(other[0] == 42 && host[0] == 42 && called == 12);
  must(hipGraphMemcpyNodeSetParams1D(b.copy, host, p, 4, hipMemcpyDeviceToHost), "hipGraphMemcpyNodeSetParams1D");
  launch(executable(b.graph));
  check(host[0] == 48 && host[1] == 42);
  check(hipGraphMemsetNodeGetParams(b.kernel, &s) != 0 && hipGraphMemsetNodeSetParams(b.kernel, &s) != 0);
  unsigned is_enabled = 0;
  must(hipGraphNodeSetEnabled(first, b.kernel, 0), "hipGraphNodeSetEnabled");
  must(hipGraphNodeGetEnabled(first, b.kernel, &is_enabled), "hipGraphNodeGetEnabled");
  launch(first);
  check(is_enabled == 0 && other[0] == 7);
}

void captured(int* p) {
  hipStream_t stream = nullptr;
  void *graph = nullptr, *node = nullptr;
  must(hipStreamCreate(&stream), "hipStreamCreate");
  must(hipStreamBeginCapture(stream, 0), "hipStreamBeginCapture");
  add<<<dim3(1), dim3(kCount), 0, stream>>>(p, 3);
  must(hipStreamEndCapture(stream, &graph), "hipStreamEndCapture");
  size_t count = 1;
  must(hipGraphGetNodes(graph, &node, &count), "hipGraphGetNodes");
  KernelParameters k{};
  must(hipGraphKernelNodeGetParams(node, &k), "hipGraphKernelNodeGetParams");
  check(k.function == reinterpret_cast<void*>(add) && *static_cast<int*>(k.arguments[1]) == 3);
}

// A node that is added by hand into what is captured; an object that lives as long as the graphs that hold it.
void underway(int* p) {
  int host[kCount] = {}, destroyed = 0, status = 0;
  hipStream_t stream = nullptr;
  void *graph = nullptr, *set = nullptr, *same = nullptr, *object = nullptr;
  void* const* after = nullptr;
  size_t count = 9;
  unsigned long long id = 0;
  must(hipStreamCreate(&stream), "hipStreamCreate");
  must(hipStreamBeginCapture(stream, 0), "hipStreamBeginCapture");
  add<<<dim3(1), dim3(kCount), 0, stream>>>(p, 3);
  must(hipStreamGetCaptureInfo_v2(stream, &status, &id, &same, &after, &count), "hipStreamGetCaptureInfo_v2");
  check(status == 1 && id != 0 && count == 1 && after[0] != nullptr);
  const SetParameters five{p, 4, 1, 0, 5, kCount};
  must(hipGraphAddMemsetNode(&set, same, after, count, &five), "hipGraphAddMemsetNode");
  must(hipStreamUpdateCaptureDependencies(stream, &set, 1, 1), "hipStreamUpdateCaptureDependencies");
  must(hipMemcpyAsync(host, p, sizeof host, hipMemcpyDeviceToHost, stream), "hipMemcpyAsync");
  must(hipStreamEndCapture(stream, &graph), "hipStreamEndCapture");
  check(graph == same);
  must(hipUserObjectCreate(&object, &destroyed, [](void* at) { ++*static_cast<int*>(at); }, 1, 0), "hipUserObjectCreate");
  must(hipGraphRetainUserObject(graph, object, 1, 0), "hipGraphRetainUserObject");
  must(hipUserObjectRelease(object, 1), "hipUserObjectRelease");
  void* const runs = executable(graph);
  must(hipGraphDestroy(graph), "hipGraphDestroy");
  launch(runs);
  check(host[0] == 5 && destroyed == 0);
  must(hipGraphExecDestroy(runs), "hipGraphExecDestroy");
  check(destroyed == 1);
}

void update(int* p) {
  int host[kCount] = {};
  const Built old = built(p, host, add, 1), now = built(p, host, multiply, 5);
  void *const runs = executable(old.graph), *culprit = nullptr;
  int result = -1;
  must(hipGraphExecUpdate(runs, now.graph, &culprit, &result), "hipGraphExecUpdate");
  launch(runs);
  check(result == 0 && host[0] == 5);
  must(hipGraphRemoveDependencies(now.graph, &now.kernel, &now.host, 1), "hipGraphRemoveDependencies");
  check(hipGraphExecUpdate(runs, now.graph, &culprit, &result) == 910 && result == 2 && culprit == now.host);
  must(hipGraphDestroyNode(now.copy), "hipGraphDestroyNode");
  check(hipGraphExecUpdate(runs, now.graph, &culprit, &result) == 910 && result == 2);
  launch(runs);
  check(host[0] == 5);
}

void topology(int* p) {
  int host[kCount] = {};
  const Built b = built(p, host, add, 1);
  void *nodes[4] = {}, *others[4] = {}, *clone = nullptr, *found = nullptr;
  size_t count = 4;
  must(hipGraphGetRootNodes(b.graph, nodes, &count), "hipGraphGetRootNodes");
  check(count == 1 && nodes[0] == b.set);
  count = 4;
  must(hipGraphGetEdges(b.graph, nodes, others, &count), "hipGraphGetEdges");
  check(count == 3 && nodes[0] == b.set && others[0] == b.kernel && nodes[2] == b.host && others[2] == b.copy);
  count = 4;
  must(hipGraphNodeGetDependencies(b.host, nodes, &count), "hipGraphNodeGetDependencies");
  check(count == 1 && nodes[0] == b.kernel);
  must(hipGraphNodeGetDependentNodes(b.kernel, nodes, &count), "hipGraphNodeGetDependentNodes");
  check(count == 1 && nodes[0] == b.host);
  must(hipGraphClone(&clone, b.graph), "hipGraphClone");
  must(hipGraphNodeFindInClone(&found, b.kernel, clone), "hipGraphNodeFindInClone");
  check(found != nullptr && found != b.kernel);
}

}  // namespace

int main() {
  int* p = nullptr;
  must(hipMalloc(reinterpret_cast<void**>(&p), kCount * sizeof(int)), "hipMalloc");
  parameters(p);
  captured(p);
  underway(p);
  update(p);
  topology(p);
}
