// A GPU as a device that a program holds, through the HIP runtime and in this process: the addresses are the
// program's, so other libraries of it may use them. What a kernel writes beside an array is found afterwards,
// in red zones; whatever else the emulator's checks find, a GPU does not say.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "devices/hip_gpu.hpp"
#include "python/session/device.hpp"

namespace lockstep::session {

namespace {

class GpuDevice final : public Device {
 public:
  GpuDevice(devices::HipGpu gpu, int index) : gpu_(std::move(gpu)), index_(index) {}
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

using devices::HipCopy;
using devices::HipStatus;

// Bytes of the red zone on both sides of an array; a multiple of every alignment that a tensor needs.
constexpr std::uint64_t kRedZone = 4096;

constexpr std::uint8_t canary(std::uint64_t at) {
  return std::uint8_t(0xC5 ^ at * 29 ^ at >> 8);
}

const std::array<std::uint8_t, kRedZone>& red_zone() {
  static const auto kBytes = [] {
    std::array<std::uint8_t, kRedZone> bytes{};
    for (std::uint64_t i = 0; i < kRedZone; ++i) bytes[i] = canary(i);
    return bytes;
  }();
  return kBytes;
}

void* pointer(std::uint64_t address) {
  return std::bit_cast<void*>(std::uintptr_t(address));
}

findings::Finding finding(findings::FindingKind kind, const std::string& kernel, std::string text) {
  findings::Finding f;
  f.kind = kind;
  f.kernel = kernel;
  f.text = std::move(text);
  f.wave = -1;
  return f;
}

GpuDevice::~GpuDevice() {
  const std::scoped_lock held(mutex_);
  gpu_.runtime->set_device(index_);
  for (const auto& [address, array] : arrays_) gpu_.runtime->release(pointer(address - kRedZone));
}

GpuDevice::Done GpuDevice::check(const std::string& call, HipStatus status) const {
  if (status == 0) return {};
  return tl::unexpected(fmt::format("{}: {}: {}", gpu_.identity.device, call, gpu_.runtime->explain(status)));
}

GpuDevice::Done GpuDevice::enter() const {
  return check("hipSetDevice", gpu_.runtime->set_device(index_));
}

std::uint64_t GpuDevice::used() const {
  const std::scoped_lock held(mutex_);
  std::uint64_t bytes = 0;
  for (const auto& [address, array] : arrays_) bytes += array.bytes;
  return bytes;
}

tl::expected<std::uint64_t, std::string> GpuDevice::allocate(std::uint64_t bytes, const std::string& name) {
  const std::scoped_lock held(mutex_);
  void* start = nullptr;
  if (auto ok = enter(); !ok) return tl::unexpected(ok.error());
  if (bytes > gpu_.identity.memory)
    return tl::unexpected(
        fmt::format("{} bytes can't be had: {} has {}", bytes, gpu_.identity.device, gpu_.identity.memory));
  if (auto ok = check(fmt::format("hipMalloc of {} bytes", bytes),
                      gpu_.runtime->allocate(&start, bytes + 2 * kRedZone));
      !ok)
    return tl::unexpected(ok.error());
  const std::uint64_t address = std::uint64_t(std::bit_cast<std::uintptr_t>(start)) + kRedZone;
  const Array array{name.empty() ? fmt::format("the array at {:#x}", address) : name, bytes};
  if (auto ok = fill_red_zones(address, array); !ok) return tl::unexpected(ok.error());
  arrays_[address] = array;
  return address;
}

GpuDevice::Done GpuDevice::fill_red_zones(std::uint64_t address, const Array& array) const {
  for (const std::uint64_t zone : {address - kRedZone, address + array.bytes})
    if (auto ok = check("hipMemcpy to the device",
                        gpu_.runtime->copy(pointer(zone), red_zone().data(), kRedZone, HipCopy::to_device));
        !ok)
      return ok;
  return {};
}

void GpuDevice::free(std::uint64_t address) {
  const std::scoped_lock held(mutex_);
  if (arrays_.erase(address) == 0) return;
  gpu_.runtime->set_device(index_);
  gpu_.runtime->release(pointer(address - kRedZone));
}

GpuDevice::Done GpuDevice::inside(std::uint64_t address, std::uint64_t bytes) const {
  auto next = arrays_.upper_bound(address);
  if (next != arrays_.begin()) {
    const auto& [start, array] = *--next;
    if (address - start <= array.bytes && bytes <= array.bytes - (address - start)) return {};
  }
  return tl::unexpected(fmt::format("{} bytes at {:#x} are not inside an array", bytes, address));
}

GpuDevice::Done GpuDevice::write(std::uint64_t address, std::span<const std::uint8_t> bytes) {
  const std::scoped_lock held(mutex_);
  if (auto ok = inside(address, bytes.size()); !ok) return ok;
  if (auto ok = enter(); !ok) return ok;
  return check("hipMemcpy to the device",
               gpu_.runtime->copy(pointer(address), bytes.data(), bytes.size(), HipCopy::to_device));
}

GpuDevice::Done GpuDevice::read(std::uint64_t address, std::span<std::uint8_t> bytes,
                                std::span<std::uint8_t> undefined) const {
  const std::scoped_lock held(mutex_);
  if (auto ok = inside(address, bytes.size()); !ok) return ok;
  if (auto ok = enter(); !ok) return ok;
  std::ranges::fill(undefined, std::uint8_t{0});
  return check("hipMemcpy to the host",
               gpu_.runtime->copy(bytes.data(), pointer(address), bytes.size(), HipCopy::to_host));
}

tl::expected<Code, std::string> GpuDevice::load(const std::string& name, std::span<const std::byte> bytes) {
  return code_for(arch(), name, bytes);
}

tl::expected<void*, std::string> GpuDevice::function_of(const LaunchRequest& request) {
  std::erase_if(loaded_, [](const auto& entry) { return entry.second.code.expired(); });
  Loaded& loaded = loaded_[request.code.get()];
  if (loaded.module == nullptr) {
    auto module = std::make_unique<devices::HipModule>(*gpu_.runtime);
    if (auto ok = check("hipModuleLoadData", module->load(std::as_bytes(request.code->bytes()))); !ok)
      return tl::unexpected(ok.error());
    loaded = {request.code, std::move(module)};
  }
  void* function = nullptr;
  if (auto ok =
          check("hipModuleGetFunction " + request.kernel, loaded.module->find(request.kernel, &function));
      !ok)
    return tl::unexpected(ok.error());
  return function;
}

GpuDevice::Done GpuDevice::check_red_zones(std::uint64_t address, const Array& array,
                                           std::vector<findings::Finding>& findings) const {
  std::array<std::uint8_t, kRedZone> now{};
  bool changed = false;
  for (const std::uint64_t zone : {address - kRedZone, address + array.bytes}) {
    if (auto ok = check("hipMemcpy to the host",
                        gpu_.runtime->copy(now.data(), pointer(zone), kRedZone, HipCopy::to_host));
        !ok)
      return ok;
    const auto at = std::ranges::mismatch(now, red_zone()).in1;
    if (at == now.end()) continue;
    changed = true;
    const devices::Overwritten overwritten{fmt::format("{} of {} bytes", array.name, array.bytes),
                                           std::int64_t(zone - address) + (at - now.begin())};
    findings.push_back(finding(findings::FindingKind::bounds, {}, overwritten.text()));
  }
  return changed ? fill_red_zones(address, array) : Done{};
}

tl::expected<LaunchReport, std::string> GpuDevice::launch(const LaunchRequest& request) {
  const auto kernel = kernel_of(request);
  if (!kernel) return tl::unexpected(kernel.error());
  auto values = argument_addresses(**kernel, request);
  if (!values) return tl::unexpected(values.error());
  const std::scoped_lock held(mutex_);
  if (auto ok = enter(); !ok) return tl::unexpected(ok.error());
  const auto function = function_of(request);
  if (!function) return tl::unexpected(function.error());
  const devices::HipRuntime& hip = *gpu_.runtime;
  const auto& grid = request.geometry.grid;
  const auto& block = request.geometry.block;
  const std::uint32_t shared = request.geometry.dynamic_lds;
  HipStatus status = 0;
  if (!request.cooperative)
    status = hip.module_launch(*function, grid[0], grid[1], grid[2], block[0], block[1], block[2], shared,
                               nullptr, values->data(), nullptr);
  else if (hip.module_launch_cooperative != nullptr)
    status = hip.module_launch_cooperative(*function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                           shared, nullptr, values->data());
  else
    return tl::unexpected(fmt::format("{}: its runtime has no cooperative launches", gpu()));
  if (auto ok = check("hipModuleLaunchKernel", status); !ok) return tl::unexpected(ok.error());

  LaunchReport report;
  report.object = request.code->code().object().file;
  report.kernel = request.kernel;
  report.gpu = gpu();
  report.policy = request.policy;
  report.workgroups = std::uint64_t{grid[0]} * grid[1] * grid[2];
  if (auto ended = check("hipDeviceSynchronize", hip.synchronise()); !ended) {
    report.stop = finding(findings::FindingKind::trap, request.kernel, ended.error());
    return report;
  }
  if (request.checks)
    for (const auto& [address, array] : arrays_)
      if (auto ok = check_red_zones(address, array, report.findings); !ok) return tl::unexpected(ok.error());
  for (findings::Finding& f : report.findings) f.kernel = request.kernel;
  return report;
}

}  // namespace

tl::expected<std::unique_ptr<Device>, std::string> open_gpu(const std::string& specification) {
  constexpr std::string_view kPrefix = "hip:";
  const std::string_view digits =
      std::string_view(specification).substr(std::min(kPrefix.size(), specification.size()));
  int index = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (!specification.starts_with(kPrefix) || error != std::errc() || end != digits.data() + digits.size() ||
      index < 0)
    return tl::unexpected(
        fmt::format("device '{}': expected a GPU of the HIP runtime, as in hip:0", specification));
  auto gpu = devices::find_hip_gpu(index, {});
  if (!gpu) return tl::unexpected(gpu.error().text);
  return std::make_unique<GpuDevice>(std::move(*gpu), index);
}

}  // namespace lockstep::session
