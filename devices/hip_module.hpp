// A code object in the HIP runtime, unloaded with this.
#pragma once

#include <span>
#include <string>

#include "devices/hip_runtime.hpp"

namespace lockstep::devices {

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

}  // namespace lockstep::devices
