// The emulator as a device that a program holds. Any number of them in a process, each by itself.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include <tl/expected.hpp>

#include "emulator/runtime/device_memory.hpp"
#include "python/session/device.hpp"

namespace lockstep::session {

class EmulatedDevice final : public Device {
 public:
  /// `model`: empty: the arch's first. `seed`: of what undefined bytes hold. Errors name what there is.
  static tl::expected<std::unique_ptr<Device>, std::string> open(const std::string& arch,
                                                                 const std::string& model,
                                                                 std::uint64_t seed);

  const std::string& arch() const override { return arch_; }
  const matrix::Model* model() const override { return model_; }
  std::uint64_t used() const override;
  /// Costs nothing until it is touched.
  tl::expected<std::uint64_t, std::string> allocate(std::uint64_t bytes, const std::string& name) override;
  void free(std::uint64_t address) override;
  tl::expected<void, std::string> write(std::uint64_t address, std::span<const std::uint8_t> bytes) override;
  /// Pages that nobody touched stay untouched.
  tl::expected<void, std::string> read(std::uint64_t address, std::span<std::uint8_t> bytes,
                                       std::span<std::uint8_t> undefined) const override;
  tl::expected<Code, std::string> load(const std::string& name, std::span<const std::byte> bytes) override;
  tl::expected<LaunchReport, std::string> launch(const LaunchRequest& request) override;

 private:
  EmulatedDevice(const std::string& arch, const matrix::Model& model, std::uint64_t memory,
                 std::uint64_t seed)
      : arch_(arch), model_(&model), seed_(seed), memory_(memory, seed) {}
  void make_resident(const Code& code);

  mutable std::mutex mutex_;
  std::string arch_;
  const matrix::Model* model_;
  std::uint64_t seed_;
  runtime::DeviceMemory memory_;
  Code resident_;
};

}  // namespace lockstep::session
