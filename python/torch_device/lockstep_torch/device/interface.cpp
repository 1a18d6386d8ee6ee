// What Python asks of the device, by ctypes.
#include <cstdint>
#include <exception>
#include <string>

#include <c10/core/Allocator.h>

#include "guard.hpp"
#include "memory.hpp"
#include "operations.hpp"

using namespace lockstep_torch;

#define LOCKSTEP_TORCH extern "C" __attribute__((visibility("default")))

/// nullptr, or why the device can't be.
LOCKSTEP_TORCH const char* lockstep_torch_take_over() {
  static std::string problem;
  if (const char* const missing = load_hip()) return missing;
  try {
    if (const char* const why = take_hooks()) return why;
    take_guard();
    c10::SetAllocator(c10::kCUDA, &device_memory(), 255);
    take_operators();
  } catch (const std::exception& e) {
    return (problem = e.what()).c_str();
  }
  return nullptr;
}

LOCKSTEP_TORCH std::int64_t lockstep_torch_stream() {
  return reinterpret_cast<std::int64_t>(current_stream());
}
LOCKSTEP_TORCH void lockstep_torch_set_stream(std::int64_t stream) {
  set_current_stream(reinterpret_cast<Handle>(stream));
}

LOCKSTEP_TORCH void lockstep_torch_memory(std::int64_t* five) {
  const MemoryCounts c = memory_counts();
  five[0] = c.allocated, five[1] = c.peak, five[2] = c.allocations, five[3] = c.all_allocated,
  five[4] = c.all_allocations;
}
LOCKSTEP_TORCH void lockstep_torch_reset_peak() {
  reset_peak();
}

// The pool of a capture: begun before the stream captures, ended behind it, released with the graph.
LOCKSTEP_TORCH void* lockstep_torch_begin_capture() {
  if (capture_pool() != nullptr) return nullptr;
  return new std::shared_ptr<CapturePool>(capture_pool() = std::make_shared<CapturePool>());
}
LOCKSTEP_TORCH void lockstep_torch_end_capture() {
  capture_pool().reset();
}
LOCKSTEP_TORCH void lockstep_torch_release_capture(void* pool) {
  delete static_cast<std::shared_ptr<CapturePool>*>(pool);
}
LOCKSTEP_TORCH std::int64_t lockstep_torch_new_stream(int priority) {
  return reinterpret_cast<std::int64_t>(next_stream(priority));
}
