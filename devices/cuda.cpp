// A GPU of NVIDIA's as a device: it runs programs whose image is PTX, and has none of the matrix instructions
// that the probe asks about.
#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "devices/cuda_api.hpp"
#include "devices/cuda_driver.hpp"

namespace lockstep::devices {

namespace {

using Api = std::shared_ptr<const CudaApi>;

// CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR.
constexpr int kMajor = 75, kMinor = 76;
// Statuses that say there is nothing to run on: CUDA_ERROR_NOT_INITIALIZED, _STUB_LIBRARY, _NO_DEVICE,
// _INVALID_DEVICE, _SYSTEM_DRIVER_MISMATCH, _COMPAT_NOT_SUPPORTED_ON_DEVICE.
constexpr std::array kNoCuda{3, 34, 100, 101, 803, 804};

Failure failed(const CudaApi& cuda, const std::string& call, CudaStatus status, Failure::Kind kind) {
  return {kind, fmt::format("{}: {}", call, cuda.explain(status))};
}

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
