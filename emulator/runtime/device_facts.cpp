#include "emulator/runtime/device_facts.hpp"

#include <algorithm>
#include <array>

namespace lockstep::runtime {

namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30, kKiB = 1024;

// AMD's data sheets of the accelerators; LDS: CDNA3 and CDNA4 ISA manuals.
constexpr std::array kDevices{
    DeviceFacts{"gfx950", "AMD Instinct MI355X", 288 * kGiB, 256, 64, 2'400'000, 160 * kKiB, 9, 5},
    DeviceFacts{"gfx942", "AMD Instinct MI300X", 192 * kGiB, 304, 64, 2'100'000, 64 * kKiB, 9, 4},
};

}  // namespace

const DeviceFacts* find_device(std::string_view arch) {
  const auto found = std::ranges::find(kDevices, arch, &DeviceFacts::arch);
  return found == kDevices.end() ? nullptr : &*found;
}

}  // namespace lockstep::runtime
