#pragma once
#include <cstdio>
#include <cstdlib>

#include <hip/hip_runtime.h>

/// Ends the program where a call fails.
inline void must(hipError_t error, const char* what) {
  if (error == hipSuccess) return;
  std::printf("%s: %s\n", what, hipGetErrorName(error));
  std::exit(1);
}
#define MUST(call) must(call, #call)
