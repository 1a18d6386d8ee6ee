// Workgroups take tiles of 64 numbers from a counter until there are none left, and store which tile it
// was. With OVERLAP the tiles lie 32 numbers apart.
#ifdef OVERLAP
constexpr unsigned kApart = 32;
#else
constexpr unsigned kApart = 64;
#endif
extern "C" __attribute__((global)) void tiles(unsigned* out, unsigned* counter, unsigned count) {
  __attribute__((shared)) static unsigned shared_tile;
  const unsigned lane = __builtin_amdgcn_workitem_id_x();
  for (;;) {
    if (lane == 0)
      shared_tile = __scoped_atomic_fetch_add(counter, 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
    const unsigned tile = shared_tile;
    __builtin_amdgcn_s_barrier();
    if (tile >= count) return;
    out[tile * kApart + lane] = tile;
  }
}
