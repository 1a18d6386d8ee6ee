#include "emulator/runtime/device_facts.hpp"

#include <algorithm>
#include <array>

namespace lockstep::runtime {

namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30, kKiB = 1024;

// gfx950 and gfx942: AMD's data sheets of the accelerators; LDS: CDNA3 and CDNA4 ISA manuals.
// gfx1250, of which no data sheet was at hand: memory as AMD announced it; LDS, the width of waves and that there are no
// features to choose: LLVM 22; the name, the compute units and the clock: the configuration of AMD's emulator rocjitsu
// (gfx1250_mi455x.json), so inferred. docs/exec.md says it to users.
constexpr std::string_view kFeatures = ":sramecc+:xnack-";
constexpr std::array kDevices{
    DeviceFacts{"gfx950", "AMD Instinct MI355X", kFeatures, 288 * kGiB, 256, 64, 2'400'000, 160 * kKiB, 9, 5},
    DeviceFacts{"gfx942", "AMD Instinct MI300X", kFeatures, 192 * kGiB, 304, 64, 2'100'000, 64 * kKiB, 9, 4},
    DeviceFacts{"gfx1250", "AMD Instinct MI455X", "", 432 * kGiB, 256, 32, 2'700'000, 320 * kKiB, 12, 5},
};

}  // namespace

const DeviceFacts* find_device(std::string_view arch) {
  const auto found = std::ranges::find(kDevices, arch, &DeviceFacts::arch);
  return found == kDevices.end() ? nullptr : &*found;
}

}  // namespace lockstep::runtime
