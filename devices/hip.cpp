// A GPU as a device.
#include <fmt/format.h>

#include "devices/device.hpp"
#include "devices/hip_driver.hpp"
#include "devices/hip_gpu.hpp"
#include "devices/hip_module.hpp"
#include "devices/hip_runtime.hpp"

namespace lockstep::devices {

namespace {

using Runtime = std::shared_ptr<const HipRuntime>;

Failure failed(const HipRuntime& hip, const char* call, HipStatus status, Failure::Kind kind) {
  return {kind, fmt::format("{}: {}", call, hip.explain(status))};
}

// Copies of the launch's buffers on the device, freed with this.
class Copies {
 public:
  explicit Copies(const HipRuntime& hip) : hip_(hip) {}
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;
  ~Copies() {
    for (void* pointer : pointers_) hip_.release(pointer);
  }

  tl::expected<void, Failure> upload(const std::vector<Buffer>& buffers) {
    for (const Buffer& b : buffers) {
      void* pointer = nullptr;
      if (const HipStatus s = hip_.allocate(&pointer, b.bytes.size()); s != 0) return refused("hipMalloc", s);
      pointers_.push_back(pointer);
      if (const HipStatus s = hip_.copy(pointer, b.bytes.data(), b.bytes.size(), HipCopy::to_device); s != 0)
        return refused("hipMemcpy to the device", s);
    }
    return {};
  }

  tl::expected<void, Failure> download(std::vector<Buffer>& buffers) const {
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      Buffer& b = buffers[i];
      if (!b.written) continue;
      if (const HipStatus s = hip_.copy(b.bytes.data(), pointers_[i], b.bytes.size(), HipCopy::to_host);
          s != 0)
        return refused("hipMemcpy to the host", s);
    }
    return {};
  }

  /// What a launch takes: the address of every argument.
  std::vector<void*> arguments() {
    std::vector<void*> out;
    for (void*& pointer : pointers_) out.push_back(static_cast<void*>(&pointer));
    return out;
  }

 private:
  tl::unexpected<Failure> refused(const char* call, HipStatus s) const {
    return tl::unexpected(failed(hip_, call, s, Failure::Kind::refused));
  }

  const HipRuntime& hip_;
  std::vector<void*> pointers_;
};

class Hip final : public Device {
 public:
  Hip(Runtime runtime, Identity identity)
      : runtime_(std::move(runtime)), driver_(*runtime_), identity_(std::move(identity)) {}

  const Identity& identity() const override { return identity_; }

  tl::expected<void, Failure> run(Launch& launch) override {
    const HipRuntime& hip = *runtime_;
    const auto refused = [&](const char* call, HipStatus s) {
      return tl::unexpected(failed(hip, call, s, Failure::Kind::refused));
    };
    HipModule module(hip);
    if (const HipStatus s = module.load(launch.image); s != 0) return refused("hipModuleLoadData", s);
    void* function = nullptr;
    if (const HipStatus s = module.find(launch.kernel, &function); s != 0)
      return refused(fmt::format("hipModuleGetFunction {}", launch.kernel).c_str(), s);

    Copies copies(hip);
    if (auto ok = copies.upload(launch.buffers); !ok) return ok;
    std::vector<void*> arguments = copies.arguments();
    const auto& g = launch.grid;
    const auto& b = launch.block;
    if (const HipStatus s = hip.module_launch(function, g[0], g[1], g[2], b[0], b[1], b[2], 0, nullptr,
                                              arguments.data(), nullptr);
        s != 0)
      return refused("hipModuleLaunchKernel", s);
    if (const HipStatus s = hip.synchronise(); s != 0)
      return tl::unexpected(failed(hip, "hipDeviceSynchronize", s, Failure::Kind::trapped));
    return copies.download(launch.buffers);
  }

  tl::expected<Ran, Failure> run(const Program& program, const Note& note) override {
    return run_program(driver_, program, note);
  }

 private:
  Runtime runtime_;
  HipDriver driver_;
  Identity identity_;
};

}  // namespace

Opened open_hip(int index, const std::string& library) {
  auto gpu = find_hip_gpu(index, library);
  if (!gpu) return tl::unexpected(gpu.error());
  return std::make_unique<Hip>(std::move(gpu->runtime), std::move(gpu->identity));
}

}  // namespace lockstep::devices
