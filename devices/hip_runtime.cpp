#include "devices/hip_runtime.hpp"

#include <array>
#include <vector>

#include <fmt/format.h>

#include "host/library.hpp"

namespace lockstep::devices {

namespace {

// The unversioned name comes with the development package; the others with the runtime alone.
constexpr std::array kNames{"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6",
                            "/opt/rocm/lib/libamdhip64.so"};

std::string find_all(void* library, HipRuntime& r) {
  std::string missing;
  host::find_function(library, "hipInit", r.init, missing);
  host::find_function(library, "hipGetDeviceCount", r.device_count, missing);
  host::find_function(library, "hipSetDevice", r.set_device, missing);
  host::find_function(library, "hipGetDevicePropertiesR0600", r.properties, missing);
  host::find_function(library, "hipDriverGetVersion", r.driver_version, missing);
  host::find_function(library, "hipRuntimeGetVersion", r.runtime_version, missing);
  host::find_function(library, "hipMalloc", r.allocate, missing);
  host::find_function(library, "hipFree", r.release, missing);
  host::find_function(library, "hipMemcpy", r.copy, missing);
  host::find_function(library, "hipMemcpyAsync", r.copy_async, missing);
  host::find_function(library, "hipMemset", r.fill, missing);
  host::find_function(library, "hipMemGetInfo", r.memory, missing);
  host::find_function(library, "hipModuleLoadData", r.module_load, missing);
  host::find_function(library, "hipModuleUnload", r.module_unload, missing);
  host::find_function(library, "hipModuleGetFunction", r.module_function, missing);
  host::find_function(library, "hipModuleLaunchKernel", r.module_launch, missing);
  std::string may_be_missing;
  host::find_function(library, "hipModuleLaunchCooperativeKernel", r.module_launch_cooperative,
                      may_be_missing);
  host::find_function(library, "hipDeviceSynchronize", r.synchronise, missing);
  host::find_function(library, "hipStreamCreateWithFlags", r.stream_create, missing);
  host::find_function(library, "hipStreamDestroy", r.stream_destroy, missing);
  host::find_function(library, "hipEventCreate", r.event_create, missing);
  host::find_function(library, "hipEventDestroy", r.event_destroy, missing);
  host::find_function(library, "hipEventRecord", r.event_record, missing);
  host::find_function(library, "hipEventElapsedTime", r.event_elapsed, missing);
  host::find_function(library, "hipGetErrorName", r.error_name, missing);
  host::find_function(library, "hipGetErrorString", r.error_text, missing);
  return missing;
}

}  // namespace

tl::expected<std::shared_ptr<const HipRuntime>, std::string> HipRuntime::load(const std::string& library) {
  const std::vector<std::string> names = library.empty()
                                             ? std::vector<std::string>(kNames.begin(), kNames.end())
                                             : std::vector<std::string>{library};
  const auto handle = host::load_library(names);
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
