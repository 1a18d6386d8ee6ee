// What the runtime answers, in HIP's numbers.
#pragma once

#include <span>

namespace lockstep::runtime {

/// hipError_t: HIP API reference, "Error codes" (the same in HIP 5, 6 and 7).
enum class Error : int {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  not_initialized = 3,
  invalid_configuration = 9,
  invalid_symbol = 13,
  invalid_memcpy_direction = 21,
  no_device = 100,
  invalid_device = 101,
  invalid_image = 200,
  no_binary_for_gpu = 209,
  file_not_found = 301,
  invalid_resource_handle = 400,
  not_found = 500,
  not_ready = 600,
  illegal_address = 700,
  host_memory_already_registered = 712,
  host_memory_not_registered = 713,
  launch_failure = 719,
  cooperative_launch_too_large = 720,
  not_supported = 801,
  stream_capture_unsupported = 900,
  stream_capture_invalidated = 901,
  stream_capture_unmatched = 903,
  stream_capture_unjoined = 904,
  stream_capture_implicit = 906,
  graph_exec_update_failure = 910,
  unknown = 999,
};

struct ErrorFacts {
  Error error;
  const char* name;      ///< what hipGetErrorName answers
  const char* sentence;  ///< what hipGetErrorString answers
};
std::span<const ErrorFacts> errors();
/// The facts of an error; those of `unknown` for a number that is none.
const ErrorFacts& facts(Error error);

}  // namespace lockstep::runtime
