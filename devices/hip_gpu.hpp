// A GPU that the HIP runtime sees.
#pragma once

#include <memory>
#include <string>

#include "devices/device.hpp"
#include "devices/hip_runtime.hpp"

namespace lockstep::devices {

struct HipGpu {
  std::shared_ptr<const HipRuntime> runtime;
  Identity identity;
};

/// Finds the GPU and makes it the calling thread's; other threads call set_device() for themselves.
/// `library`: a file to load instead of the HIP runtime where the system keeps it.
tl::expected<HipGpu, Failure> find_hip_gpu(int index, const std::string& library);

}  // namespace lockstep::devices
