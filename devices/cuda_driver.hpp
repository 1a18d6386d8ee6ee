// Programs through NVIDIA's driver; images are PTX.
#pragma once

#include <memory>

#include "devices/cuda_api.hpp"
#include "devices/driver.hpp"
#include "devices/moments.hpp"
#include "devices/traffic.hpp"

namespace lockstep::devices {

class CudaDriver final : public Driver {
 public:
  explicit CudaDriver(std::shared_ptr<const CudaApi> cuda)
      : cuda_(std::move(cuda)), moments_(*cuda_), traffic_(*cuda_) {}
  ~CudaDriver() override { unload(); }
  CudaDriver(const CudaDriver&) = delete;
  CudaDriver& operator=(const CudaDriver&) = delete;

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
  Done check(const std::string& call, CudaStatus status, Failure::Kind kind = Failure::Kind::refused) const;
  void unload();

  std::shared_ptr<const CudaApi> cuda_;
  Moments<CudaApi> moments_;
  Traffic<CudaApi> traffic_;
  std::vector<std::uint8_t> image_;  // what is loaded
  void* module_ = nullptr;
};

}  // namespace lockstep::devices
