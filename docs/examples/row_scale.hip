// Scales each row of x so that its largest magnitude is 1: one workgroup of 256 threads per row.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))

// What ROCm's headers call __syncthreads().
static __device__ inline void sync_threads() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

extern "C" __global__ void row_scale(const float* x, float* y, int columns) {
  __shared__ float largest[256];
  const int thread = static_cast<int>(__builtin_amdgcn_workitem_id_x());
  const long row = static_cast<long>(__builtin_amdgcn_workgroup_id_x()) * columns;

  float magnitude = 0;
  for (int i = thread; i < columns; i += 256)
    magnitude = __builtin_fmaxf(magnitude, __builtin_fabsf(x[row + i]));
  largest[thread] = magnitude;
  for (int half = 128; half > 0; half /= 2) {
    sync_threads();
    if (thread < half) largest[thread] = __builtin_fmaxf(largest[thread], largest[thread + half]);
  }

  const float scale = 1 / largest[0];
  for (int i = thread; i < columns; i += 256) y[row + i] = x[row + i] * scale;
}
