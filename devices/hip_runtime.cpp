#include "devices/hip_runtime.hpp"

#include <array>
#include <vector>

#include <fmt/format.h>

#include "devices/library.hpp"

namespace lockstep::devices {

namespace {

// The unversioned name comes with the development package; the others with the runtime alone.
constexpr std::array kNames{"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6",
                            "/opt/rocm/lib/libamdhip64.so"};

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
  find(library, "hipMemcpyAsync", r.copy_async, missing);
  find(library, "hipMemset", r.fill, missing);
  find(library, "hipMemGetInfo", r.memory, missing);
  find(library, "hipModuleLoadData", r.module_load, missing);
  find(library, "hipModuleUnload", r.module_unload, missing);
  find(library, "hipModuleGetFunction", r.module_function, missing);
  find(library, "hipModuleLaunchKernel", r.module_launch, missing);
  std::string may_be_missing;
  find(library, "hipModuleLaunchCooperativeKernel", r.module_launch_cooperative, may_be_missing);
  find(library, "hipDeviceSynchronize", r.synchronise, missing);
  find(library, "hipStreamCreateWithFlags", r.stream_create, missing);
  find(library, "hipStreamDestroy", r.stream_destroy, missing);
  find(library, "hipEventCreate", r.event_create, missing);
  find(library, "hipEventDestroy", r.event_destroy, missing);
  find(library, "hipEventRecord", r.event_record, missing);
  find(library, "hipEventElapsedTime", r.event_elapsed, missing);
  find(library, "hipGetErrorName", r.error_name, missing);
  find(library, "hipGetErrorString", r.error_text, missing);
  return missing;
}

}  // namespace

tl::expected<std::shared_ptr<const HipRuntime>, std::string> HipRuntime::load(const std::string& library) {
  const std::vector<std::string> names = library.empty()
                                             ? std::vector<std::string>(kNames.begin(), kNames.end())
                                             : std::vector<std::string>{library};
  const auto handle = load_library(names);
  if (!handle) return tl::unexpected(fmt::format("no HIP runtime: {}", handle.error()));
  auto runtime = std::make_shared<HipRuntime>();
  if (const std::string missing = find_all(*handle, *runtime); !missing.empty())
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
