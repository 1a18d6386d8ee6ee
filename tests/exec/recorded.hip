// A launch with pointers behind pointers, padding that nobody defined and an output that is written in part: what it
// records must run again, with the same result. -DRACE: two workgroups write the same bytes.
#include "hip_calls.hpp"

struct Row {
  unsigned char tag;
  int value;
};

__global__ void scatter(const Row* in, Row* out, const int* const* tables, int n) {
  const int i = int(global_thread());
  if (i < n && i % 3 != 1) out[i].value = in[i].value * 2 + tables[i % 2][i];
#ifdef RACE
  out[0].value = int(__builtin_amdgcn_workgroup_id_x());
#endif
}

__global__ void twice(Row* rows, int* flag) {
  rows[global_thread()].value *= 2;
  if (global_thread() == 0) *flag = 1;
}

int main() {
  constexpr int kCount = 200;
  Row host[kCount] = {};
  int table[2][kCount], *tables[2], **device_tables = nullptr, *flag = nullptr;
  Row *in = nullptr, *out = nullptr;
  for (int i = 0; i < kCount; ++i) host[i].value = i, table[0][i] = 1000 * i, table[1][i] = -i;
  must(hipMalloc(reinterpret_cast<void**>(&in), sizeof host), "hipMalloc");
  must(hipMalloc(reinterpret_cast<void**>(&out), sizeof host), "hipMalloc");
  must(hipMalloc(reinterpret_cast<void**>(&device_tables), sizeof tables), "hipMalloc");
  must(hipHostMalloc(reinterpret_cast<void**>(&flag), sizeof(int), 0), "hipHostMalloc");
  for (int t = 0; t < 2; ++t) {
    must(hipMalloc(reinterpret_cast<void**>(&tables[t]), sizeof table[t]), "hipMalloc");
    must(hipMemcpy(tables[t], table[t], sizeof table[t], hipMemcpyHostToDevice), "hipMemcpy");
  }
  must(hipMemcpy(device_tables, tables, sizeof tables, hipMemcpyHostToDevice), "hipMemcpy");
  for (int i = 0; i < kCount; ++i)
    must(hipMemcpy(&in[i].value, &host[i].value, sizeof(int), hipMemcpyHostToDevice), "hipMemcpy");
  for (int launch = 0; launch < 2; ++launch) {
    scatter<<<dim3(4), dim3(64)>>>(in, out, device_tables, kCount);
    twice<<<dim3(1), dim3(64)>>>(in, flag);
  }
  must(hipDeviceSynchronize(), "hipDeviceSynchronize");
  return *flag == 1 ? 0 : 5;
}
