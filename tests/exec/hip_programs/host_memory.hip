// Memory of the host that a kernel uses: pinned, managed, and the program's own, registered. With `unregistered` it is not.
#include <vector>

#include "must.hpp"

#if HIP_VERSION_MAJOR >= 6
#define IS_MANAGED(of) (of.type == hipMemoryTypeManaged && of.isManaged != 0)
#else
#define IS_MANAGED(of) (of.memoryType == hipMemoryTypeHost && of.isManaged != 0)
#endif

constexpr int kCount = 256;

__global__ void add(const int* a, const int* b, int* to) { to[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }

int main(int count, char**) {
  int *pinned = nullptr, *managed = nullptr;
  std::vector<int> own(kCount, -1);
  MUST(hipHostMalloc(&pinned, kCount * sizeof(int), hipHostMallocDefault));
  MUST(hipMallocManaged(&managed, kCount * sizeof(int)));
  for (int i = 0; i < kCount; ++i) pinned[i] = i, managed[i] = 100 * i;
  if (count == 1) MUST(hipHostRegister(own.data(), kCount * sizeof(int), hipHostRegisterDefault));
  if (count == 1 && hipHostRegister(own.data() + 8, 4, hipHostRegisterDefault) != hipErrorHostMemoryAlreadyRegistered) return 6;
  int* on_device = own.data();
  if (count == 1) MUST(hipHostGetDevicePointer(reinterpret_cast<void**>(&on_device), own.data(), 0));
  add<<<1, kCount>>>(pinned, managed, on_device);
  MUST(hipDeviceSynchronize());
  for (int i = 0; i < kCount; ++i)
    if (own[i] != 101 * i) return 5;
  hipPointerAttribute_t of{};
  MUST(hipPointerGetAttributes(&of, managed));
  if (!IS_MANAGED(of)) return 7;
  MUST(hipHostUnregister(own.data()));
  if (hipHostUnregister(own.data()) != hipErrorHostMemoryNotRegistered) return 8;
  if (hipFree(own.data()) == hipSuccess) return 9;
  MUST(hipFree(managed));
  MUST(hipHostFree(pinned));
  std::puts("right");
  return 0;
}
