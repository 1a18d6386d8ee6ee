// Device memory, each tensor's its own allocation of HIP's: with red zones, undefined until it is written.
#pragma once

#include <memory>
#include <vector>

#include <c10/core/Allocator.h>

#include "hip.hpp"

namespace lockstep_torch {

c10::Allocator& device_memory();
c10::Allocator& pinned_memory();
bool is_pinned(const void* address);

/// That work on the stream uses the memory: it is given back behind that work, too.
void record_use(const void* address, Handle stream);

/// What a captured graph needs as long as it can be launched: memory that was allocated or released while it
/// was captured, and what its operations hold.
class CapturePool {
 public:
  ~CapturePool();
  void keep(void* address) { memory_.push_back(address); }
  void keep(std::shared_ptr<void> what) { held_.push_back(std::move(what)); }

 private:
  std::vector<void*> memory_;
  std::vector<std::shared_ptr<void>> held_;
};
/// The pool of the capture that is under way; nullptr: none is.
std::shared_ptr<CapturePool>& capture_pool();

struct MemoryCounts {
  std::int64_t allocated, peak, allocations, all_allocated, all_allocations;
};
MemoryCounts memory_counts();
void reset_peak();

}  // namespace lockstep_torch
