// y += a * x, launched both ways.
#include <vector>

#include "must.hpp"

__global__ void saxpy(float a, const float* x, float* y, int n) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) y[i] += a * x[i];
}

int main(int count, char**) {
  const int n = 1000, said = count > 1 ? n + 1 : n;  // with a word, one element too many
  std::vector<float> host(n);
  for (int i = 0; i < n; ++i) host[i] = float(i);
  float *x = nullptr, *y = nullptr;
  MUST(hipMalloc(&x, n * sizeof(float)));
  MUST(hipMalloc(&y, n * sizeof(float)));
  MUST(hipMemcpy(x, host.data(), n * sizeof(float), hipMemcpyHostToDevice));
  MUST(hipMemcpy(y, host.data(), n * sizeof(float), hipMemcpyHostToDevice));
  saxpy<<<4, 256>>>(2, x, y, said);
  MUST(hipGetLastError());
  hipLaunchKernelGGL(saxpy, dim3(4), dim3(256), 0, nullptr, -1.0f, x, y, n);
  MUST(hipDeviceSynchronize());
  MUST(hipMemcpy(host.data(), y, n * sizeof(float), hipMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    if (host[i] != 2 * float(i)) return 5;
  MUST(hipFree(x));
  MUST(hipFree(y));
  std::puts("right");
  return 0;
}
