// A GPU as a device that a program holds, through the HIP runtime and in this process: the addresses are the
// program's, so other libraries of it may use them. What a kernel writes beside an array is found afterwards,
// in red zones; whatever else the emulator's checks find, a GPU does not say.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "devices/hip_gpu.hpp"
#include "devices/hip_module.hpp"
#include "python/session/device.hpp"

namespace lockstep::session {

class GpuDevice final : public Device {
 public:
  /// "hip:0". Errors say what is not there.
  static tl::expected<std::unique_ptr<Device>, std::string> open(const std::string& specification);
  ~GpuDevice() override;

  const std::string& arch() const override { return gpu_.identity.arch; }
  const matrix::Model* model() const override { return nullptr; }
  std::string gpu() const override { return gpu_.identity.device + " (" + gpu_.identity.name + ")"; }
  std::uint64_t used() const override;
  tl::expected<std::uint64_t, std::string> allocate(std::uint64_t bytes, const std::string& name) override;
  void free(std::uint64_t address) override;
  tl::expected<void, std::string> write(std::uint64_t address, std::span<const std::uint8_t> bytes) override;
  tl::expected<void, std::string> read(std::uint64_t address, std::span<std::uint8_t> bytes,
                                       std::span<std::uint8_t> undefined) const override;
  tl::expected<Code, std::string> load(const std::string& name, std::span<const std::byte> bytes) override;
  tl::expected<LaunchReport, std::string> launch(const LaunchRequest& request) override;

 private:
  struct Array {
    std::string name;
    std::uint64_t bytes = 0;
  };
  struct Loaded {
    std::weak_ptr<runtime::Module> code;
    std::unique_ptr<devices::HipModule> module;
  };
  using Done = tl::expected<void, std::string>;

  GpuDevice(devices::HipGpu gpu, int index) : gpu_(std::move(gpu)), index_(index) {}
  /// HIP's current device is a thread's own.
  Done enter() const;
  Done check(const std::string& call, devices::HipStatus status) const;
  /// Fails where [address, address + bytes) is not inside an array.
  Done inside(std::uint64_t address, std::uint64_t bytes) const;
  Done fill_red_zones(std::uint64_t address, const Array& array) const;
  /// Adds what is no longer as it was, and puts it right.
  Done check_red_zones(std::uint64_t address, const Array& array,
                       std::vector<findings::Finding>& findings) const;
  tl::expected<void*, std::string> function_of(const LaunchRequest& request);

  mutable std::mutex mutex_;
  devices::HipGpu gpu_;
  int index_;
  std::map<std::uint64_t, Array> arrays_;  ///< key: the address
  std::map<const runtime::Module*, Loaded> loaded_;
};

}  // namespace lockstep::session
