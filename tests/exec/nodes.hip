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
struct Pitched {
  void* first;
  size_t pitch, width, height;
};
struct Copy3D {
  void* from_array;
  size_t from_x, from_y, from_z;
  Pitched from;
  void* to_array;
  size_t to_x, to_y, to_z;
  Pitched to;
  size_t width, height, depth;
  int kind;
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
hipError_t hipGraphAddMemcpyNode(void**, void*, void* const*, size_t, const Copy3D*);
hipError_t hipGraphMemcpyNodeGetParams(void*, Copy3D*);
hipError_t hipGraphMemcpyNodeSetParams(void*, const Copy3D*);
hipError_t hipGraphExecMemcpyNodeSetParams(void*, void*, const Copy3D*);
hipError_t hipGraphAddEventRecordNode(void**, void*, void* const*, size_t, hipEvent_t);
hipError_t hipGraphAddEventWaitNode(void**, void*, void* const*, size_t, hipEvent_t);
hipError_t hipGraphEventRecordNodeGetEvent(void*, hipEvent_t*);
hipError_t hipGraphEventWaitNodeGetEvent(void*, hipEvent_t*);
hipError_t hipGraphEventWaitNodeSetEvent(void*, hipEvent_t);
hipError_t hipGraphExecEventRecordNodeSetEvent(void*, void*, hipEvent_t);
hipError_t hipGraphAddChildGraphNode(void**, void*, void* const*, size_t, void*);
hipError_t hipGraphChildGraphNodeGetGraph(void*, void**);
hipError_t hipGraphNodeGetType(void*, int*);
int pthread_create(unsigned long*, const void*, void* (*)(void*), void*);
int pthread_join(unsigned long, void**);
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

// Two rows of a table, as a box; asked for, changed in the graph and in what can be launched. A range is a box of one row.
void boxes(int* p) {
  int host[kCount] = {}, small[2][4] = {};
  for (int i = 0; i < kCount; ++i) host[i] = i;
  must(hipMemcpy(p, host, sizeof host, hipMemcpyHostToDevice), "hipMemcpy");
  void *graph = nullptr, *node = nullptr, *range = nullptr;
  must(hipGraphCreate(&graph, 0), "hipGraphCreate");
  Copy3D c{nullptr, 4, 1, 0, {p, 32, 32, 8}, nullptr, 0, 0, 0, {small, 16, 16, 2}, 16, 2, 1, hipMemcpyDeviceToHost};
  must(hipGraphAddMemcpyNode(&node, graph, nullptr, 0, &c), "hipGraphAddMemcpyNode");
  void* const first = executable(graph);
  Copy3D told{};
  must(hipGraphMemcpyNodeGetParams(node, &told), "hipGraphMemcpyNodeGetParams");
  check(told.from.first == p && told.from_x == 4 && told.width == 16 && told.height == 2);
  c.from_y = 2;
  must(hipGraphMemcpyNodeSetParams(node, &c), "hipGraphMemcpyNodeSetParams");
  launch(first);
  check(small[0][0] == 9 && small[1][3] == 20);
  launch(executable(graph));
  check(small[0][0] == 17 && small[1][3] == 28);
  c.from_y = 3;
  must(hipGraphExecMemcpyNodeSetParams(first, node, &c), "hipGraphExecMemcpyNodeSetParams");
  launch(first);
  check(small[0][0] == 25 && small[1][3] == 36);
  must(hipGraphAddMemcpyNode1D(&range, graph, nullptr, 0, host, p, 24, hipMemcpyDeviceToHost), "hipGraphAddMemcpyNode1D");
  must(hipGraphMemcpyNodeGetParams(range, &told), "hipGraphMemcpyNodeGetParams");
  check(told.to.first == host && told.from.first == p && told.width == 24 && told.height == 1 && told.depth == 1);
}

hipStream_t apart() {
  hipStream_t made = nullptr;
  must(hipStreamCreateWithFlags(&made, 1), "hipStreamCreateWithFlags");
  return made;
}

// A graph that records an event, and one that waits for it: the second multiplies what the first has added to.
void events(int* p) {
  hipEvent_t event = nullptr, other = nullptr, told = nullptr;
  must(hipEventCreate(&event), "hipEventCreate");
  must(hipEventCreate(&other), "hipEventCreate");
  void *adds = nullptr, *multiplies = nullptr, *kernel = nullptr, *recorded = nullptr, *awaited = nullptr;
  int n = 4, five = 5, host = 0;
  void *arguments[] = {&p, &n}, *others[] = {&p, &five};
  KernelParameters k{dim3(kCount), nullptr, reinterpret_cast<void*>(add), dim3(1), arguments, 0};
  must(hipGraphCreate(&adds, 0), "hipGraphCreate");
  must(hipGraphAddKernelNode(&kernel, adds, nullptr, 0, &k), "hipGraphAddKernelNode");
  must(hipGraphAddEventRecordNode(&recorded, adds, &kernel, 1, other), "hipGraphAddEventRecordNode");
  must(hipGraphEventRecordNodeGetEvent(recorded, &told), "hipGraphEventRecordNodeGetEvent");
  check(told == other);
  must(hipGraphCreate(&multiplies, 0), "hipGraphCreate");
  must(hipGraphAddEventWaitNode(&awaited, multiplies, nullptr, 0, other), "hipGraphAddEventWaitNode");
  must(hipGraphEventWaitNodeSetEvent(awaited, event), "hipGraphEventWaitNodeSetEvent");
  must(hipGraphEventWaitNodeGetEvent(awaited, &told), "hipGraphEventWaitNodeGetEvent");
  check(told == event && hipGraphEventRecordNodeGetEvent(awaited, &told) != 0);
  k.function = reinterpret_cast<void*>(multiply), k.arguments = others;
  must(hipGraphAddKernelNode(&kernel, multiplies, &awaited, 1, &k), "hipGraphAddKernelNode");
  void *const first = executable(adds), *const second = executable(multiplies);
  must(hipGraphExecEventRecordNodeSetEvent(first, recorded, event), "hipGraphExecEventRecordNodeSetEvent");
  must(hipMemset(p, 0, kCount * sizeof(int)), "hipMemset");
  must(hipGraphLaunch(first, apart()), "hipGraphLaunch");
  must(hipGraphLaunch(second, apart()), "hipGraphLaunch");
  must(hipDeviceSynchronize(), "hipDeviceSynchronize");
  must(hipMemcpy(&host, p, sizeof host, hipMemcpyDeviceToHost), "hipMemcpy");
  check(host == 20);
  must(hipEventQuery(event), "hipEventQuery");
}

// A graph in a graph: a copy, whose nodes can be changed until it is instantiated, and in what can be launched.
void children(int* p) {
  int host[kCount] = {}, n = 3, type = -1;
  const Built inner = built(p, host, add, 4);
  void *outer = nullptr, *child = nullptr, *copy = nullptr, *last = nullptr, *nodes[4] = {};
  size_t count = 4;
  must(hipGraphCreate(&outer, 0), "hipGraphCreate");
  must(hipGraphAddChildGraphNode(&child, outer, nullptr, 0, inner.graph), "hipGraphAddChildGraphNode");
  must(hipGraphNodeGetType(child, &type), "hipGraphNodeGetType");
  must(hipGraphChildGraphNodeGetGraph(child, &copy), "hipGraphChildGraphNodeGetGraph");
  check(type == 4 && copy != nullptr && copy != inner.graph);
  void* arguments[] = {&p, &n};
  const KernelParameters k{dim3(kCount), nullptr, reinterpret_cast<void*>(multiply), dim3(1), arguments, 0};
  must(hipGraphAddKernelNode(&last, outer, &child, 1, &k), "hipGraphAddKernelNode");
  must(hipGraphGetNodes(outer, nodes, &count), "hipGraphGetNodes");
  check(count == 2);
  void* const first = executable(outer);
  const int before = called;
  launch(first);
  must(hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost), "hipMemcpy");
  check(host[0] == 15 && called == before + 1);  // (1 + 4) * 3
  must(hipGraphGetNodes(copy, nodes, &(count = 4)), "hipGraphGetNodes");
  KernelParameters own{};
  must(hipGraphKernelNodeGetParams(nodes[1], &own), "hipGraphKernelNodeGetParams");
  must(hipGraphKernelNodeSetParams(inner.kernel, &k), "hipGraphKernelNodeSetParams");  // of which there is a copy
  must(hipGraphExecKernelNodeSetParams(first, nodes[1], &k), "hipGraphExecKernelNodeSetParams");
  launch(first);
  must(hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost), "hipMemcpy");
  check(host[0] == 9);  // 1 * 3 * 3
  launch(executable(outer));
  must(hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost), "hipMemcpy");
  check(host[0] == 15);
  int result = -1;
  void* culprit = nullptr;
  must(hipGraphKernelNodeSetParams(nodes[1], &own), "hipGraphKernelNodeSetParams");
  must(hipGraphExecUpdate(first, outer, &culprit, &result), "hipGraphExecUpdate");
  n = 30;
  must(hipGraphKernelNodeSetParams(last, &k), "hipGraphKernelNodeSetParams");
  launch(first);
  must(hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost), "hipMemcpy");
  check(result == 0 && host[0] == 15);
}

// The last reference's release calls the program back, which may wait for a thread that calls HIP.
void destructor() {
  void *object = nullptr, *graph = nullptr;
  static int ended = 0;
  const auto destroy = [](void*) {
    unsigned long thread = 0;
    const auto waits = [](void*) -> void* {
      must(hipDeviceSynchronize(), "hipDeviceSynchronize");
      ++ended;
      return nullptr;
    };
    if (pthread_create(&thread, nullptr, waits, nullptr) != 0 || pthread_join(thread, nullptr) != 0) exit(6);
  };
  must(hipUserObjectCreate(&object, &ended, destroy, 1, 0), "hipUserObjectCreate");
  must(hipUserObjectRelease(object, 1), "hipUserObjectRelease");
  check(ended == 1);
  must(hipGraphCreate(&graph, 0), "hipGraphCreate");
  must(hipUserObjectCreate(&object, &ended, destroy, 1, 0), "hipUserObjectCreate");
  must(hipGraphRetainUserObject(graph, object, 1, 1), "hipGraphRetainUserObject");
  must(hipGraphDestroy(graph), "hipGraphDestroy");
  check(ended == 2);
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
  boxes(p);
  events(p);
  children(p);
  destructor();
}
