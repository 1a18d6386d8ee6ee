// A GPU of NVIDIA's as a device: it runs programs whose image is PTX, and has none of the matrix instructions that the
// probe asks about.
#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include <fmt/format.h>

#include "devices/cuda_api.hpp"
#include "devices/driver.hpp"

namespace lockstep::devices {

namespace {

using Api = std::shared_ptr<const CudaApi>;

// CU_LAUNCH_PARAM_BUFFER_POINTER, _BUFFER_SIZE and _END.
constexpr std::uintptr_t kCudaBuffer = 1, kCudaBufferSize = 2, kCudaEnd = 0;
// CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR.
constexpr int kMajor = 75, kMinor = 76;
// Statuses that say there is nothing to run on: CUDA_ERROR_NOT_INITIALIZED, _STUB_LIBRARY, _NO_DEVICE, _INVALID_DEVICE,
// _SYSTEM_DRIVER_MISMATCH, _COMPAT_NOT_SUPPORTED_ON_DEVICE.
constexpr std::array kNoCuda{3, 34, 100, 101, 803, 804};

Failure failed(const CudaApi& cuda, const std::string& call, CudaStatus status, Failure::Kind kind) {
  return {kind, fmt::format("{}: {}", call, cuda.explain(status))};
}

class CudaDriver final : public Driver {
 public:
  explicit CudaDriver(Api cuda) : cuda_(std::move(cuda)) {}
  ~CudaDriver() override { unload(); }
  CudaDriver(const CudaDriver&) = delete;
  CudaDriver& operator=(const CudaDriver&) = delete;

  tl::expected<std::uint64_t, Failure> allocate(std::uint64_t bytes) override {
    CudaAddress address = 0;
    if (auto ok = check(fmt::format("cuMemAlloc of {} bytes", bytes), cuda_->allocate(&address, bytes)); !ok)
      return tl::unexpected(ok.error());
    return std::uint64_t{address};
  }
  void release(std::uint64_t address) override { cuda_->release(address); }
  Done fill(std::uint64_t to, std::uint8_t with, std::uint64_t bytes) override {
    return check("cuMemsetD8", cuda_->fill(to, with, bytes));
  }
  Done upload(std::uint64_t to, std::span<const std::uint8_t> from) override {
    if (from.empty()) return {};
    return check("cuMemcpyHtoD", cuda_->upload(to, from.data(), from.size()));
  }
  Done download(std::span<std::uint8_t> to, std::uint64_t from) override {
    return check("cuMemcpyDtoH", cuda_->download(to.data(), from, to.size()));
  }

  Done load(const std::vector<std::uint8_t>& image) override {
    if (module_ != nullptr && image == image_) return {};
    unload();
    image_ = image;
    std::vector<std::uint8_t> text = image;
    text.push_back(0);  // PTX is a string
    return check("cuModuleLoadData", cuda_->module_load(&module_, text.data()));
  }

  Done launch(const Step& step, std::vector<std::uint8_t> arguments) override {
    void* function = nullptr;
    if (auto ok = check("cuModuleGetFunction " + step.kernel,
                        cuda_->module_function(&function, module_, step.kernel.c_str()));
        !ok)
      return ok;
    std::size_t bytes = arguments.size();
    void* extra[] = {std::bit_cast<void*>(kCudaBuffer), arguments.data(),
                     std::bit_cast<void*>(kCudaBufferSize), &bytes, std::bit_cast<void*>(kCudaEnd)};
    const auto &g = step.grid, &b = step.block;
    if (auto ok = check("cuLaunchKernel", cuda_->launch(function, g[0], g[1], g[2], b[0], b[1], b[2],
                                                        step.dynamic_lds, nullptr, nullptr, extra));
        !ok)
      return ok;
    return check(step.kernel + ": cuCtxSynchronize", cuda_->synchronise(), Failure::Kind::trapped);
  }

 private:
  Done check(const std::string& call, CudaStatus status, Failure::Kind kind = Failure::Kind::refused) const {
    if (status == 0) return {};
    return tl::unexpected(failed(*cuda_, call, status, kind));
  }
  void unload() {
    if (module_ != nullptr) cuda_->module_unload(module_);
    module_ = nullptr;
  }

  Api cuda_;
  std::vector<std::uint8_t> image_;  // what is loaded
  void* module_ = nullptr;
};

class Cuda final : public Device {
 public:
  Cuda(Api api, Identity identity) : driver_(std::move(api)), identity_(std::move(identity)) {}
  const Identity& identity() const override { return identity_; }
  tl::expected<void, Failure> run(Launch& launch) override {
    return tl::unexpected(Failure{Failure::Kind::refused, launch.kernel + " is no kernel of NVIDIA's GPUs"});
  }
  tl::expected<Ran, Failure> run(const Program& program, const Note& note) override {
    return run_program(driver_, program, note);
  }

 private:
  CudaDriver driver_;
  Identity identity_;
};

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
  return std::make_unique<Cuda>(*api, std::move(*identity));
}

}  // namespace lockstep::devices
