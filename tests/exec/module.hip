// Loads a code object by hand, and packs the arguments itself.
#include "hip_calls.hpp"

int main(int, char** words) {
  float host[64];
  for (int i = 0; i < 64; ++i) host[i] = float(i);
  float *a = nullptr, *c = nullptr;
  must(hipMalloc(reinterpret_cast<void**>(&a), sizeof host), "hipMalloc");
  must(hipMalloc(reinterpret_cast<void**>(&c), sizeof host), "hipMalloc");
  must(hipMemcpy(a, host, sizeof host, hipMemcpyHostToDevice), "hipMemcpy");
  hipModule_t module = nullptr;
  hipFunction_t function = nullptr;
  must(hipModuleLoad(&module, words[1]), "hipModuleLoad");
  if (hipModuleGetFunction(&function, module, "nobody") == 0) return 6;
  must(hipModuleGetFunction(&function, module, "vector_add"), "hipModuleGetFunction");
  struct {
    const float *a, *b;
    float* c;
    int n;
  } packed{a, a, c, 64};
  size_t size = sizeof packed;
  void* extra[] = {reinterpret_cast<void*>(1), &packed, reinterpret_cast<void*>(2), &size, reinterpret_cast<void*>(3)};
  must(hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra), "hipModuleLaunchKernel");
  must(hipModuleUnload(module), "hipModuleUnload");
  must(hipMemcpy(host, c, sizeof host, hipMemcpyDeviceToHost), "hipMemcpy");
  for (int i = 0; i < 64; ++i)
    if (host[i] != 2 * float(i)) return 5;
}
