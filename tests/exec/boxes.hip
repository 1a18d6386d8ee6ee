// Rectangles and boxes; peers, pools, occupancy, cooperative launches, callbacks.
#include "hip_calls.hpp"

struct Pitched {
  void* first;
  size_t pitch, width, height;
};
struct Extent {
  size_t width, height, depth;
};
struct Copy3D {
  void* from_array;
  size_t from_at[3];
  Pitched from;
  void* to_array;
  size_t to_at[3];
  Pitched to;
  Extent extent;
  int kind;
};
extern "C" {
hipError_t hipMallocPitch(void**, size_t*, size_t, size_t);
hipError_t hipMalloc3D(Pitched*, Extent);
hipError_t hipMemcpy2D(void*, size_t, const void*, size_t, size_t, size_t, int);
hipError_t hipMemset2D(void*, size_t, int, size_t, size_t);
hipError_t hipMemset3D(Pitched, int, Extent);
hipError_t hipMemcpy3D(const Copy3D*);
hipError_t hipDeviceCanAccessPeer(int*, int, int);
hipError_t hipMallocAsync(void**, size_t, hipStream_t);
hipError_t hipDeviceGetDefaultMemPool(void**, int);
hipError_t hipMemPoolSetAttribute(void*, int, void*);
hipError_t hipMemPoolGetAttribute(void*, int, void*);
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int*, const void*, int, size_t);
hipError_t hipOccupancyMaxPotentialBlockSize(int*, int*, const void*, size_t, int);
hipError_t hipLaunchCooperativeKernel(const void*, dim3, dim3, void**, unsigned, hipStream_t);
hipError_t hipLaunchHostFunc(hipStream_t, void (*)(void*), void*);
}

__global__ void fill(int* p, int n) { p[global_thread()] = n; }

// Every workgroup waits for all others, as only a cooperative launch may.
__global__ void meet(int* arrived, int* after) {
  if (__builtin_amdgcn_workitem_id_x() != 0) return;
  __hip_atomic_fetch_add(arrived, 1, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);
  while (__hip_atomic_load(arrived, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) < 2) {
  }
  after[__builtin_amdgcn_workgroup_id_x()] = 1;
}

int main() {
  unsigned char host[6][10], *device = nullptr, back[6][10] = {};
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 10; ++x) host[y][x] = (unsigned char)(10 * y + x);
  size_t pitch = 0;
  must(hipMallocPitch(reinterpret_cast<void**>(&device), &pitch, 10, 6), "hipMallocPitch");
  if (pitch < 10) return 5;
  must(hipMemset2D(device, pitch, 0xAA, 10, 6), "hipMemset2D");
  must(hipMemcpy2D(device + 2, pitch, &host[0][2], 10, 8, 5, hipMemcpyHostToDevice), "hipMemcpy2D");
  must(hipMemcpy2D(back, 10, device, pitch, 10, 6, hipMemcpyDeviceToHost), "hipMemcpy2D");
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 10; ++x)
      if (back[y][x] != (y < 5 && x >= 2 ? host[y][x] : 0xAA)) return 6;
  if (hipMemcpy2D(device, 8, host, 10, 10, 6, hipMemcpyHostToDevice) == 0) return 7;  // wider than the pitch

  Pitched box{};
  must(hipMalloc3D(&box, {10, 3, 2}), "hipMalloc3D");
  must(hipMemset3D(box, 0x55, {10, 3, 2}), "hipMemset3D");
  Copy3D c{};
  c.from = {host, 10, 10, 3};
  c.to = box;
  c.to_at[0] = 1, c.to_at[1] = 1;
  c.extent = {4, 2, 2};
  c.kind = hipMemcpyHostToDevice;
  must(hipMemcpy3D(&c), "hipMemcpy3D");
  Copy3D out{};
  out.from = box;
  out.to = {back, 10, 10, 3};
  out.extent = {10, 3, 2};
  out.kind = hipMemcpyDeviceToHost;
  must(hipMemcpy3D(&out), "hipMemcpy3D");
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 10; ++x)
        if (back[3 * z + y][x] != (y >= 1 && x >= 1 && x < 5 ? host[3 * z + y - 1][x - 1] : 0x55)) return 8;

  int can = 1, workgroups = 0, grid = 0, block = 0;
  must(hipDeviceCanAccessPeer(&can, 0, 0), "hipDeviceCanAccessPeer");
  if (can != 0 || hipDeviceCanAccessPeer(&can, 0, 1) == 0) return 9;
  void* pool = nullptr;
  unsigned long long threshold = 1ull << 40, found = 0;
  must(hipDeviceGetDefaultMemPool(&pool, 0), "hipDeviceGetDefaultMemPool");
  must(hipMemPoolSetAttribute(pool, 4, &threshold), "hipMemPoolSetAttribute");
  must(hipMemPoolGetAttribute(pool, 4, &found), "hipMemPoolGetAttribute");
  if (found != threshold) return 10;
  const void* const stub = reinterpret_cast<const void*>(fill);
  must(hipOccupancyMaxActiveBlocksPerMultiprocessor(&workgroups, stub, 256, 0), "occupancy");
  if (workgroups != 8) return 11;  // 8 waves on each of 4 SIMDs, 4 waves a workgroup
  must(hipOccupancyMaxActiveBlocksPerMultiprocessor(&workgroups, stub, 256, 40000), "occupancy");
  if (workgroups != 4 && workgroups != 1) return 12;  // 160 KiB of LDS, or 64
  must(hipOccupancyMaxPotentialBlockSize(&grid, &block, stub, 0, 0), "occupancy");
  if (block != 1024 || grid % 2 != 0) return 13;

  int *arrived = nullptr, *after = nullptr, called = 0;
  must(hipMallocAsync(reinterpret_cast<void**>(&arrived), sizeof(int), nullptr), "hipMallocAsync");
  must(hipMallocAsync(reinterpret_cast<void**>(&after), 2 * sizeof(int), nullptr), "hipMallocAsync");
  must(hipMemset(arrived, 0, sizeof(int)), "hipMemset");
  void* arguments[] = {&arrived, &after};
  must(hipLaunchCooperativeKernel(reinterpret_cast<const void*>(meet), dim3(2), dim3(64), arguments, 0, nullptr), "hipLaunchCooperativeKernel");
  must(hipLaunchHostFunc(nullptr, [](void* data) { *static_cast<int*>(data) = 1; }, &called), "hipLaunchHostFunc");
  must(hipDeviceSynchronize(), "hipDeviceSynchronize");
  int all[2] = {};
  must(hipMemcpy(all, after, sizeof all, hipMemcpyDeviceToHost), "hipMemcpy");
  if (called != 1 || all[0] != 1 || all[1] != 1) return 14;
  must(hipFreeAsync(arrived, nullptr), "hipFreeAsync");
}
