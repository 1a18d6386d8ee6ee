// Virtual memory: two pieces mapped side by side are one to kernels and copies; a piece keeps its bytes when it moves; what
// is not mapped, or not accessible yet, is nobody's. With a word a kernel uses such a piece.
#include "hip_calls.hpp"

struct Location {
  int type, id;
};
struct Properties {
  int type, handle_type;
  Location location;
  void* metadata;
  unsigned char flags[8];
};
struct Access {
  Location location;
  int flags;
};
extern "C" {
hipError_t hipMemGetAllocationGranularity(size_t*, const Properties*, int);
hipError_t hipMemAddressReserve(void**, size_t, size_t, void*, unsigned long long);
hipError_t hipMemAddressFree(void*, size_t);
hipError_t hipMemCreate(void**, size_t, const Properties*, unsigned long long);
hipError_t hipMemRelease(void*);
hipError_t hipMemMap(void*, size_t, size_t, void*, unsigned long long);
hipError_t hipMemUnmap(void*, size_t);
hipError_t hipMemSetAccess(void*, size_t, const Access*, size_t);
hipError_t hipMemGetAccess(unsigned long long*, const Location*, void*);
hipError_t hipMemRetainAllocationHandle(void**, void*);
hipError_t hipMemGetInfo(size_t*, size_t*);
}

__global__ void write(int* p, int value) { p[global_thread()] = value; }

int main(int count, char** words) {
  const char* const wrong = count > 1 ? words[1] : "";
  const Properties properties{1, 0, {1, 0}, nullptr, {}};
  const Access access{{1, 0}, 3};
  size_t piece = 0, before = 0, after = 0, total = 0;
  must(hipMemGetInfo(&before, &total), "hipMemGetInfo");
  must(hipMemGetAllocationGranularity(&piece, &properties, 0), "hipMemGetAllocationGranularity");
  char* range = nullptr;
  must(hipMemAddressReserve(reinterpret_cast<void**>(&range), 8 * piece, 0, nullptr, 0), "hipMemAddressReserve");
  void *first = nullptr, *second = nullptr, *again = nullptr;
  must(hipMemCreate(&first, piece, &properties, 0), "hipMemCreate");
  must(hipMemCreate(&second, piece, &properties, 0), "hipMemCreate");
  if (hipMemCreate(&again, piece + 1, &properties, 0) == 0) return 5;
  must(hipMemMap(range, piece, 0, first, 0), "hipMemMap");
  if (hipMemMap(range, piece, 0, second, 0) == 0) return 6;              // taken
  if (hipMemMap(range + 8 * piece, piece, 0, second, 0) == 0) return 7;  // behind the range
  int host[128] = {};
  int* const edge = reinterpret_cast<int*>(range + piece) - 64;
  if (strcmp(wrong, "inaccessible") == 0) write<<<dim3(1), dim3(64)>>>(edge, 1);
  must(hipMemSetAccess(range, piece, &access, 1), "hipMemSetAccess");
  write<<<dim3(1), dim3(64)>>>(edge, 7);
  if (strcmp(wrong, "unmapped") == 0) write<<<dim3(2), dim3(64)>>>(edge, 1);
  must(hipMemMap(range + piece, piece, 0, second, 0), "hipMemMap");
  if (hipMemcpy(host, range + piece, 4, hipMemcpyDeviceToHost) == 0) return 8;  // no access yet
  must(hipMemSetAccess(range + piece, piece, &access, 1), "hipMemSetAccess");
  must(hipMemcpy(host, edge, 256, hipMemcpyDeviceToHost), "hipMemcpy");
  if (host[0] != 7 || host[63] != 7) return 9;
  write<<<dim3(2), dim3(64)>>>(edge, 9);
  must(hipMemcpy(host, edge, sizeof host, hipMemcpyDeviceToHost), "hipMemcpy");
  for (const int value : host)
    if (value != 9) return 10;
  unsigned long long flags = 0;
  must(hipMemGetAccess(&flags, &access.location, range + piece), "hipMemGetAccess");
  if (flags != 3) return 11;
  must(hipMemRetainAllocationHandle(&again, range + piece + 5), "hipMemRetainAllocationHandle");
  if (again != second) return 12;
  must(hipMemRelease(again), "hipMemRelease");
  must(hipMemUnmap(range, 2 * piece), "hipMemUnmap");
  if (hipMemUnmap(range, piece) == 0) return 13;
  if (strcmp(wrong, "gone") == 0) write<<<dim3(1), dim3(64)>>>(edge, 1);
  must(hipMemMap(range + 4 * piece, piece, 0, second, 0), "hipMemMap");
  must(hipMemSetAccess(range + 4 * piece, piece, &access, 1), "hipMemSetAccess");
  must(hipMemRelease(second), "hipMemRelease");  // it stays while it is mapped
  must(hipMemcpy(host, range + 4 * piece, 256, hipMemcpyDeviceToHost), "hipMemcpy");
  if (host[0] != 9 || host[63] != 9) return 14;
  if (hipMemAddressFree(range, 8 * piece) == 0) return 15;  // something is mapped there
  must(hipMemUnmap(range + 4 * piece, piece), "hipMemUnmap");
  must(hipMemRelease(first), "hipMemRelease");
  must(hipMemAddressFree(range, 8 * piece), "hipMemAddressFree");
  must(hipMemGetInfo(&after, &total), "hipMemGetInfo");
  return before == after ? 0 : 16;
}
