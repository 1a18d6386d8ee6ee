// Two streams of which one needs what the other makes. The macro says what orders them: nothing (RACE), or by default an
// event; the argument chooses another way.
#include "hip_calls.hpp"

constexpr int kCount = 256;
bool told = false;

extern "C" {
hipError_t hipLaunchHostFunc(hipStream_t, void (*)(void*), void*);
hipError_t hipStreamAddCallback(hipStream_t, void (*)(hipStream_t, hipError_t, void*), void*, unsigned);
}

__global__ void produce(int* p) {
  p[global_thread()] = int(global_thread());
}
__global__ void consume(const int* p, int* q) {
  q[global_thread()] = p[global_thread()] + 1;
}
__global__ void count_up(int* counter) {
  __hip_atomic_fetch_add(counter, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
__global__ void look(const int* counter, int* q) {
  *q = __hip_atomic_load(counter, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

int main(int, char** words) {
  const char* const way = words[1];
  const auto is = [&](const char* name) { return strcmp(way, name) == 0; };
  int *p = nullptr, *q = nullptr, *host = nullptr, *counter = nullptr;
  must(hipMalloc(reinterpret_cast<void**>(&p), kCount * sizeof(int)), "hipMalloc");
  must(hipMalloc(reinterpret_cast<void**>(&q), kCount * sizeof(int)), "hipMalloc");
  must(hipMalloc(reinterpret_cast<void**>(&counter), sizeof(int)), "hipMalloc");
  must(hipHostMalloc(reinterpret_cast<void**>(&host), kCount * sizeof(int), 0), "hipHostMalloc");
  hipStream_t first = nullptr, second = nullptr;
  constexpr unsigned kNonBlocking = 1;
  const unsigned flags = is("blocking") ? 0 : kNonBlocking;
  must(hipStreamCreateWithFlags(&first, flags), "hipStreamCreateWithFlags");
  must(hipStreamCreateWithFlags(&second, flags), "hipStreamCreateWithFlags");
  hipEvent_t event = nullptr;
  must(hipEventCreate(&event), "hipEventCreate");
  must(hipMemset(counter, 0, sizeof(int)), "hipMemset");
  const hipStream_t makes = is("blocking") || is("default") ? nullptr : first;
  if (is("early")) must(hipEventRecord(event, makes), "hipEventRecord");  // before what it should be behind
  produce<<<dim3(1), dim3(kCount), 0, makes>>>(p);
  if (is("event")) must(hipEventRecord(event, makes), "hipEventRecord");
  if (is("event") || is("early")) must(hipStreamWaitEvent(second, event, 0), "hipStreamWaitEvent");
  if (is("stream")) must(hipStreamSynchronize(makes), "hipStreamSynchronize");
  if (is("device")) must(hipDeviceSynchronize(), "hipDeviceSynchronize");
  // These return when the function has been called, and the host may know by it.
  if (is("function"))
    must(hipLaunchHostFunc(
             makes, [](void* told) { *static_cast<bool*>(told) = true; }, &told),
         "hipLaunchHostFunc");
  if (is("callback"))
    must(hipStreamAddCallback(
             makes, [](hipStream_t, hipError_t, void* told) { *static_cast<bool*>(told) = true; }, &told, 0),
         "hipStreamAddCallback");
  if (is("query")) must(hipStreamQuery(makes), "hipStreamQuery");
  if (is("copy"))
    must(hipMemcpyAsync(host, p, kCount * sizeof(int), hipMemcpyDeviceToHost, second), "hipMemcpyAsync");
  else if (is("set"))
    must(hipMemsetAsync(p, 0, kCount * sizeof(int), second), "hipMemsetAsync");
  else if (is("free"))
    must(hipFreeAsync(p, second), "hipFreeAsync");
  else if (is("half"))  // the other half of q's, and of p's: nothing in common
    produce<<<dim3(1), dim3(kCount), 0, second>>>(q);
  else if (is("atomic")) {
    count_up<<<dim3(1), dim3(kCount), 0, first>>>(counter);
    count_up<<<dim3(1), dim3(kCount), 0, second>>>(counter);
  } else if (is("looked") || is("glanced")) {
    count_up<<<dim3(1), dim3(kCount), 0, first>>>(counter);
    if (is("looked"))
      look<<<dim3(1), dim3(1), 0, second>>>(counter, q);
    else
      consume<<<dim3(1), dim3(1), 0, second>>>(counter, q);
  } else
    consume<<<dim3(1), dim3(kCount), 0, second>>>(p, q);
  must(hipDeviceSynchronize(), "hipDeviceSynchronize");
}
