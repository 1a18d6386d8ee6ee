// A GPU that the HIP runtime sees.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "devices/device.hpp"
#include "devices/hip_runtime.hpp"

namespace lockstep::devices {

// A code object in the HIP runtime, unloaded with this.

class HipModule {
 public:
  explicit HipModule(const HipRuntime& hip) : hip_(hip) {}
  HipModule(const HipModule&) = delete;
  HipModule& operator=(const HipModule&) = delete;
  ~HipModule() {
    if (module_ != nullptr) hip_.module_unload(module_);
  }
  HipStatus load(std::span<const std::byte> image) { return hip_.module_load(&module_, image.data()); }
  HipStatus find(const std::string& kernel, void** function) const {
    return hip_.module_function(function, module_, kernel.c_str());
  }

 private:
  const HipRuntime& hip_;
  void* module_ = nullptr;
};

struct HipGpu {
  std::shared_ptr<const HipRuntime> runtime;
  Identity identity;
};

/// Finds the GPU and makes it the calling thread's; other threads call set_device() for themselves.
/// `library`: a file to load instead of the HIP runtime where the system keeps it.
tl::expected<HipGpu, Failure> find_hip_gpu(int index, const std::string& library);

}  // namespace lockstep::devices
