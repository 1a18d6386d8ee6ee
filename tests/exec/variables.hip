// Device variables: set, used by a kernel, read back, by their symbols and by a module.
#include "hip_calls.hpp"

__device__ int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__attribute__((constant)) float factor = 2.0f;
__device__ int untouched = 7;

__global__ void scale(int n) {
  const int i = int(global_thread());
  if (i < n) table[i] = int(float(table[i]) * factor);
}

int main() {
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
}
