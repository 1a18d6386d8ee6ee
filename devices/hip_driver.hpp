// Programs through the HIP runtime.
#pragma once

#include <memory>

#include "devices/driver.hpp"
#include "devices/hip_module.hpp"
#include "devices/moments.hpp"
#include "devices/traffic.hpp"

namespace lockstep::devices {

class HipDriver final : public Driver {
 public:
  /// The runtime must outlive it.
  explicit HipDriver(const HipRuntime& hip) : hip_(hip), moments_(hip), traffic_(hip) {}

  tl::expected<std::uint64_t, Failure> allocate(std::uint64_t bytes) override;
  void release(std::uint64_t address) override;
  Done fill(std::uint64_t to, std::uint8_t with, std::uint64_t bytes) override;
  Done upload(std::uint64_t to, std::span<const std::uint8_t> from) override;
  Done download(std::span<std::uint8_t> to, std::uint64_t from) override;
  Done load(const std::vector<std::uint8_t>& image) override;
  Done start(const Step& step, std::vector<std::uint8_t> arguments) override;
  Done busy(std::uint32_t copies) override;
  Done wait(const std::string& kernel) override;
  Done mark(Moment moment) override;
  tl::expected<double, Failure> seconds_between() override;

 private:
  Done check(const std::string& call, HipStatus status, Failure::Kind kind = Failure::Kind::refused) const;

  const HipRuntime& hip_;
  std::vector<std::uint8_t> image_;  // what is loaded
  std::unique_ptr<HipModule> module_;
  Moments<HipRuntime> moments_;
  Traffic<HipRuntime> traffic_;
};

}  // namespace lockstep::devices
