// Every workgroup adds its number to one sum, in the order in which they arrive.
extern "C" __attribute__((global)) void arrivals(float* sum, const float* x) {
  if (__builtin_amdgcn_workitem_id_x() == 0)
    __builtin_amdgcn_global_atomic_fadd_f32((__attribute__((address_space(1))) float*)sum,
                                            x[__builtin_amdgcn_workgroup_id_x()]);
}
