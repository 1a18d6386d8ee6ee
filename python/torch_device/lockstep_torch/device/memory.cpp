#include "memory.hpp"

#include <algorithm>
#include <mutex>
#include <set>
#include <unordered_map>
#include <utility>

#include <c10/core/CPUAllocator.h>
#include <c10/util/Exception.h>

namespace lockstep_torch {

namespace {

struct Block {
  std::size_t bytes = 0;
  Handle stream = nullptr;            ///< on which it was allocated
  std::set<Handle> used_on{};         ///< others, by record_stream()
  std::weak_ptr<CapturePool> pool{};  ///< the pool of the capture in which it was allocated
};

std::mutex mutex;
auto& blocks = *new std::unordered_map<const void*, Block>;  // tensors may outlive what is static
MemoryCounts counts{};

/// Lets this thread allocate while streams are captured, which no capture is to see.
class BesideCaptures {
 public:
  BesideCaptures() { hip().ThreadExchangeStreamCaptureMode(&mode_); }
  ~BesideCaptures() { hip().ThreadExchangeStreamCaptureMode(&mode_); }
  BesideCaptures(const BesideCaptures&) = delete;
  BesideCaptures& operator=(const BesideCaptures&) = delete;

 private:
  int mode_ = 2;  // hipStreamCaptureModeRelaxed, then the mode before
};

Block take(const void* address) {
  const std::lock_guard lock(mutex);
  const auto found = blocks.find(address);
  if (found == blocks.end()) return {};
  Block block = std::move(found->second);
  blocks.erase(found);
  counts.allocated -= std::int64_t(block.bytes);
  --counts.allocations;
  return block;
}

// Behind the work that was given to the block's stream, and to those that record_stream() named; other
// streams' use is a race, as it is where torch gives the memory to the next tensor.
void give_back(void* address, const Block& block) {
  for (const Handle stream : block.used_on) {
    Handle event = nullptr;
    if (hip().EventCreateWithFlags(&event, 0) != 0) continue;
    if (hip().EventRecord(event, stream) == 0) hip().StreamWaitEvent(block.stream, event, 0);
    hip().EventDestroy(event);
  }
  if (hip().FreeAsync(address, block.stream) != 0) hip().Free(address);
}

void release(void* address) {
  if (address == nullptr) return;
  const Block block = take(address);
  if (const auto pool = block.pool.lock())
    pool->keep(address);
  else if (capture_pool() != nullptr && is_capturing(block.stream))
    capture_pool()->keep(address);
  else
    give_back(address, block);
}

struct DeviceMemory final : c10::Allocator {
  c10::DataPtr allocate(std::size_t bytes) override {
    void* address = nullptr;
    if (bytes != 0) {
      const BesideCaptures beside;
      TORCH_CHECK_WITH(OutOfMemoryError, hip().Malloc(&address, bytes) == 0,
                       "HIP out of memory. Tried to allocate ", bytes, " bytes, beside ", counts.allocated,
                       " that are allocated");
      const std::lock_guard lock(mutex);
      Block block{bytes, current_stream()};
      if (is_capturing()) block.pool = capture_pool();
      blocks.emplace(address, std::move(block));
      counts.allocated += std::int64_t(bytes), counts.all_allocated += std::int64_t(bytes);
      counts.peak = std::max(counts.peak, counts.allocated);
      ++counts.allocations, ++counts.all_allocations;
    }
    return {address, address, &release, kDevice};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &release; }
  void copy_data(void* to, const void* from, std::size_t bytes) const override {
    if (bytes != 0)
      must(hip().MemcpyAsync(to, from, bytes, device_to_device, current_stream()), "hipMemcpyAsync");
  }
};

struct PinnedMemory final : c10::Allocator {
  c10::DataPtr allocate(std::size_t bytes) override {
    const BesideCaptures beside;
    void* address = nullptr;
    if (bytes != 0) must(hip().HostMalloc(&address, bytes, 0), "hipHostMalloc");
    return {address, address, raw_deleter(), c10::Device(c10::kCPU)};
  }
  c10::DeleterFnPtr raw_deleter() const override {
    return [](void* address) {
      if (address != nullptr) hip().HostFree(address);
    };
  }
  void copy_data(void* to, const void* from, std::size_t bytes) const override {
    default_copy_data(to, from, bytes);
  }
};

}  // namespace

c10::Allocator& device_memory() {
  static auto* const memory = new DeviceMemory;
  return *memory;
}

c10::Allocator& pinned_memory() {
  static auto* const memory = new PinnedMemory;
  return *memory;
}

bool is_pinned(const void* address) {
  unsigned flags = 0;
  return address != nullptr && hip().HostGetFlags(&flags, const_cast<void*>(address)) == 0;
}

void record_use(const void* address, Handle stream) {
  const std::lock_guard lock(mutex);
  const auto found = blocks.find(address);
  if (found != blocks.end() && found->second.stream != stream) found->second.used_on.insert(stream);
}

CapturePool::~CapturePool() {
  for (void* const address : memory_) hip().Free(address);
}

std::shared_ptr<CapturePool>& capture_pool() {
  static auto* const pool = new std::shared_ptr<CapturePool>;
  return *pool;
}

MemoryCounts memory_counts() {
  const std::lock_guard lock(mutex);
  return counts;
}

void reset_peak() {
  const std::lock_guard lock(mutex);
  counts.peak = counts.allocated;
}

}  // namespace lockstep_torch
