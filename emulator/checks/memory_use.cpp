#include "emulator/checks/memory_use.hpp"

namespace lockstep::checks {

std::uint32_t MemoryUse::next_workgroup() {
  const std::unique_lock held = lock();
  return ++workgroups_;
}

MemoryUse::Page& MemoryUse::find_page(std::uint64_t number) {
  std::unique_ptr<Page>& kept = pages_[number];
  if (kept == nullptr) kept = std::make_unique<Page>();
  last_number_ = number;
  last_ = kept.get();
  return *last_;
}

}  // namespace lockstep::checks
