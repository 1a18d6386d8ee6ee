// Needs symbols with versions, all of them when it starts.
#include <cstdio>

extern "C" int hipGetDeviceCount(int*);
extern "C" int hipGetProcAddress(const char*, void**, int, unsigned long long, void*);
extern "C" int hipStreamGetId(void*, unsigned long long*);

int main(int count, char**) {
  int devices = 0;
  if (count > 1) return hipGetProcAddress("", nullptr, 0, 0, nullptr) + hipStreamGetId(nullptr, nullptr);
  if (hipGetDeviceCount(&devices) != 0) return 5;
  std::printf("%d device\n", devices);
}
