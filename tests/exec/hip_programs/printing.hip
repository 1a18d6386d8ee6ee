// Device printf and assertions, through the host.
__global__ void print(const char* name, float x) {
  const int t = int(threadIdx.x);
  if (t == 1)
    printf("%s: %d %5.2f|%-4u|%lx %c%c %s %p\n", "all of it", -t, double(x), 7u, 0x123456789abcdefl, 'o', 'k', "end",
           static_cast<const void*>(nullptr));
  if (t < 2) printf("block %d lane %d of %lld, %08.3f%%\n", int(blockIdx.x), t, 1ll << 40, 2.5 * t);
}
__global__ void check(const int* x) { assert(x[threadIdx.x] == 0); }

int main(int count, char** words) {
  const bool fails = count > 1 && std::strcmp(words[1], "fails") == 0;
  int* x = nullptr;
  MUST(hipMalloc(&x, 256));
  MUST(hipMemset(x, fails ? 7 : 0, 256));
  print<<<2, 64>>>(nullptr, 1.5f);
  check<<<1, 64>>>(x);
  const hipError_t error = hipDeviceSynchronize();
  std::printf("%s\n", hipGetErrorName(error));
  return 0;
}
