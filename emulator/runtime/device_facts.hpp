// What programs ask a device about itself.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::runtime {

struct DeviceFacts {
  std::string_view arch, name;
  std::string_view
      features;  ///< behind the arch in hipDeviceProp_t::gcnArchName; empty: it has none to choose
  std::uint64_t memory_bytes;
  int compute_units, wavefront_size, clock_khz;
  std::uint64_t lds_bytes;  ///< of a workgroup
  int major, minor;         ///< hipDeviceProp_t: of gfx950 9 and 5
};

/// nullptr: no such device.
const DeviceFacts* find_device(std::string_view arch);

}  // namespace lockstep::runtime
