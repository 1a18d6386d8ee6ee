// What AMD's runtime answers to calls at the edge of what they take: ROCm's hip-tests and the sources of its runtime (clr).
#include "hip_calls.hpp"

extern "C" {
hipError_t hipCtxPopCurrent(void**);
hipError_t hipCtxPushCurrent(void*);
hipError_t hipDevicePrimaryCtxRetain(void**, int);
hipError_t hipDeviceGetAttribute(int*, int, int);
hipError_t hipDeviceGetStreamPriorityRange(int*, int*);
hipError_t hipDeviceGetUuid(void*, int);
hipError_t hipDrvGetErrorName(hipError_t, const char**);
hipError_t hipDrvGetErrorString(hipError_t, const char**);
hipError_t hipFuncGetAttributes(void*, const void*);
hipError_t hipFuncSetAttribute(const void*, int, int);
hipError_t hipGetDeviceFlags(unsigned*);
hipError_t hipGetDevicePropertiesR0600(void*, int);
hipError_t hipGraphAddDependencies(void*, void* const*, void* const*, size_t);
hipError_t hipGraphAddEmptyNode(void**, void*, void* const*, size_t);
hipError_t hipGraphAddHostNode(void**, void*, void* const*, size_t, const void*);
hipError_t hipGraphRemoveDependencies(void*, void* const*, void* const*, size_t);
hipError_t hipLaunchCooperativeKernel(const void*, dim3, dim3, void**, unsigned, hipStream_t);
hipError_t hipMemcpyParam2D(const void*);
hipError_t hipPointerGetAttributes(void*, const void*);
hipError_t hipSetDeviceFlags(unsigned);
int getrusage(int, void*);
int memcmp(const void*, const void*, size_t);
void* memset(void*, int, size_t);
}

// hipError_t, by its numbers in all versions.
enum { kSuccess = 0, kInvalidValue = 1, kInvalidConfiguration = 9, kLaunchFailure = 719,
       kCooperativeLaunchTooLarge = 720 };

int failures = 0;

void expect(long is, long right, const char* what) {
  if (is == right) return;
  printf("%s: %ld, not %ld\n", what, is, right);
  ++failures;
}

__global__ void __attribute__((amdgpu_flat_work_group_size(1, 128))) bounded(int* p) {
  p[__builtin_amdgcn_workitem_id_x()] = 1;
}
__global__ void change_one(int* p, unsigned long at) { p[at] = p[at] + 1; }

int attribute(int which) {
  int value = -2;
  expect(hipDeviceGetAttribute(&value, which, 0), kSuccess, "hipDeviceGetAttribute");
  return value;
}

void device() {
  for (int a = 0; a <= 92; ++a) attribute(a);
  for (int a = 10000; a <= 10018; ++a) attribute(a);
  constexpr int kWallClockRate = 10017, kCooperative = 10, kUnknown = 9000;
  expect(attribute(kWallClockRate), 100'000, "kHz of the clock that wall_clock64() reads");
  expect(attribute(kCooperative), 1, "cooperative launches");
  int least = 0, greatest = 0;
  hipDeviceGetStreamPriorityRange(&least, &greatest);
  expect(least, 1, "the least priority");
  expect(greatest, -1, "the greatest priority");
  char uuid[16], properties[1472];  // hipDeviceProp_t of HIP 6, which has the UUID behind a name of 256 bytes
  hipDeviceGetUuid(uuid, 0);
  hipGetDevicePropertiesR0600(properties, 0);
  expect(memcmp(uuid, properties + 256, sizeof uuid), 0, "the UUID of the properties");
  // Properties repeat attributes: hip_programs/device.hip compares all of them, with HIP's headers.
  struct Field {
    int attribute, offset;
    const char* name;
  };
  constexpr Field kFields[] = {{10, 688, "cooperativeLaunch"}, {59, 612, "memoryBusWidth"}, {19, 616, "l2CacheSize"}};
  for (const Field f : kFields) {
    int property = 0;
    __builtin_memcpy(&property, properties + f.offset, sizeof property);
    expect(property, attribute(f.attribute), f.name);
    expect(property != 0, 1, f.name);
  }
  constexpr unsigned kSpin = 1, kSpinAndYield = 3, kMapHost = 8;
  unsigned flags = 99;
  expect(hipSetDeviceFlags(kSpin | kMapHost), kSuccess, "hipSetDeviceFlags");
  expect(hipSetDeviceFlags(kSpinAndYield), kInvalidValue, "hipSetDeviceFlags of two schedules");
  hipGetDeviceFlags(&flags);
  expect(flags, kSpin, "the device's flags");
  void* context = nullptr;
  hipDevicePrimaryCtxRetain(&context, 0);
  expect(hipCtxPushCurrent(context), kSuccess, "hipCtxPushCurrent");
  expect(hipCtxPopCurrent(nullptr), kSuccess, "hipCtxPopCurrent without a place for the context");
  const char* text = "";
  expect(hipDrvGetErrorString(kInvalidValue, nullptr), kInvalidValue, "hipDrvGetErrorString without a place");
  expect(hipDrvGetErrorName(-1, &text), kInvalidValue, "hipDrvGetErrorName of no error");
  expect(text == nullptr, 1, "its name is null");
  expect(hipDrvGetErrorName(kInvalidValue, &text), kSuccess, "hipDrvGetErrorName");
}

void streams() {
  hipStream_t stream = nullptr;
  expect(hipStreamCreateWithFlags(&stream, 0xff), kInvalidValue, "a stream of unknown flags");
  constexpr int kDeviceToDeviceNoCU = 1024;
  void *p = nullptr, *q = nullptr;
  must(hipMalloc(&p, 64), "hipMalloc");
  must(hipMalloc(&q, 64), "hipMalloc");
  must(hipMemset(q, 0, 64), "hipMemset");
  expect(hipMemcpyAsync(p, q, 64, kDeviceToDeviceNoCU, nullptr), kSuccess, "a copy by the DMA engines");
}

struct PointerAttributes {
  int type, device;
  void *device_pointer, *host_pointer;
  int is_managed;
  unsigned flags;
};

void pointers() {
  int local = 0;
  PointerAttributes a{};
  expect(hipPointerGetAttributes(&a, &local), kSuccess, "attributes of memory that nobody registered");
  expect(a.type, 0, "its type");
  expect(a.device_pointer == nullptr, 1, "it has no address on the device");
  // Of both pointers the memory type says which counts.
  struct Side {
    size_t x, y;
    int type;
    const void* host;
    void *device, *array;
    size_t pitch;
  };
  struct {
    Side from, to;
    size_t width, height;
  } copy;
  memset(&copy, 0xcd, sizeof copy);
  void* p = nullptr;
  int h[12];
  must(hipMalloc(&p, sizeof h), "hipMalloc");
  must(hipMemset(p, 0, sizeof h), "hipMemset");
  copy.from.x = copy.from.y = copy.to.x = copy.to.y = 0;
  copy.from.pitch = copy.to.pitch = copy.width = 16;
  copy.height = 3;
  copy.from.type = 2, copy.from.device = p;  // hipMemoryTypeDevice
  copy.to.type = 1, copy.to.host = h;        // hipMemoryTypeHost
  h[11] = 42;
  expect(hipMemcpyParam2D(&copy), kSuccess, "hipMemcpyParam2D");
  expect(h[11], 0, "what it copied");
  copy.to.type = 77;
  expect(hipMemcpyParam2D(&copy), kInvalidValue, "hipMemcpyParam2D to no type of memory");
}

void graphs() {
  void *graph = nullptr, *node = nullptr, *none = nullptr;
  must(hipGraphCreate(&graph, 0), "hipGraphCreate");
  expect(hipGraphAddEmptyNode(&node, graph, nullptr, 1), kInvalidValue, "a node behind a list that is not there");
  expect(hipGraphAddEmptyNode(&node, graph, nullptr, 0), kSuccess, "hipGraphAddEmptyNode");
  expect(hipGraphAddDependencies(graph, &node, &none, 1), kInvalidValue, "a dependency of no node");
  expect(hipGraphAddDependencies(graph, nullptr, nullptr, 1), kInvalidValue, "dependencies that are not there");
  expect(hipGraphRemoveDependencies(graph, nullptr, &node, 1), kInvalidValue, "dependencies that are not there");
  expect(hipGraphAddHostNode(&node, graph, nullptr, 0, nullptr), kInvalidValue, "a function that is not there");
}

hipError_t launch(unsigned blocks, unsigned threads, size_t shared, int* p) {
  bounded<<<dim3(blocks), dim3(threads), shared>>>(p);
  return hipGetLastError();
}

// A launch that is refused changes nothing, and the next one runs.
void launches() {
  int* p = nullptr;
  must(hipMalloc(reinterpret_cast<void**>(&p), 4096), "hipMalloc");
  expect(launch(1, 256, 0, p), kLaunchFailure, "more threads than the kernel was compiled for");
  expect(launch(1, 2048, 0, p), kInvalidConfiguration, "more threads than a block may have");
  expect(launch(1, 0, 0, p), kInvalidConfiguration, "a block of no threads");
  expect(launch(0, 64, 0, p), kInvalidConfiguration, "a grid of no blocks");
  expect(launch(1, 64, 1 << 20, p), kInvalidValue, "more LDS than there is");
  void* arguments[] = {&p};
  const void* const stub = reinterpret_cast<const void*>(bounded);
  expect(hipLaunchCooperativeKernel(stub, dim3(1 << 20), dim3(128), arguments, 0, nullptr), kCooperativeLaunchTooLarge,
         "more blocks at the same time than fit");
  hipGetLastError();
  expect(launch(1, 128, 0, p), kSuccess, "a launch");
  expect(hipDeviceSynchronize(), kSuccess, "hipDeviceSynchronize");
  int attributes[14] = {};  // hipFuncAttributes; behind two ints and two sizes, what a launch may add
  constexpr int kMostDynamic = 8;
  expect(hipFuncSetAttribute(reinterpret_cast<const void*>(bounded), kMostDynamic, 1024), kSuccess, "hipFuncSetAttribute");
  hipFuncGetAttributes(attributes, reinterpret_cast<const void*>(bounded));
  expect(attributes[6], 1024, "the dynamic LDS that was set");
}

// However much is pinned, a launch touches the pages that it uses.
void pinned() {
  constexpr size_t kInts = size_t{1} << 30;  // 4 GiB
  int* pool = nullptr;
  must(hipHostMalloc(reinterpret_cast<void**>(&pool), kInts * sizeof(int), 0), "hipHostMalloc");
  pool[5] = 1;
  pool[kInts - 1] = 7;
  for (int i = 0; i < 4; ++i) change_one<<<dim3(1), dim3(1)>>>(pool, kInts - 1);
  must(hipDeviceSynchronize(), "hipDeviceSynchronize");
  pool[kInts - 1] += 10;  // the next launch sees what the host writes
  change_one<<<dim3(1), dim3(1)>>>(pool, kInts - 1);
  must(hipDeviceSynchronize(), "hipDeviceSynchronize");
  expect(pool[kInts - 1], 22, "what launches and the host left in pinned memory");
  expect(pool[5], 1, "what nobody wrote");
  long usage[18] = {};  // struct rusage; behind two times, the largest resident set, in KiB
  getrusage(0, usage);
  expect(usage[4] < (1 << 20), 1, "less than a GiB in use");
}

int main() {
  device();
  streams();
  pointers();
  graphs();
  launches();
  pinned();
  if (failures == 0) printf("right\n");
  return failures != 0;
}
