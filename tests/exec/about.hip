// What the device says of itself.
#include "hip_calls.hpp"

extern "C" {
hipError_t hipDeviceGetAttribute(int*, int, int);
hipError_t hipDeviceGetName(char*, int, int);
hipError_t hipDeviceTotalMem(size_t*, int);
}

enum { kMajor = 23, kThreadsOfUnit = 57, kMinor = 61, kUnits = 63, kLds = 74, kWarp = 87 };  // hipDeviceAttribute_t

int attribute(int which) {
  int value = -1;
  must(hipDeviceGetAttribute(&value, which, 0), "hipDeviceGetAttribute");
  return value;
}

int main() {
  char name[256] = {};
  size_t memory = 0;
  must(hipDeviceGetName(name, sizeof name, 0), "hipDeviceGetName");
  must(hipDeviceTotalMem(&memory, 0), "hipDeviceTotalMem");
  printf("%s, %d.%d: %d units of %d threads, warps of %d, %d bytes of LDS, %d GiB\n", name, attribute(kMajor),
         attribute(kMinor), attribute(kUnits), attribute(kThreadsOfUnit), attribute(kWarp), attribute(kLds),
         int(memory >> 30));
}
