// Kernels for the tests of the Python package, without a header: each is launched by test_launching.py.
#define GLOBAL extern "C" __attribute__((global, amdgpu_flat_work_group_size(1, 256)))
#define LANE __builtin_amdgcn_workitem_id_x()
#define GROUP __builtin_amdgcn_workgroup_id_x()

struct Pair {
  short first;
  double second;
};

// Every kind of value.
GLOBAL void kinds(double* out, signed char small, unsigned short middle, int i, long long wide, float f, double d,
                  struct Pair pair) {
  if (LANE != 0) return;
  out[0] = small;
  out[1] = middle;
  out[2] = i;
  out[3] = (double)wide;
  out[4] = f;
  out[5] = d;
  out[6] = pair.first;
  out[7] = pair.second;
}

// Its name says the types.
__attribute__((global)) void mangled(float* out, float eps, unsigned n, long wide, _Float16 half) {
  if (LANE != 0) return;
  out[0] = eps;
  out[1] = (float)n;
  out[2] = (float)wide;
  out[3] = (float)half;
}

// A sum of all workgroups: with an atomic, or without.
GLOBAL void total(int* sum) {
  if (LANE == 0) __scoped_atomic_fetch_add(sum, (int)GROUP + 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}
GLOBAL void racing_total(int* sum) {
  if (LANE == 0) *sum += (int)GROUP + 1;
}

// Reverses 64 numbers through dynamic LDS.
extern __attribute__((shared)) int held[];
GLOBAL void reversed(int* to, const int* from) {
  held[LANE] = from[LANE];
  __builtin_amdgcn_s_barrier();
  to[LANE] = held[63 - LANE];
}

// Takes a while.
GLOBAL void busy(int* out, int rounds) {
  int x = (int)LANE;
  for (int i = 0; i < rounds; ++i) x = x * 1664525 + 1013904223;
  out[GROUP * 64 + LANE] = x;
}

// The least a launch can be.
GLOBAL void nothing() {}
