// Calls what the runtime does not have: it is told so, once for each name.
#include "hip_calls.hpp"

extern "C" {
hipError_t hipCreateTextureObject(void*, const void*, const void*, const void*);
hipError_t hipIpcGetMemHandle(void*, void*);
hipError_t hiprtcLinkCreate(unsigned, void*, void**, void**);
}

__global__ void nothing() {}

int main() {
  constexpr hipError_t kNotSupported = 801;
  for (int i = 0; i < 2; ++i) {
    if (hipCreateTextureObject(nullptr, nullptr, nullptr, nullptr) != kNotSupported) return 5;
    if (hipGetLastError() != kNotSupported) return 6;
    if (hipIpcGetMemHandle(nullptr, nullptr) != kNotSupported) return 8;
    if (hiprtcLinkCreate(0, nullptr, nullptr, nullptr) == 0) return 7;
  }
  nothing<<<dim3(1), dim3(64)>>>();
}
