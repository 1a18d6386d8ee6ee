// A machine without LLVM, put before a command: only processes of a device find the library, since the GPU
// that is imagined there is the emulator.
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include <dlfcn.h>

extern "C" void* dlopen(const char* file, int flags) {
  static auto* const real = reinterpret_cast<void* (*)(const char*, int)>(dlsym(RTLD_NEXT, "dlopen"));
  std::ifstream words("/proc/self/cmdline", std::ios::binary);
  const std::string command(std::istreambuf_iterator<char>(words), {});
  const bool is_missing = file != nullptr && std::strstr(file, "libLLVM") != nullptr &&
                          command.find("device-worker") == std::string::npos;
  return real(is_missing ? "/nowhere/libLLVM.so" : file, flags);
}
