#include "emulator/checks/memory_before.hpp"

#include <algorithm>

#include "emulator/observe/byte_runs.hpp"

namespace lockstep::checks {

using machine::kPageBytes, machine::Page;

namespace {

std::uint64_t bytes_of_page(const machine::Allocation& a, std::uint64_t index) {
  return std::min(kPageBytes, a.size() - index * kPageBytes);
}

}  // namespace

void MemoryBefore::keep(const machine::Pending& p) {
  if (p.memory->access == isa::Access::load || !observe::uses_device_memory(p)) return;
  const std::scoped_lock held(mutex_);
  observe::for_each_run(p, [&](std::uint64_t first, std::uint64_t end) { keep(first, end); });
}

// Keeps pages from a byte of an allocation on: a store through a buffer drops the dwords past its end.
void MemoryBefore::keep(std::uint64_t first, std::uint64_t end) {
  while (first < end) {
    if (last_first_ <= first && first < last_end_) {
      first = last_end_;
      continue;
    }
    machine::Allocation* const owner = memory_.owner(first, 1);
    if (owner == nullptr) return;
    const std::uint64_t index = (first - owner->base()) / kPageBytes;
    last_first_ = owner->base() + index * kPageBytes;
    last_end_ = last_first_ + bytes_of_page(*owner, index);
    if (pages_.contains({owner, index})) continue;
    whole_ = whole_ && pages_.size() < most_;
    if (!whole_) return;
    auto& page = pages_[{owner, index}];
    page = std::make_unique_for_overwrite<Page>();
    owner->peek(index * kPageBytes, page->data.data(), page->undefined.data(), bytes_of_page(*owner, index));
  }
}

void MemoryBefore::swap() {
  for (auto& [where, page] : pages_) {
    const std::uint64_t at = where.index * kPageBytes, bytes = bytes_of_page(*where.owner, where.index);
    auto now = std::make_unique_for_overwrite<Page>();
    where.owner->read(at, now->data.data(), now->undefined.data(), bytes);
    where.owner->write(at, page->data.data(), page->undefined.data(), bytes);
    page = std::move(now);
  }
}

}  // namespace lockstep::checks
