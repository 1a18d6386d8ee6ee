// The part of the HIP runtime that a launch needs, loaded when asked for: the project builds and runs where
// there is none.
//
// The declarations are our own, after the C interface of HIP 6 and 7 (hip/hip_runtime_api.h). A status is 0
// on success; modules, functions and streams are opaque pointers.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <tl/expected.hpp>

namespace lockstep::devices {

using HipStatus = int;

/// hipDeviceProp_tR0600: two of its strings are read, at the offsets of the x86-64 layout. The runtime writes
/// 1472 bytes; the rest is room to grow.
struct HipProperties {
  char name[256];
  char between[904];
  char gcn_arch_name[256];  ///< "gfx950:sramecc+:xnack-"
  char rest[2680];
};
static_assert(offsetof(HipProperties, gcn_arch_name) == 1160 && sizeof(HipProperties) == 4096);

/// hipMemcpyKind.
enum class HipCopy : int { to_device = 1, to_host = 2, on_device = 3 };

class HipRuntime {
 public:
  /// Loads `library`, or where it is empty libamdhip64 by its usual names. The error says what can't be
  /// found.
  static tl::expected<std::shared_ptr<const HipRuntime>, std::string> load(const std::string& library);

  /// "hipErrorNoDevice: no ROCm-capable device is detected"
  std::string explain(HipStatus status) const;

  HipStatus (*init)(unsigned flags) = nullptr;
  HipStatus (*device_count)(int* count) = nullptr;
  HipStatus (*set_device)(int index) = nullptr;
  HipStatus (*properties)(HipProperties* properties, int index) = nullptr;
  HipStatus (*driver_version)(int* version) = nullptr;
  HipStatus (*runtime_version)(int* version) = nullptr;
  HipStatus (*allocate)(void** pointer, std::size_t bytes) = nullptr;
  HipStatus (*release)(void* pointer) = nullptr;
  HipStatus (*copy)(void* to, const void* from, std::size_t bytes, HipCopy direction) = nullptr;
  HipStatus (*copy_async)(void* to, const void* from, std::size_t bytes, HipCopy direction,
                          void* stream) = nullptr;
  HipStatus (*fill)(void* to, int with, std::size_t bytes) = nullptr;
  HipStatus (*memory)(std::size_t* free, std::size_t* total) = nullptr;
  HipStatus (*module_load)(void** module, const void* image) = nullptr;
  HipStatus (*module_unload)(void* module) = nullptr;
  HipStatus (*module_function)(void** function, void* module, const char* name) = nullptr;
  HipStatus (*module_launch)(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                             unsigned block_x, unsigned block_y, unsigned block_z, unsigned lds_bytes,
                             void* stream, void** arguments, void** extra) = nullptr;
  /// All workgroups at once; nullptr: a runtime that is too old for it.
  HipStatus (*module_launch_cooperative)(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                         unsigned block_x, unsigned block_y, unsigned block_z,
                                         unsigned lds_bytes, void* stream, void** arguments) = nullptr;
  HipStatus (*synchronise)() = nullptr;
  HipStatus (*stream_create)(void** stream, unsigned flags) = nullptr;
  HipStatus (*stream_destroy)(void* stream) = nullptr;
  HipStatus (*event_create)(void** event) = nullptr;
  HipStatus (*event_destroy)(void* event) = nullptr;
  HipStatus (*event_record)(void* event, void* stream) = nullptr;
  HipStatus (*event_elapsed)(float* milliseconds, void* start, void* stop) = nullptr;
  const char* (*error_name)(HipStatus status) = nullptr;
  const char* (*error_text)(HipStatus status) = nullptr;
};

}  // namespace lockstep::devices
