// The part of NVIDIA's driver that running a program needs, loaded when asked for: the project builds and
// runs where there is none.
//
// The declarations are our own, after the CUDA Driver API reference (docs.nvidia.com/cuda/cuda-driver-api). A
// status is 0 on success; contexts, modules and functions are opaque pointers, addresses of the device are
// numbers of 64 bits.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <tl/expected.hpp>

namespace lockstep::devices {

using CudaStatus = int;
using CudaAddress = unsigned long long;  // CUdeviceptr

struct CudaApi {
  /// Loads `library`, or where it is empty libcuda by its usual names. The error says what can't be found.
  static tl::expected<std::shared_ptr<const CudaApi>, std::string> load(const std::string& library);

  /// "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered"
  std::string explain(CudaStatus status) const;

  CudaStatus (*init)(unsigned flags) = nullptr;
  CudaStatus (*version)(int* version) = nullptr;
  CudaStatus (*device_count)(int* count) = nullptr;
  CudaStatus (*device)(int* device, int ordinal) = nullptr;
  CudaStatus (*device_name)(char* name, int bytes, int device) = nullptr;
  CudaStatus (*device_attribute)(int* value, int attribute, int device) = nullptr;
  CudaStatus (*device_memory)(std::size_t* bytes, int device) = nullptr;
  CudaStatus (*retain_context)(void** context, int device) = nullptr;
  CudaStatus (*set_context)(void* context) = nullptr;
  CudaStatus (*allocate)(CudaAddress* address, std::size_t bytes) = nullptr;
  CudaStatus (*release)(CudaAddress address) = nullptr;
  CudaStatus (*fill)(CudaAddress to, unsigned char with, std::size_t bytes) = nullptr;
  CudaStatus (*upload)(CudaAddress to, const void* from, std::size_t bytes) = nullptr;
  CudaStatus (*download)(void* to, CudaAddress from, std::size_t bytes) = nullptr;
  CudaStatus (*copy_async)(CudaAddress to, CudaAddress from, std::size_t bytes, void* stream) = nullptr;
  CudaStatus (*module_load)(void** module, const void* image) = nullptr;
  CudaStatus (*module_unload)(void* module) = nullptr;
  CudaStatus (*module_function)(void** function, void* module, const char* name) = nullptr;
  CudaStatus (*launch)(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                       unsigned block_y, unsigned block_z, unsigned shared_bytes, void* stream,
                       void** arguments, void** extra) = nullptr;
  CudaStatus (*synchronise)() = nullptr;
  CudaStatus (*stream_create)(void** stream, unsigned flags) = nullptr;
  CudaStatus (*stream_destroy)(void* stream) = nullptr;
  CudaStatus (*event_create)(void** event, unsigned flags) = nullptr;
  CudaStatus (*event_destroy)(void* event) = nullptr;
  CudaStatus (*event_record)(void* event, void* stream) = nullptr;
  CudaStatus (*event_elapsed)(float* milliseconds, void* start, void* stop) = nullptr;
  CudaStatus (*error_name)(CudaStatus status, const char** text) = nullptr;
  CudaStatus (*error_text)(CudaStatus status, const char** text) = nullptr;
};

}  // namespace lockstep::devices
