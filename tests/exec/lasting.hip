// A kernel that runs for hours: control-C ends it.
#include "hip_calls.hpp"

extern "C" long write(int file, const void* bytes, size_t count);

__global__ void lasting(int* out) {
  for (unsigned i = 0; i < 4000000000u; ++i) asm volatile("s_nop 0");
  *out = 1;
}

int main() {
  int* out = nullptr;
  must(hipMalloc(reinterpret_cast<void**>(&out), sizeof *out), "hipMalloc");
  write(1, "begun\n", 6);
  lasting<<<dim3(3), dim3(64)>>>(out);
  must(hipDeviceSynchronize(), "hipDeviceSynchronize");
  return 0;
}
