// A GPU as a device.
#include <bit>
#include <memory>

#include <fmt/format.h>

#include "devices/device.hpp"
#include "devices/driver.hpp"
#include "devices/hip_gpu.hpp"

namespace lockstep::devices {
namespace {

// Runs programs through the HIP runtime.
class HipDriver final : public Driver {
 public:
  explicit HipDriver(std::shared_ptr<const HipRuntime> hip)
      : hip_(std::move(hip)), moments_(*hip_), traffic_(*hip_) {}

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

  std::shared_ptr<const HipRuntime> hip_;
  std::vector<std::uint8_t> image_;  // what is loaded
  std::unique_ptr<HipModule> module_;
  Moments<HipRuntime> moments_;
  Traffic<HipRuntime> traffic_;
};

void* pointer(std::uint64_t address) {
  return std::bit_cast<void*>(std::uintptr_t(address));
}

Driver::Done HipDriver::check(const std::string& call, HipStatus status, Failure::Kind kind) const {
  if (status == 0) return {};
  return tl::unexpected(Failure{kind, fmt::format("{}: {}", call, hip_->explain(status))});
}

tl::expected<std::uint64_t, Failure> HipDriver::allocate(std::uint64_t bytes) {
  void* start = nullptr;
  if (auto ok = check(fmt::format("hipMalloc of {} bytes", bytes), hip_->allocate(&start, bytes)); !ok)
    return tl::unexpected(ok.error());
  return std::uint64_t(std::bit_cast<std::uintptr_t>(start));
}

void HipDriver::release(std::uint64_t address) {
  hip_->release(pointer(address));
}

Driver::Done HipDriver::fill(std::uint64_t to, std::uint8_t with, std::uint64_t bytes) {
  return check("hipMemset", hip_->fill(pointer(to), with, bytes));
}

Driver::Done HipDriver::upload(std::uint64_t to, std::span<const std::uint8_t> from) {
  if (from.empty()) return {};
  return check("hipMemcpy to the device",
               hip_->copy(pointer(to), from.data(), from.size(), HipCopy::to_device));
}

Driver::Done HipDriver::download(std::span<std::uint8_t> to, std::uint64_t from) {
  return check("hipMemcpy to the host", hip_->copy(to.data(), pointer(from), to.size(), HipCopy::to_host));
}

Driver::Done HipDriver::load(const std::vector<std::uint8_t>& image) {
  if (module_ != nullptr && image == image_) return {};
  module_ = std::make_unique<HipModule>(*hip_);
  image_ = image;
  auto ok = check("hipModuleLoadData", module_->load(std::as_bytes(std::span(image_))));
  if (!ok) module_.reset();
  return ok;
}

Driver::Done HipDriver::start(const Step& step, std::vector<std::uint8_t> arguments) {
  void* function = nullptr;
  if (auto ok =
          check(fmt::format("hipModuleGetFunction {}", step.kernel), module_->find(step.kernel, &function));
      !ok)
    return ok;
  // HIP_LAUNCH_PARAM_BUFFER_POINTER, _BUFFER_SIZE and _END.
  constexpr std::uintptr_t kBuffer = 1, kBufferSize = 2, kEnd = 3;
  std::size_t bytes = arguments.size();
  void* extra[] = {pointer(kBuffer), arguments.data(), pointer(kBufferSize), &bytes, pointer(kEnd)};
  const auto &g = step.grid, &b = step.block;
  return check("hipModuleLaunchKernel", hip_->module_launch(function, g[0], g[1], g[2], b[0], b[1], b[2],
                                                            step.dynamic_lds, nullptr, nullptr, extra));
}

Driver::Done HipDriver::busy(std::uint32_t copies) {
  return traffic_.start(
      *this, copies,
      [this](std::uint64_t to, std::uint64_t from, std::uint64_t bytes, void* stream) {
        return hip_->copy_async(pointer(to), pointer(from), bytes, HipCopy::on_device, stream);
      },
      [this](const char* call, HipStatus status) { return check(call, status); });
}

Driver::Done HipDriver::wait(const std::string& kernel) {
  return check(fmt::format("{}: hipDeviceSynchronize", kernel), hip_->synchronise(), Failure::Kind::trapped);
}

Driver::Done HipDriver::mark(Moment moment) {
  return moments_.mark(moment, hip_->event_create,
                       [this](const char* call, HipStatus status) { return check(call, status); });
}

tl::expected<double, Failure> HipDriver::seconds_between() {
  return moments_.seconds([this](const char* call, HipStatus status) { return check(call, status); });
}

}  // namespace

Opened open_hip(int index, const std::string& library) {
  auto gpu = find_hip_gpu(index, library);
  if (!gpu) return tl::unexpected(gpu.error());
  return std::make_unique<Gpu<HipDriver>>(std::move(gpu->runtime), std::move(gpu->identity));
}

}  // namespace lockstep::devices
