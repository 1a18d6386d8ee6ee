// A kernel that is never launched lacks a wait: nothing but lint can tell.
#include "hip_calls.hpp"

__global__ void unwaited(int* p) {
  asm volatile(
      "global_load_dword v10, %0, off\n"
      "v_add_u32_e32 v11, v10, v10\n"
      "global_store_dword %0, v11, off\n"
      "s_waitcnt vmcnt(0)" ::"v"(p)
      : "v10", "v11", "memory");
}

__global__ void right(int* p) { p[global_thread()] = 1; }

int main(int count, char**) {
  int* p = nullptr;
  must(hipMalloc(reinterpret_cast<void**>(&p), 64 * sizeof(int)), "hipMalloc");
  if (count > 100) unwaited<<<dim3(1), dim3(64)>>>(p);
  right<<<dim3(1), dim3(64)>>>(p);
  must(hipDeviceSynchronize(), "hipDeviceSynchronize");
}
