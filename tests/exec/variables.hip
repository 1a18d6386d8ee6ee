// Device variables: set, used by a kernel, read back, by their symbols. With the name of a code object, a kernel of that one
// is launched between: each has its variables at addresses of its own.
#include "hip_calls.hpp"

__device__ int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__attribute__((constant)) float factor = 2.0f;
__device__ int untouched = 7;

__global__ void scale(int n) {
  const int i = int(global_thread());
  if (i < n) table[i] = int(float(table[i]) * factor);
}

__global__ void through(int* p) { p[0] += 1; }

// Not a byte of what another code object has is in the way.
void launch_another(const char* name) {
  float* p = nullptr;
  must(hipMalloc(reinterpret_cast<void**>(&p), 256), "hipMalloc");
  must(hipMemset(p, 0, 256), "hipMemset");
  hipModule_t module = nullptr;
  hipFunction_t function = nullptr;
  must(hipModuleLoad(&module, name), "hipModuleLoad");
  must(hipModuleGetFunction(&function, module, "vector_add"), "hipModuleGetFunction");
  int n = 64;
  void* arguments[] = {&p, &p, &p, &n};
  must(hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr), "hipModuleLaunchKernel");
}

int main(int count, char** words) {
  int host[8] = {};
  size_t bytes = 0;
  void* address = nullptr;
  must(hipGetSymbolSize(&bytes, &table), "hipGetSymbolSize");
  if (bytes != sizeof host) return 6;
  const float three = 3.0f;
  must(hipMemcpyToSymbol(&factor, &three, sizeof three, 0, hipMemcpyHostToDevice), "hipMemcpyToSymbol");
  const int ten = 10;
  must(hipMemcpyToSymbol(&table, &ten, sizeof ten, 4 * sizeof(int), hipMemcpyHostToDevice), "hipMemcpyToSymbol");
  if (hipMemcpyToSymbol(&table, &ten, sizeof ten, 8 * sizeof(int), hipMemcpyHostToDevice) == 0) return 7;  // past its end
  scale<<<dim3(1), dim3(64)>>>(8);
  must(hipMemcpyFromSymbol(host, &table, sizeof host, 0, hipMemcpyDeviceToHost), "hipMemcpyFromSymbol");
  const int expected[8] = {3, 6, 9, 12, 30, 18, 21, 24};
  for (int i = 0; i < 8; ++i)
    if (host[i] != expected[i]) return 5;
  must(hipGetSymbolAddress(&address, &untouched), "hipGetSymbolAddress");
  must(hipMemcpy(host, address, sizeof(int), hipMemcpyDeviceToHost), "hipMemcpy");
  if (host[0] != 7) return 8;
  if (hipGetSymbolAddress(&address, host) == 0) return 9;
  if (count == 1) return 0;
  must(hipGetSymbolAddress(&address, &untouched), "hipGetSymbolAddress");
  launch_another(words[1]);
  through<<<dim3(1), dim3(1)>>>(static_cast<int*>(address));
  must(hipMemcpy(host, address, sizeof(int), hipMemcpyDeviceToHost), "hipMemcpy");
  if (host[0] != 8) return 10;
}
