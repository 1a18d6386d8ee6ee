#include "devices/hip_gpu.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace lockstep::devices {

namespace {

// Statuses that say there is nothing to run on: no device, no driver for it, or not for this user.
constexpr std::array kNoGpu{3, 35, 100, 101};  // NotInitialized, InsufficientDriver, NoDevice, InvalidDevice

Failure absent_or_refused(const HipRuntime& hip, const char* call, HipStatus status) {
  const bool nothing_there = std::find(kNoGpu.begin(), kNoGpu.end(), status) != kNoGpu.end();
  return {nothing_there ? Failure::Kind::absent : Failure::Kind::refused,
          fmt::format("{}: {}", call, hip.explain(status))};
}

// "gfx950:sramecc+:xnack-" without its features.
std::string bare_arch(std::string_view text) {
  return std::string(text.substr(0, text.find(':')));
}

template <std::size_t kSize>
std::string bounded(const char (&text)[kSize]) {
  const std::string_view all(text, kSize);
  return std::string(all.substr(0, all.find('\0')));
}

}  // namespace

tl::expected<HipGpu, Failure> find_hip_gpu(int index, const std::string& library) {
  const auto runtime = HipRuntime::load(library);
  if (!runtime) return tl::unexpected(Failure{Failure::Kind::absent, runtime.error()});
  const HipRuntime& hip = **runtime;
  if (const HipStatus s = hip.init(0); s != 0) return tl::unexpected(absent_or_refused(hip, "hipInit", s));
  int count = 0;
  if (const HipStatus s = hip.device_count(&count); s != 0)
    return tl::unexpected(absent_or_refused(hip, "hipGetDeviceCount", s));
  if (index >= count)
    return tl::unexpected(Failure{
        Failure::Kind::absent,
        fmt::format("no device hip:{}: the HIP runtime sees {} GPU{}", index, count, count == 1 ? "" : "s")});
  if (const HipStatus s = hip.set_device(index); s != 0)
    return tl::unexpected(absent_or_refused(hip, "hipSetDevice", s));
  const auto properties = std::make_unique<HipProperties>();
  if (const HipStatus s = hip.properties(properties.get(), index); s != 0)
    return tl::unexpected(absent_or_refused(hip, "hipGetDeviceProperties", s));
  int driver = 0, version = 0;
  hip.driver_version(&driver);
  hip.runtime_version(&version);
  std::size_t free = 0, total = 0;
  hip.memory(&free, &total);
  Identity identity{fmt::format("hip:{}", index), bounded(properties->name),
                    bare_arch(bounded(properties->gcn_arch_name)),
                    fmt::format("driver {}, runtime {}", driver, version), total};
  return HipGpu{*runtime, std::move(identity)};
}

}  // namespace lockstep::devices
