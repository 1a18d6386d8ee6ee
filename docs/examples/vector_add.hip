// c = a + b, as any HIP program would write it, without ROCm's headers.
#define __global__ __attribute__((global))

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n) {
  const int block = static_cast<int>(__builtin_amdgcn_workgroup_size_x());
  const int i = static_cast<int>(__builtin_amdgcn_workgroup_id_x()) * block +
                static_cast<int>(__builtin_amdgcn_workitem_id_x());
  if (i < n) c[i] = a[i] + b[i];
}
