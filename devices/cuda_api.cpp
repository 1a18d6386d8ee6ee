#include "devices/cuda_api.hpp"

#include <vector>

#include <fmt/format.h>

#include "devices/library.hpp"

namespace lockstep::devices {

namespace {

// As cuda.h maps them: names with _v2 are those of today's interface.
std::string find_all(void* library, CudaApi& a) {
  std::string missing;
  find(library, "cuInit", a.init, missing);
  find(library, "cuDriverGetVersion", a.version, missing);
  find(library, "cuDeviceGetCount", a.device_count, missing);
  find(library, "cuDeviceGet", a.device, missing);
  find(library, "cuDeviceGetName", a.device_name, missing);
  find(library, "cuDeviceGetAttribute", a.device_attribute, missing);
  find(library, "cuDeviceTotalMem_v2", a.device_memory, missing);
  find(library, "cuDevicePrimaryCtxRetain", a.retain_context, missing);
  find(library, "cuCtxSetCurrent", a.set_context, missing);
  find(library, "cuMemAlloc_v2", a.allocate, missing);
  find(library, "cuMemFree_v2", a.release, missing);
  find(library, "cuMemsetD8_v2", a.fill, missing);
  find(library, "cuMemcpyHtoD_v2", a.upload, missing);
  find(library, "cuMemcpyDtoH_v2", a.download, missing);
  find(library, "cuMemcpyDtoDAsync_v2", a.copy_async, missing);
  find(library, "cuModuleLoadData", a.module_load, missing);
  find(library, "cuModuleUnload", a.module_unload, missing);
  find(library, "cuModuleGetFunction", a.module_function, missing);
  find(library, "cuLaunchKernel", a.launch, missing);
  find(library, "cuCtxSynchronize", a.synchronise, missing);
  find(library, "cuStreamCreate", a.stream_create, missing);
  find(library, "cuStreamDestroy_v2", a.stream_destroy, missing);
  find(library, "cuEventCreate", a.event_create, missing);
  find(library, "cuEventDestroy_v2", a.event_destroy, missing);
  find(library, "cuEventRecord", a.event_record, missing);
  find(library, "cuEventElapsedTime", a.event_elapsed, missing);
  find(library, "cuGetErrorName", a.error_name, missing);
  find(library, "cuGetErrorString", a.error_text, missing);
  return missing;
}

}  // namespace

tl::expected<std::shared_ptr<const CudaApi>, std::string> CudaApi::load(const std::string& library) {
  const std::vector<std::string> names = library.empty()
                                             ? std::vector<std::string>{"libcuda.so.1", "libcuda.so"}
                                             : std::vector<std::string>{library};
  const auto handle = load_library(names);
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
