// What torch's CPU side asks of a GPU's.
#include <memory>
#include <string>

#include <ATen/detail/CUDAHooksInterface.h>

#include "generator.hpp"
#include "guard.hpp"
#include "hip.hpp"
#include "memory.hpp"

namespace lockstep_torch {

namespace {

// Not `override` where a version of torch has no such function. What is not here answers that there is none:
// cuDNN, MIOpen, MAGMA and their like.
struct Hooks final : at::CUDAHooksInterface {
  explicit Hooks(at::CUDAHooksArgs) {}
  void init() const {}
  bool isBuilt() const { return true; }
  bool isAvailable() const { return true; }
  bool hasCUDA() const override { return true; }
  bool hasCUDART() const override { return true; }
  bool hasROCM() const { return true; }
  bool hasPrimaryContext(at::DeviceIndex) const override { return true; }
  at::DeviceIndex deviceCount() const { return 1; }
  int getNumGPUs() const override { return 1; }
  at::DeviceIndex current_device() const { return 0; }
  at::DeviceIndex getCurrentDevice() const { return 0; }
  void setCurrentDevice(at::DeviceIndex) const {}
  at::DeviceIndex exchangeDevice(at::DeviceIndex) const { return 0; }
  at::DeviceIndex maybeExchangeDevice(at::DeviceIndex) const { return 0; }
  at::Device getDeviceFromPtr(void*) const override { return kDevice; }
  void deviceSynchronize(at::DeviceIndex) const override {
    must(hip().DeviceSynchronize(), "hipDeviceSynchronize");
  }
  const at::Generator& getDefaultGenerator(at::DeviceIndex) const { return default_generator(); }
  at::Generator getNewGenerator(at::DeviceIndex) const { return new_generator(); }
  bool isPinnedPtr(const void* address) const override { return is_pinned(address); }
  at::Allocator* getPinnedMemoryAllocator() const override { return &pinned_memory(); }
  at::Allocator* getCUDADeviceAllocator() const override { return &device_memory(); }
  long versionCuDNN() const override { return 0; }
  long versionRuntimeCuDNN() const { return 0; }
  long versionCuDNNFrontend() const { return 0; }
  std::string showConfig() const override { return "HIP, emulated by Lockstep\n"; }
};

}  // namespace

const char* take_hooks() {
  at::CUDAHooksRegistry()->Register(
      "CUDAHooks", [](at::CUDAHooksArgs args) { return std::make_unique<Hooks>(args); },
      c10::REGISTRY_PREFERRED);
  return dynamic_cast<const Hooks*>(&at::detail::getCUDAHooks()) != nullptr
             ? nullptr
             : "torch has asked for its GPU before Lockstep's was there";
}

}  // namespace lockstep_torch
