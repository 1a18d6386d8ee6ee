#include "devices/hip_runtime.hpp"

#include <array>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>

namespace lockstep::devices {

namespace {

// The unversioned name comes with the development package; the others with the runtime alone.
constexpr std::array kNames{"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6",
                            "/opt/rocm/lib/libamdhip64.so"};

template <typename Function>
bool find(void* library, const char* symbol, Function*& function, std::string& missing) {
  function = reinterpret_cast<Function*>(::dlsym(library, symbol));
  if (function == nullptr && missing.empty()) missing = symbol;
  return function != nullptr;
}

std::string find_all(void* library, HipRuntime& r) {
  std::string missing;
  find(library, "hipInit", r.init, missing);
  find(library, "hipGetDeviceCount", r.device_count, missing);
  find(library, "hipSetDevice", r.set_device, missing);
  find(library, "hipGetDevicePropertiesR0600", r.properties, missing);
  find(library, "hipDriverGetVersion", r.driver_version, missing);
  find(library, "hipRuntimeGetVersion", r.runtime_version, missing);
  find(library, "hipMalloc", r.allocate, missing);
  find(library, "hipFree", r.release, missing);
  find(library, "hipMemcpy", r.copy, missing);
  find(library, "hipModuleLoadData", r.module_load, missing);
  find(library, "hipModuleUnload", r.module_unload, missing);
  find(library, "hipModuleGetFunction", r.module_function, missing);
  find(library, "hipModuleLaunchKernel", r.module_launch, missing);
  find(library, "hipDeviceSynchronize", r.synchronise, missing);
  find(library, "hipGetErrorName", r.error_name, missing);
  find(library, "hipGetErrorString", r.error_text, missing);
  return missing;
}

}  // namespace

tl::expected<std::shared_ptr<const HipRuntime>, std::string> HipRuntime::load(const std::string& library) {
  const std::vector<std::string> names = library.empty()
                                             ? std::vector<std::string>(kNames.begin(), kNames.end())
                                             : std::vector<std::string>{library};
  // Never closed: the runtime keeps threads of its own.
  void* handle = nullptr;
  std::string problem;
  for (const std::string& name : names) {
    handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle != nullptr) break;
    if (problem.empty()) problem = ::dlerror();
  }
  if (handle == nullptr) return tl::unexpected(fmt::format("no HIP runtime: {}", problem));
  auto runtime = std::make_shared<HipRuntime>();
  if (const std::string missing = find_all(handle, *runtime); !missing.empty())
    return tl::unexpected(fmt::format("the HIP runtime has no {}: version 6 or later is needed", missing));
  return runtime;
}

std::string HipRuntime::explain(HipStatus status) const {
  const char* name = error_name(status);
  const char* text = error_text(status);
  return fmt::format("{}: {}", name != nullptr ? name : std::to_string(status),
                     text != nullptr ? text : "no text");
}

}  // namespace lockstep::devices
