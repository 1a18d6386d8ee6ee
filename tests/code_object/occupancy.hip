// Kernels whose waves on a SIMD are limited by one resource or another. clang says in the comments of its assembly how
// many it expects.
#define KERNEL(name, threads) \
  extern "C" __attribute__((global)) __attribute__((amdgpu_flat_work_group_size(threads, threads))) void name(int* p)
#define TOUCHES(name, ...) \
  KERNEL(name, 64) { asm volatile("" ::: __VA_ARGS__); }
#define SHARES(name, threads, bytes)                             \
  KERNEL(name, threads) {                                        \
    __attribute__((shared)) static int lds[(bytes) / 4];         \
    lds[__builtin_amdgcn_workitem_id_x()] = p[0];                \
    __builtin_amdgcn_s_barrier();                                \
    p[1] = lds[p[2]];                                            \
  }

TOUCHES(few, "v0")
TOUCHES(v64, "v63")
TOUCHES(v65, "v64")
TOUCHES(v72, "v71")
TOUCHES(v73, "v72")
TOUCHES(v80, "v79")
TOUCHES(v81, "v80")
TOUCHES(v96, "v95")
TOUCHES(v97, "v96")
TOUCHES(v128, "v127")
TOUCHES(v129, "v128")
TOUCHES(v168, "v167")
TOUCHES(v169, "v168")
TOUCHES(v256, "v255")
TOUCHES(accumulators, "v63", "a63")
TOUCHES(everything, "v255", "a255")
TOUCHES(s94, "s87")
TOUCHES(s102, "s95")
TOUCHES(s108, "s101")
SHARES(lds_one_wave, 64, 5460)
SHARES(lds_four_waves, 256, 16384)
SHARES(lds_less_than_a_third, 256, 21844)
SHARES(lds_more_than_a_third, 256, 21848)
SHARES(lds_everything, 1024, 65536)
SHARES(lds_two_waves, 128, 4096)
SHARES(lds_little, 512, 2048)
