// hipDeviceReset gives back memory, mapped ranges, streams and code objects; the program's own kernels and variables are
// there again, as they were at first. `stale`: a kernel uses what was given back.
#include "hip_calls.hpp"

constexpr unsigned kThreads = 64;
constexpr size_t kPiece = 2 << 20;

__device__ int counter = 7;
__attribute__((managed)) int managed = 3;

__global__ void count(int* p) { p[global_thread()] = ++counter; }

struct Properties {
  int kind, handles, location, device;
  void* meta;
  unsigned char flags[8];
};
extern "C" {
hipError_t hipDeviceReset();
hipError_t hipMemGetInfo(size_t*, size_t*);
hipError_t hipMemAddressReserve(void**, size_t, size_t, void*, unsigned long long);
hipError_t hipMemCreate(void**, size_t, const Properties*, unsigned long long);
hipError_t hipMemMap(void*, size_t, size_t, void*, unsigned long long);
hipError_t hipMemUnmap(void*, size_t);
hipError_t hipHostRegister(void*, size_t, unsigned);
hipError_t hipHostUnregister(void*);
}

namespace {

void check(bool holds, const char* what) {
  if (holds) return;
  printf("not so: %s\n", what);
  exit(5);
}

int launched(int* p, hipStream_t stream) {
  int host = 0;
  count<<<dim3(1), dim3(1), 0, stream>>>(p);
  must(hipDeviceSynchronize(), "hipDeviceSynchronize");
  must(hipMemcpy(&host, p, sizeof host, hipMemcpyDeviceToHost), "hipMemcpy");
  return host;
}

bool all_is_free() {
  size_t left = 0, total = 0;
  must(hipMemGetInfo(&left, &total), "hipMemGetInfo");
  return left == total;
}

}  // namespace

int main(int words, char**) {
  static int own[1024];
  int *p = nullptr, *again = nullptr;
  void *range = nullptr, *piece = nullptr, *pinned = nullptr;
  hipStream_t stream = nullptr;
  must(hipMalloc(reinterpret_cast<void**>(&p), 256), "hipMalloc");
  must(hipHostMalloc(&pinned, 256, 0), "hipHostMalloc");
  must(hipHostRegister(own, sizeof own, 0), "hipHostRegister");
  must(hipStreamCreate(&stream), "hipStreamCreate");
  must(hipMemAddressReserve(&range, kPiece, 0, nullptr, 0), "hipMemAddressReserve");
  const Properties properties{1, 0, 1, 0, nullptr, {}};
  must(hipMemCreate(&piece, kPiece, &properties, 0), "hipMemCreate");
  must(hipMemMap(range, kPiece, 0, piece, 0), "hipMemMap");
  check(launched(p, stream) == 8 && launched(p, stream) == 9, "a variable keeps its value");
  check(!all_is_free(), "memory is taken");

  must(hipDeviceReset(), "hipDeviceReset");
  check(all_is_free(), "all memory is given back");
  check(hipStreamSynchronize(stream) != 0, "a stream is gone");
  check(hipMemUnmap(range, kPiece) != 0, "a range is gone");
  check(hipHostUnregister(own) != 0, "registered memory is gone");
  managed = 4;
  must(hipMalloc(reinterpret_cast<void**>(&again), 256), "hipMalloc");
  check(again != p, "addresses are not used again");
  must(hipStreamCreate(&stream), "hipStreamCreate");
  check(launched(again, stream) == 8, "a variable is as it was at first");
  if (words > 1) printf("%d\n", launched(p, stream));
}
