// Stores whose source lines a test knows from the word at their end, and one in a function that is inlined.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))

__device__ inline void put(volatile int* a, int value) {
  a[3] = value;  // STORE
}

extern "C" __global__ void lines(volatile int* a, int n) {
  a[0] = 1;  // STORE
  a[1] = n;  // STORE

  if (n > 7) a[2] = n + 1;  // STORE
  put(a, n);
}

extern "C" __global__ void further(volatile int* a) {
  a[0] = 5;  // STORE
}
