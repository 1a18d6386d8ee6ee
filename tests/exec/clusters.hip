// Launches in clusters that an attribute names: each workgroup asks the next of its cluster, through memory, at their barrier.
#include "hip_calls.hpp"

struct Attribute {
  int id, padding;
  unsigned value[16];
};
struct Config {
  dim3 grid, block;
  size_t shared_bytes;
  hipStream_t stream;
  const Attribute* attributes;
  unsigned count;
};
extern "C" hipError_t hipLaunchKernelExC(const Config*, const void*, void**);

constexpr unsigned kGroups = 8, kThreads = 32;

// out[g]: the number of the next workgroup of the cluster, by what that has written.
__global__ void ask_neighbour(int* out) {
#ifdef __gfx1250__
  const unsigned in_cluster = __builtin_amdgcn_cluster_workgroup_id_x(), last = __builtin_amdgcn_cluster_workgroup_max_id_x();
  const unsigned group = __builtin_amdgcn_cluster_id_x() * (last + 1) + in_cluster, first = group - in_cluster;
  int* const told = out + kGroups;
  if (__builtin_amdgcn_workitem_id_x() == 0)
    __hip_atomic_store(&told[group], int(group), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
  __builtin_amdgcn_s_cluster_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
  if (__builtin_amdgcn_workitem_id_x() != 0) return;
  const unsigned next = first + (in_cluster + 1) % (last + 1);
  out[group] = __hip_atomic_load(&told[next], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
#endif
}

namespace {

hipError_t launch(int* p, unsigned cluster) {
  const Attribute clusters{4, 0, {cluster, 1, 1}};  // hipLaunchAttributeClusterDimension
  void* arguments[] = {&p};
  const Config c{dim3(kGroups), dim3(kThreads), 0, nullptr, &clusters, cluster == 1 ? 0u : 1u};
  return hipLaunchKernelExC(&c, reinterpret_cast<const void*>(ask_neighbour), arguments);
}

}  // namespace

int main(int argc, char**) {
  int *p = nullptr, host[kGroups];
  must(hipMalloc(reinterpret_cast<void**>(&p), 2 * sizeof host), "hipMalloc");
  if (argc > 1) must(launch(p, 3), "hipLaunchKernelExC");
  const unsigned sizes[] = {1, 4, 2};
  for (const unsigned cluster : sizes) {
    must(launch(p, cluster), "hipLaunchKernelExC");
    must(hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost), "hipMemcpy");
    for (unsigned g = 0; g < kGroups; ++g)
      if (unsigned(host[g]) != g / cluster * cluster + (g + 1) % cluster) {
        printf("workgroup %u of clusters of %u asked %d\n", g, cluster, host[g]);
        return 5;
      }
    printf("in clusters of %u\n", cluster);
  }
}
