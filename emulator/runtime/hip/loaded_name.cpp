#include "emulator/runtime/hip/loaded_name.hpp"

#include <dlfcn.h>

#include "emulator/runtime/hip/abi.hpp"

namespace lockstep::runtime::hip {

std::string loaded_name() {
  Dl_info info{};
  // The address of anything in here will do.
  return dladdr(pointer(reinterpret_cast<std::uintptr_t>(&loaded_major)), &info) != 0 ? info.dli_fname : "";
}

void* exported(const std::string& name) {
  static void* const self = dlopen(loaded_name().c_str(), RTLD_LAZY | RTLD_NOLOAD);
  return self != nullptr ? dlsym(self, name.c_str()) : nullptr;
}

int loaded_major() {
  static const int major = [] {
    const std::string name = loaded_name();
    return name.ends_with(".so.5") ? 5 : name.ends_with(".so.7") ? 7 : 6;
  }();
  return major;
}

}  // namespace lockstep::runtime::hip
