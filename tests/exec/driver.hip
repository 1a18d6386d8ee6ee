// Calls of the driver interface, and launches with attributes.
#include "hip_calls.hpp"

constexpr int kWidth = 5, kHeight = 3, kPitch = 256, kThreads = 64;

struct Attribute {
  int id, padding;
  unsigned value[16];
};
struct Config {
  dim3 grid, block;
  size_t shared_bytes;
  hipStream_t stream;
  const Attribute* attributes;
  unsigned count;
};
extern "C" {
hipError_t hipLaunchKernelExC(const Config*, const void*, void**);
hipError_t hipMemsetD2D8(void*, size_t, unsigned char, size_t, size_t);
hipError_t hipMemsetD2D16(void*, size_t, unsigned short, size_t, size_t);
hipError_t hipMemsetD2D32(void*, size_t, unsigned, size_t, size_t);
hipError_t hipMemsetD2D32Async(void*, size_t, unsigned, size_t, size_t, hipStream_t);
hipError_t hipGetDriverEntryPoint(const char*, void**, unsigned long long, int*);
hipError_t hipGetProcAddress(const char*, void**, int, unsigned long, int*);
hipError_t hipGetDevicePropertiesR0600(void*, int);
hipError_t hipCtxCreate(void**, unsigned, int);
hipError_t hipCtxGetCurrent(void**);
hipError_t hipCtxGetDevice(int*);
hipError_t hipCtxSynchronize();
hipError_t hipDevicePrimaryCtxRetain(void**, int);
hipError_t hipMemAllocHost(void**, size_t);
}

// Waits for all workgroups, as a cooperative launch may.
__global__ void meet(int* count, int* seen, int groups) {
  if (__builtin_amdgcn_workitem_id_x() != 0) return;
  __hip_atomic_fetch_add(count, 1, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);
  while (__hip_atomic_load(count, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) != groups) {
  }
  seen[__builtin_amdgcn_workgroup_id_x()] = groups;
}

namespace {

int checks = 0;

void check(bool holds) {
  ++checks;
  if (holds) return;
  printf("check %d fails\n", checks);
  exit(5);
}

template <typename T>
void rows(hipError_t (*set)(void*, size_t, T, size_t, size_t), T value) {
  unsigned char* p = nullptr;
  static unsigned char host[kPitch * kHeight];
  must(hipMalloc(reinterpret_cast<void**>(&p), sizeof host), "hipMalloc");
  must(hipMemset(p, 0, sizeof host), "hipMemset");
  must(set(p, kPitch, value, kWidth, kHeight), "hipMemsetD2D");
  must(hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost), "hipMemcpy");
  for (int y = 0; y < kHeight; ++y) {
    const auto* const row = reinterpret_cast<const T*>(host + y * kPitch);
    for (int x = 0; x < kPitch / int(sizeof(T)); ++x) check(row[x] == (x < kWidth ? value : 0));
  }
  check(set(p, sizeof(T), value, kWidth, kHeight) != 0);       // rows that overlap
  check(set(p, kPitch, value, kWidth, kHeight + 1) != 0);      // past the end
  must(hipFree(p), "hipFree");
}

hipError_t in_order(void* to, size_t pitch, unsigned value, size_t width, size_t height) {
  return hipMemsetD2D32Async(to, pitch, value, width, height, nullptr);
}

void launches() {
  int groups = 3, *p = nullptr, host[4] = {};
  must(hipMemAllocHost(reinterpret_cast<void**>(&p), 4 * sizeof(int)), "hipMemAllocHost");
  int* seen = p + 1;
  void* arguments[] = {&p, &seen, &groups};
  const Attribute cooperative{2, 0, {1}}, clusters{4, 0, {2, 1, 1}};
  const void* const stub = reinterpret_cast<const void*>(meet);
  Config c{dim3(unsigned(groups)), dim3(kThreads), 0, nullptr, &cooperative, 1};
  must(hipLaunchKernelExC(&c, stub, arguments), "hipLaunchKernelExC");
  must(hipCtxSynchronize(), "hipCtxSynchronize");
  for (int i = 1; i <= groups; ++i) check(p[i] == groups);
  groups = 1, p[0] = 0;
  c = {dim3(1), dim3(kThreads), 0, nullptr, nullptr, 0};
  must(hipLaunchKernelExC(&c, stub, arguments), "hipLaunchKernelExC");
  must(hipCtxSynchronize(), "hipCtxSynchronize");
  check(p[1] == 1);
  c.attributes = &clusters, c.count = 1;
  check(hipLaunchKernelExC(&c, stub, arguments) == 801);  // hipErrorNotSupported, and the report says it
}

void names() {
  void *by_name = nullptr, *by_version = nullptr;
  int status = 7;
  must(hipGetDriverEntryPoint("hipMemsetD2D32", &by_name, 0, &status), "hipGetDriverEntryPoint");
  check(status == 0 && by_name != nullptr);
  must(hipGetDriverEntryPoint("hipGetDeviceProperties", &by_name, 0, &status), "hipGetDriverEntryPoint");
  must(hipGetProcAddress("hipGetDeviceProperties", &by_version, 600, 0, nullptr), "hipGetProcAddress");
  check(by_name == by_version);  // the program was linked with libamdhip64.so.6
  check(hipGetDriverEntryPoint("hipNobody", &by_name, 0, &status) != 0 && status == 1 && by_name == nullptr);
}

void contexts() {
  void *one = nullptr, *other = nullptr;
  int device = 7;
  must(hipCtxCreate(&one, 0, 0), "hipCtxCreate");
  must(hipDevicePrimaryCtxRetain(&other, 0), "hipDevicePrimaryCtxRetain");
  check(one != nullptr && one == other);
  must(hipCtxGetCurrent(&other), "hipCtxGetCurrent");
  must(hipCtxGetDevice(&device), "hipCtxGetDevice");
  check(one == other && device == 0);
  check(hipCtxCreate(&one, 0, 1) != 0);
}

}  // namespace

int main() {
  rows<unsigned char>(hipMemsetD2D8, 0xA5);
  rows<unsigned short>(hipMemsetD2D16, 0xBEEF);
  rows<unsigned>(hipMemsetD2D32, 0xCAFEF00D);
  rows<unsigned>(in_order, 0xCAFEF00D);
  launches();
  names();
  contexts();
}
