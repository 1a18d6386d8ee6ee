#include "devices/cuda_api.hpp"

#include <vector>

#include <fmt/format.h>

#include "host/library.hpp"

namespace lockstep::devices {

namespace {

// Finds the functions as cuda.h maps them: names with _v2 are those of today's interface.
std::string find_all(void* library, CudaApi& a) {
  std::string missing;
  host::find_function(library, "cuInit", a.init, missing);
  host::find_function(library, "cuDriverGetVersion", a.version, missing);
  host::find_function(library, "cuDeviceGetCount", a.device_count, missing);
  host::find_function(library, "cuDeviceGet", a.device, missing);
  host::find_function(library, "cuDeviceGetName", a.device_name, missing);
  host::find_function(library, "cuDeviceGetAttribute", a.device_attribute, missing);
  host::find_function(library, "cuDeviceTotalMem_v2", a.device_memory, missing);
  host::find_function(library, "cuDevicePrimaryCtxRetain", a.retain_context, missing);
  host::find_function(library, "cuCtxSetCurrent", a.set_context, missing);
  host::find_function(library, "cuMemAlloc_v2", a.allocate, missing);
  host::find_function(library, "cuMemFree_v2", a.release, missing);
  host::find_function(library, "cuMemsetD8_v2", a.fill, missing);
  host::find_function(library, "cuMemcpyHtoD_v2", a.upload, missing);
  host::find_function(library, "cuMemcpyDtoH_v2", a.download, missing);
  host::find_function(library, "cuMemcpyDtoDAsync_v2", a.copy_async, missing);
  host::find_function(library, "cuModuleLoadData", a.module_load, missing);
  host::find_function(library, "cuModuleUnload", a.module_unload, missing);
  host::find_function(library, "cuModuleGetFunction", a.module_function, missing);
  host::find_function(library, "cuLaunchKernel", a.launch, missing);
  host::find_function(library, "cuCtxSynchronize", a.synchronise, missing);
  host::find_function(library, "cuStreamCreate", a.stream_create, missing);
  host::find_function(library, "cuStreamDestroy_v2", a.stream_destroy, missing);
  host::find_function(library, "cuEventCreate", a.event_create, missing);
  host::find_function(library, "cuEventDestroy_v2", a.event_destroy, missing);
  host::find_function(library, "cuEventRecord", a.event_record, missing);
  host::find_function(library, "cuEventElapsedTime", a.event_elapsed, missing);
  host::find_function(library, "cuGetErrorName", a.error_name, missing);
  host::find_function(library, "cuGetErrorString", a.error_text, missing);
  return missing;
}

}  // namespace

tl::expected<std::shared_ptr<const CudaApi>, std::string> CudaApi::load(const std::string& library) {
  const std::vector<std::string> names = library.empty()
                                             ? std::vector<std::string>{"libcuda.so.1", "libcuda.so"}
                                             : std::vector<std::string>{library};
  const auto handle = host::load_library(names);
  if (!handle) return tl::unexpected(fmt::format("no driver of NVIDIA's: {}", handle.error()));
  auto api = std::make_shared<CudaApi>();
  if (const std::string missing = find_all(*handle, *api); !missing.empty())
    return tl::unexpected(fmt::format("NVIDIA's driver has no {}: a newer one is needed", missing));
  return api;
}

std::string CudaApi::explain(CudaStatus status) const {
  const char *name = nullptr, *text = nullptr;
  error_name(status, &name);
  error_text(status, &text);
  return fmt::format("{}: {}", name != nullptr ? name : std::to_string(status),
                     text != nullptr ? text : "no text");
}

}  // namespace lockstep::devices
