// A program as users have them: y += a * x, its kernel in a fat binary of two archs. With a word it does something wrong.
#include "hip_calls.hpp"

__global__ void saxpy(float a, const float* x, float* y, int n) {
  const int i = int(global_thread());
  if (i < n) y[i] += a * x[i];
}

int main(int count, char** words) {
  const char* const wrong = count > 1 ? words[1] : "";
  constexpr int kCount = 1000;
  float host[kCount];
  for (int i = 0; i < kCount; ++i) host[i] = float(i);
  float *x = nullptr, *y = nullptr;
  must(hipMalloc(reinterpret_cast<void**>(&x), sizeof host), "hipMalloc");
  must(hipMalloc(reinterpret_cast<void**>(&y), sizeof host), "hipMalloc");
  must(hipMemcpy(x, host, sizeof host, hipMemcpyHostToDevice), "hipMemcpy");
  if (strcmp(wrong, "undefined") != 0) must(hipMemcpy(y, host, sizeof host, hipMemcpyDefault), "hipMemcpy");
  if (strcmp(wrong, "freed") == 0) must(hipFree(x), "hipFree");
  const int n = strcmp(wrong, "bounds") == 0 ? kCount + 24 : kCount;
  const float* const from = strcmp(wrong, "host") == 0 ? host : x;
  saxpy<<<dim3(4), dim3(256)>>>(2.0f, from, y, n);
  must(hipGetLastError(), "launch");
  must(hipDeviceSynchronize(), "hipDeviceSynchronize");
  must(hipMemcpy(host, y, sizeof host, hipMemcpyDeviceToHost), "hipMemcpy");
  for (int i = 0; i < kCount; ++i)
    if (host[i] != 3.0f * float(i)) {
      printf("element %d is %g\n", i, double(host[i]));
      return 5;
    }
  if (strcmp(wrong, "freed") != 0) must(hipFree(x), "hipFree");
  must(hipFree(y), "hipFree");
  printf("right\n");
}
