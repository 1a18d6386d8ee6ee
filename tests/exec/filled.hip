// A kernel that reads from pages of a large allocation that was filled whole, most of which nobody has touched since.
#include "hip_calls.hpp"

constexpr size_t kBytes = (64 << 20) + 4096;
constexpr int kThreads = 64;

__global__ void add_up(const int* table, int* out, int apart) {
  const int i = int(global_thread());
  out[i] = table[i * apart] + table[1];
}

int main() {
  int *table = nullptr, *out = nullptr, host[kThreads] = {};
  const int seven = 7;
  must(hipMalloc(reinterpret_cast<void**>(&table), kBytes), "hipMalloc");
  must(hipMalloc(reinterpret_cast<void**>(&out), sizeof host), "hipMalloc");
  must(hipMemset(table, 1, kBytes), "hipMemset");
  must(hipMemcpy(table + 1, &seven, sizeof seven, hipMemcpyHostToDevice), "hipMemcpy");
  add_up<<<dim3(1), dim3(kThreads)>>>(table, out, int(kBytes / kThreads / sizeof(int)));
  must(hipMemcpy(host, out, sizeof host, hipMemcpyDeviceToHost), "hipMemcpy");
  for (int i = 0; i < kThreads; ++i)
    if (host[i] != 0x01010101 + 7) return 5;
  return 0;
}
