#include "emulator/checks/memory_use.hpp"

namespace lockstep::checks {

std::uint32_t MemoryUse::next_workgroup(const machine::Workgroup& group) {
  const std::unique_lock held = lock();
  workgroups_.push_back(group.id);
  return std::uint32_t(workgroups_.size());
}

MemoryUse::Page& MemoryUse::find_page(std::uint64_t number) {
  std::unique_ptr<Page>& kept = pages_[number];
  if (kept == nullptr) kept = std::make_unique<Page>();
  last_number_ = number;
  last_ = kept.get();
  return *last_;
}

}  // namespace lockstep::checks
