// A GPU of NVIDIA's as a device: it runs programs whose image is PTX, and has none of the matrix instructions
// that the probe asks about.
#include <algorithm>
#include <array>
#include <bit>
#include <memory>

#include <fmt/format.h>

#include "devices/cuda_api.hpp"
#include "devices/driver.hpp"

namespace lockstep::devices {
namespace {

// Runs programs through NVIDIA's driver; images are PTX.
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
  struct Module {
    std::vector<std::uint8_t> image;
    void* handle = nullptr;
  };
  std::vector<Module> modules_;  // what is loaded: PTX takes the driver seconds
  void* module_ = nullptr;       // the one that kernels are started of
};

Driver::Done CudaDriver::check(const std::string& call, CudaStatus status, Failure::Kind kind) const {
  if (status == 0) return {};
  return tl::unexpected(Failure{kind, fmt::format("{}: {}", call, cuda_->explain(status))});
}

tl::expected<std::uint64_t, Failure> CudaDriver::allocate(std::uint64_t bytes) {
  CudaAddress address = 0;
  if (auto ok = check(fmt::format("cuMemAlloc of {} bytes", bytes), cuda_->allocate(&address, bytes)); !ok)
    return tl::unexpected(ok.error());
  return std::uint64_t{address};
}

void CudaDriver::release(std::uint64_t address) {
  cuda_->release(address);
}

Driver::Done CudaDriver::fill(std::uint64_t to, std::uint8_t with, std::uint64_t bytes) {
  return check("cuMemsetD8", cuda_->fill(to, with, bytes));
}

Driver::Done CudaDriver::upload(std::uint64_t to, std::span<const std::uint8_t> from) {
  if (from.empty()) return {};
  return check("cuMemcpyHtoD", cuda_->upload(to, from.data(), from.size()));
}

Driver::Done CudaDriver::download(std::span<std::uint8_t> to, std::uint64_t from) {
  return check("cuMemcpyDtoH", cuda_->download(to.data(), from, to.size()));
}

Driver::Done CudaDriver::load(const std::vector<std::uint8_t>& image) {
  constexpr std::size_t kMost = 8;
  const auto known = std::ranges::find(modules_, image, &Module::image);
  if (known != modules_.end()) {
    module_ = known->handle;
    return {};
  }
  if (modules_.size() == kMost) unload();
  std::vector<std::uint8_t> text = image;
  text.push_back(0);  // PTX is a string
  if (auto ok = check("cuModuleLoadData", cuda_->module_load(&module_, text.data())); !ok) return ok;
  modules_.push_back({image, module_});
  return {};
}

Driver::Done CudaDriver::start(const Step& step, std::vector<std::uint8_t> arguments) {
  void* function = nullptr;
  if (auto ok = check("cuModuleGetFunction " + step.kernel,
                      cuda_->module_function(&function, module_, step.kernel.c_str()));
      !ok)
    return ok;
  // CU_LAUNCH_PARAM_BUFFER_POINTER, _BUFFER_SIZE and _END.
  constexpr std::uintptr_t kBuffer = 1, kBufferSize = 2, kEnd = 0;
  const auto pointer = [](std::uintptr_t number) { return std::bit_cast<void*>(number); };
  std::size_t bytes = arguments.size();
  void* extra[] = {pointer(kBuffer), arguments.data(), pointer(kBufferSize), &bytes, pointer(kEnd)};
  const auto &g = step.grid, &b = step.block;
  return check("cuLaunchKernel", cuda_->launch(function, g[0], g[1], g[2], b[0], b[1], b[2], step.dynamic_lds,
                                               nullptr, nullptr, extra));
}

Driver::Done CudaDriver::busy(std::uint32_t copies) {
  return traffic_.start(
      *this, copies,
      [this](std::uint64_t to, std::uint64_t from, std::uint64_t bytes, void* stream) {
        return cuda_->copy_async(to, from, bytes, stream);
      },
      [this](const char* call, CudaStatus status) { return check(call, status); });
}

Driver::Done CudaDriver::wait(const std::string& kernel) {
  return check(kernel + ": cuCtxSynchronize", cuda_->synchronise(), Failure::Kind::trapped);
}

Driver::Done CudaDriver::mark(Moment moment) {
  constexpr unsigned kDefault = 0;  // CU_EVENT_DEFAULT
  return moments_.mark(
      moment, [this](void** event) { return cuda_->event_create(event, kDefault); },
      [this](const char* call, CudaStatus status) { return check(call, status); });
}

tl::expected<double, Failure> CudaDriver::seconds_between() {
  return moments_.seconds([this](const char* call, CudaStatus status) { return check(call, status); });
}

void CudaDriver::unload() {
  for (const Module& m : modules_) cuda_->module_unload(m.handle);
  modules_.clear();
  module_ = nullptr;
}

// CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR.
constexpr int kMajor = 75, kMinor = 76;
// Statuses that say there is nothing to run on: CUDA_ERROR_NOT_INITIALIZED, _STUB_LIBRARY, _NO_DEVICE,
// _INVALID_DEVICE, _SYSTEM_DRIVER_MISMATCH, _COMPAT_NOT_SUPPORTED_ON_DEVICE.
constexpr std::array kNoCuda{3, 34, 100, 101, 803, 804};

Failure failed(const CudaApi& cuda, const std::string& call, CudaStatus status, Failure::Kind kind) {
  return {kind, fmt::format("{}: {}", call, cuda.explain(status))};
}

// What is known of the device, which becomes the one that this thread's calls mean.
tl::expected<Identity, Failure> choose(const CudaApi& cuda, int index) {
  int device = 0, major = 0, minor = 0, version = 0;
  char name[256] = {};
  std::size_t memory = 0;
  void* context = nullptr;
  const std::pair<const char*, CudaStatus> calls[] = {
      {"cuDeviceGet", cuda.device(&device, index)},
      {"cuDeviceGetName", cuda.device_name(name, sizeof name - 1, device)},
      {"cuDeviceGetAttribute", cuda.device_attribute(&major, kMajor, device)},
      {"cuDeviceGetAttribute", cuda.device_attribute(&minor, kMinor, device)},
      {"cuDeviceTotalMem", cuda.device_memory(&memory, device)},
      {"cuDriverGetVersion", cuda.version(&version)},
      {"cuDevicePrimaryCtxRetain", cuda.retain_context(&context, device)},
      {"cuCtxSetCurrent", cuda.set_context(context)},
  };
  for (const auto& [call, status] : calls)
    if (status != 0) return tl::unexpected(failed(cuda, call, status, Failure::Kind::refused));
  return Identity{fmt::format("cuda:{}", index), name, fmt::format("sm_{}{}", major, minor),
                  fmt::format("driver {}.{}", version / 1000, version % 1000 / 10), memory};
}

}  // namespace

Opened open_cuda(int index) {
  const auto api = CudaApi::load({});
  if (!api) return tl::unexpected(Failure{Failure::Kind::absent, api.error()});
  const CudaApi& cuda = **api;
  int count = 0;
  for (const auto& [call, status] :
       {std::pair{"cuInit", cuda.init(0)}, {"cuDeviceGetCount", cuda.device_count(&count)}})
    if (status != 0) {
      const bool nothing_there = std::ranges::find(kNoCuda, status) != kNoCuda.end();
      return tl::unexpected(
          failed(cuda, call, status, nothing_there ? Failure::Kind::absent : Failure::Kind::refused));
    }
  if (index >= count)
    return tl::unexpected(Failure{
        Failure::Kind::absent,
        fmt::format("no device cuda:{}: the driver sees {} GPU{}", index, count, count == 1 ? "" : "s")});
  auto identity = choose(cuda, index);
  if (!identity) return tl::unexpected(identity.error());
  return std::make_unique<Gpu<CudaDriver>>(*api, std::move(*identity));
}

}  // namespace lockstep::devices
