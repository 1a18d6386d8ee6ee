// Streams that may overlap. `missing`: a stream uses what another makes, and nothing orders the two; the program prints what
// it got. `pinned`: the host waits for a word in its own memory, without a call of HIP. `told`: so it does before it
// launches what rests on that word; `untold`: it does not wait. `pipeline`: chunks go through two buffers, copied in, doubled and copied out by three streams, with events between
// them, and a graph adds to what comes out; the program is right in any order that HIP leaves open.
#include "hip_calls.hpp"

constexpr int kCount = 64, kChunks = 6, kBuffers = 2;
constexpr unsigned kNonBlocking = 1;
constexpr hipError_t kNotReady = 600;

__global__ void fill(int* p, int value) { p[global_thread()] = value; }
__global__ void twice(const int* p, int* q) { q[global_thread()] = 2 * p[global_thread()]; }
__global__ void tell(int* p, int* flag) {
  p[global_thread()] = 21;
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "");
  if (global_thread() == 0) __hip_atomic_store(flag, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_SYSTEM);
}
__global__ void add(int* p, int n) { p[global_thread()] += n; }

namespace {

template <typename T>
T* device(int count) {
  T* p = nullptr;
  must(hipMalloc(reinterpret_cast<void**>(&p), count * sizeof(T)), "hipMalloc");
  return p;
}
int* pinned(int count) {
  int* p = nullptr;
  must(hipHostMalloc(reinterpret_cast<void**>(&p), count * sizeof(int), 0), "hipHostMalloc");
  return p;
}
hipStream_t stream() {
  hipStream_t made = nullptr;
  must(hipStreamCreateWithFlags(&made, kNonBlocking), "hipStreamCreateWithFlags");
  return made;
}
hipEvent_t event() {
  hipEvent_t made = nullptr;
  must(hipEventCreate(&made), "hipEventCreate");
  return made;
}
void behind(hipStream_t later, hipEvent_t event, hipStream_t earlier) {
  must(hipEventRecord(event, earlier), "hipEventRecord");
  must(hipStreamWaitEvent(later, event, 0), "hipStreamWaitEvent");
}

int two(bool is_ordered) {
  int *p = device<int>(kCount), *q = device<int>(kCount), host[kCount] = {};
  const hipStream_t first = stream(), second = stream();
  fill<<<dim3(1), dim3(kCount), 0, first>>>(p, 1);
  must(hipStreamSynchronize(first), "hipStreamSynchronize");
  fill<<<dim3(1), dim3(kCount), 0, first>>>(p, 21);
  if (is_ordered) behind(second, event(), first);
  twice<<<dim3(1), dim3(kCount), 0, second>>>(p, q);
  must(hipMemcpyAsync(host, q, sizeof host, hipMemcpyDeviceToHost, second), "hipMemcpyAsync");
  must(hipStreamSynchronize(second), "hipStreamSynchronize");
  must(hipDeviceSynchronize(), "hipDeviceSynchronize");
  printf("it got %d\n", host[0]);
  return 0;
}

int word() {
  int* const told = pinned(1);
  fill<<<dim3(1), dim3(1), 0, stream()>>>(told, 7);
  while (*static_cast<volatile int*>(told) != 7) {
  }
  printf("it was told\n");
  return 0;
}

void* graph_of(hipStream_t origin, int* out) {
  void *graph = nullptr, *executable = nullptr;
  must(hipStreamBeginCapture(origin, 0), "hipStreamBeginCapture");
  add<<<dim3(kChunks / 2), dim3(kCount), 0, origin>>>(out, 1);
  const hipStream_t other = stream();
  behind(other, event(), origin);
  add<<<dim3(kChunks / 2), dim3(kCount), 0, origin>>>(out, 2);
  add<<<dim3(kChunks / 2), dim3(kCount), 0, other>>>(out + kCount * kChunks / 2, 3);
  behind(origin, event(), other);
  must(hipStreamEndCapture(origin, &graph), "hipStreamEndCapture");
  must(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0), "hipGraphInstantiate");
  return executable;
}

int pipeline() {
  int *in = pinned(kCount * kChunks), *out = pinned(kCount * kChunks), *all = device<int>(kCount * kChunks);
  int *buffer[kBuffers], *doubled[kBuffers];
  hipEvent_t copied[kBuffers], used[kBuffers], made[kBuffers], taken[kBuffers];
  for (int b = 0; b < kBuffers; ++b) {
    buffer[b] = device<int>(kCount), doubled[b] = device<int>(kCount);
    copied[b] = event(), used[b] = event(), made[b] = event(), taken[b] = event();
  }
  for (int i = 0; i < kCount * kChunks; ++i) in[i] = i;
  const hipStream_t brings = stream(), works = stream(), takes = stream();
  for (int chunk = 0; chunk < kChunks; ++chunk) {
    const int b = chunk % kBuffers;
    must(hipStreamWaitEvent(brings, used[b], 0), "hipStreamWaitEvent");
    must(hipMemcpyAsync(buffer[b], in + chunk * kCount, kCount * sizeof(int), hipMemcpyHostToDevice, brings), "hipMemcpyAsync");
    behind(works, copied[b], brings);
    must(hipStreamWaitEvent(works, taken[b], 0), "hipStreamWaitEvent");
    twice<<<dim3(1), dim3(kCount), 0, works>>>(buffer[b], doubled[b]);
    must(hipEventRecord(used[b], works), "hipEventRecord");
    behind(takes, made[b], works);
    must(hipMemcpyAsync(all + chunk * kCount, doubled[b], kCount * sizeof(int), hipMemcpyDeviceToDevice, takes), "hipMemcpyAsync");
    must(hipEventRecord(taken[b], takes), "hipEventRecord");
  }
  void* const graph = graph_of(stream(), all);
  const hipStream_t last = stream();
  behind(last, event(), takes);
  must(hipGraphLaunch(graph, last), "hipGraphLaunch");
  must(hipGraphLaunch(graph, last), "hipGraphLaunch");
  must(hipMemcpyAsync(out, all, kCount * kChunks * sizeof(int), hipMemcpyDeviceToHost, last), "hipMemcpyAsync");
  const hipEvent_t end = event();
  must(hipEventRecord(end, last), "hipEventRecord");
  hipError_t asked = kNotReady;
  while ((asked = hipEventQuery(end)) == kNotReady) {
  }
  must(asked, "hipEventQuery");
  for (int i = 0; i < kCount * kChunks; ++i)
    if (out[i] != 2 * i + 6) return 5;
  printf("right\n");
  return 0;
}

}  // namespace

// A kernel tells the host by a flag that its bytes are there; another stream's kernel reads them.
int told(bool waits) {
  int *flag = pinned(1), *p = device<int>(kCount), *q = device<int>(kCount);
  *flag = 0;
  const hipStream_t first = stream(), second = stream();
  tell<<<dim3(1), dim3(kCount), 0, first>>>(p, flag);
  while (waits && __atomic_load_n(flag, __ATOMIC_ACQUIRE) == 0) {
  }
  twice<<<dim3(1), dim3(kCount), 0, second>>>(p, q);
  must(hipDeviceSynchronize(), "hipDeviceSynchronize");
  return 0;
}

int main(int, char** words) {
  if (strcmp(words[1], "pipeline") == 0) return pipeline();
  if (strcmp(words[1], "pinned") == 0) return word();
  if (strcmp(words[1], "unawaited") == 0) {
    fill<<<dim3(1), dim3(kCount), 0, stream()>>>(device<int>(kCount), 1);
    return 0;
  }
  if (strcmp(words[1], "fault") == 0) {
    fill<<<dim3(2), dim3(kCount), 0, stream()>>>(device<int>(kCount), 1);
    must(hipDeviceSynchronize(), "hipDeviceSynchronize");
    return 0;
  }
  if (strcmp(words[1], "told") == 0 || strcmp(words[1], "untold") == 0) return told(words[1][0] == 't');
  return two(strcmp(words[1], "ordered") == 0);
}
