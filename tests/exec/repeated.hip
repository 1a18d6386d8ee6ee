// Launches that are the same but for one thing. Each case prints whether its results are right.
#include "hip_calls.hpp"

constexpr int kCount = 256;

__global__ void twice(const int* in, int* out) {
  out[global_thread()] = 2 * in[global_thread()];
}

__global__ void add_one(int* values) {
  values[global_thread()] += 1;
}

__global__ void count(int* counter, int* places) {
  places[global_thread()] = __scoped_atomic_fetch_add(counter, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

// What is read from `scratch` was written by the same thread.
__global__ void through(const int* in, int* scratch, int* out) {
  scratch[global_thread()] = in[global_thread()] + 1;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  out[global_thread()] = *const_cast<volatile int*>(&scratch[global_thread()]);
}

__global__ void gather(const int* places, const int* in, int* out) {
  out[global_thread()] = in[places[global_thread()]];
}

__global__ void where_positive(const int* in, int* out) {
  if (in[global_thread()] > 0) out[global_thread()] = 1;
}

__global__ void ticks(unsigned long* out) {
  out[global_thread()] = __builtin_readcyclecounter();
}

namespace {

int* allocated() {
  int* address = nullptr;
  must(hipMalloc(reinterpret_cast<void**>(&address), kCount * sizeof(int)), "hipMalloc");
  return address;
}

int host[kCount];
int *in, *out, *other;

void put(int* to, int step) {
  for (int i = 0; i < kCount; ++i) host[i] = step * i;
  must(hipMemcpy(to, host, sizeof host, hipMemcpyHostToDevice), "hipMemcpy");
}

/// Whether value i is step * i + more.
bool holds(const int* from, int step, int more = 0) {
  must(hipMemcpy(host, from, sizeof host, hipMemcpyDeviceToHost), "hipMemcpy");
  for (int i = 0; i < kCount; ++i)
    if (host[i] != step * i + more) return false;
  return true;
}

bool is(const char* word, const char* name) {
  return strcmp(word, name) == 0;
}

const dim3 kGrid(kCount / 64), kBlock(64);

bool same() {
  bool right = true;
  for (int launch = 0; launch < 5; ++launch) {
    must(hipMemset(out, 0xFF, sizeof host), "hipMemset");
    twice<<<kGrid, kBlock>>>(in, out);
    right &= holds(out, 2);
  }
  return right;
}

bool other_input() {
  twice<<<kGrid, kBlock>>>(in, out);
  put(in, 3);
  twice<<<kGrid, kBlock>>>(in, out);
  return holds(out, 6);
}

bool in_place() {
  for (int launch = 0; launch < 3; ++launch) add_one<<<kGrid, kBlock>>>(in);
  return holds(in, 1, 3);
}

bool counter() {
  must(hipMemset(other, 0, sizeof host), "hipMemset");
  bool right = true;
  for (int launch = 0; launch < 3; ++launch) {
    count<<<dim3(1), dim3(1)>>>(other, out);
    must(hipMemcpy(host, out, sizeof(int), hipMemcpyDeviceToHost), "hipMemcpy");
    right &= host[0] == launch;
  }
  return right;
}

bool scratch() {
  bool right = true;
  for (int launch = 0; launch < 3; ++launch) {
    put(other, launch);
    through<<<kGrid, kBlock>>>(in, other, out);
    right &= holds(out, 1, 1) && holds(other, 1, 1);
  }
  return right;
}

// The second launch gathers from far outside.
bool late() {
  put(other, 1);
  gather<<<kGrid, kBlock>>>(other, in, out);
  put(other, 1 << 20);
  gather<<<kGrid, kBlock>>>(other, in, out);
  return hipDeviceSynchronize() != 0;
}

// The second launch finds the bytes of the first, but they are no longer defined.
bool undefined() {
  must(hipMemcpy(host, other, sizeof host, hipMemcpyDeviceToHost), "hipMemcpy");
  must(hipMemcpy(in, host, sizeof host, hipMemcpyHostToDevice), "hipMemcpy");
  where_positive<<<kGrid, kBlock>>>(in, out);
  must(hipMemcpy(in, other, sizeof host, hipMemcpyDeviceToDevice), "hipMemcpy");
  where_positive<<<kGrid, kBlock>>>(in, out);
  return true;
}

bool pinned() {
  int *given = nullptr, *result = nullptr;
  must(hipHostMalloc(reinterpret_cast<void**>(&given), sizeof host, 0), "hipHostMalloc");
  must(hipHostMalloc(reinterpret_cast<void**>(&result), sizeof host, 0), "hipHostMalloc");
  bool right = true;
  for (int launch = 0; launch < 4; ++launch) {
    for (int i = 0; i < kCount; ++i) given[i] = i + launch / 2, result[i] = -1;
    twice<<<kGrid, kBlock>>>(given, result);
    must(hipDeviceSynchronize(), "hipDeviceSynchronize");
    for (int i = 0; i < kCount; ++i) right &= result[i] == 2 * (i + launch / 2);
  }
  return right;
}

bool clock() {
  unsigned long *device = nullptr, first = 0, second = 0;
  must(hipMalloc(reinterpret_cast<void**>(&device), 64 * sizeof *device), "hipMalloc");
  ticks<<<dim3(1), kBlock>>>(device);
  must(hipMemcpy(&first, device, sizeof first, hipMemcpyDeviceToHost), "hipMemcpy");
  ticks<<<dim3(1), kBlock>>>(device);
  must(hipMemcpy(&second, device, sizeof second, hipMemcpyDeviceToHost), "hipMemcpy");
  return first == second;
}

}  // namespace

int main(int, char** words) {
  in = allocated(), out = allocated(), other = allocated();
  put(in, 1);
  constexpr struct {
    const char* name;
    bool (*run)();
  } kCases[] = {{"same", same},           {"other_input", other_input}, {"in_place", in_place},
                {"counter", counter},     {"scratch", scratch},         {"late", late},
                {"undefined", undefined}, {"pinned", pinned},           {"clock", clock}};
  for (const auto& c : kCases)
    if (is(words[1], c.name)) printf("%s\n", c.run() ? "right" : "wrong");
  return 0;
}
