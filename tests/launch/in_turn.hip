// Every workgroup waits until those before it are done.
extern "C" __attribute__((global)) void in_turn(unsigned* turn) {
  if (__builtin_amdgcn_workitem_id_x() != 0) return;
  const unsigned mine = __builtin_amdgcn_workgroup_id_x();
  while (__scoped_atomic_load_n(turn, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE) != mine) __builtin_amdgcn_s_sleep(1);
  __scoped_atomic_store_n(turn, mine + 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
}
