#include "emulator/checks/sharing.hpp"

#include <algorithm>

#include "emulator/observe/byte_runs.hpp"

namespace lockstep::checks {

using machine::kPageBytes, machine::Pending;

namespace {

std::uint64_t bytes_of_page(const machine::Allocation& a, std::uint64_t index) {
  return std::min(kPageBytes, a.size() - index * kPageBytes);
}

}  // namespace

void SharedUse::touch(std::uint32_t group, std::uint64_t first, std::uint64_t end, bool writes) {
  const std::unique_lock held = use_.lock();
  const auto other = [group](const MemoryUse::Access& a) {
    return (a.group != 0 && a.group != group) || a.several_groups;
  };
  for (std::uint64_t at = first; at < end && !met_;) {
    const std::uint64_t in_page = at % MemoryUse::kPageBytes, page = at - in_page,
                        stop = std::min(end, page + MemoryUse::kPageBytes);
    use_.page(page).for_each_cell(in_page, stop - page, [&](std::uint64_t, MemoryUse::Cell& cell) {
      met_ |= other(cell.write) || (writes && other(cell.read));
      MemoryUse::Access& mine = writes ? cell.write : cell.read;
      mine.several_groups = other(mine);
      mine.group = group;
    });
    at = stop;
  }
  if (met_) throw WorkgroupsShareMemory{};
  if (writes) keep(first, end);
}

void SharedUse::keep(std::uint64_t first, std::uint64_t end) {
  while (first < end) {
    machine::Allocation* const owner = memory_.owner(first, 1);
    const std::uint64_t index = (first - owner->base()) / kPageBytes, bytes = bytes_of_page(*owner, index);
    auto& page = before_[{owner, index}];
    if (page == nullptr) {
      page = std::make_unique_for_overwrite<machine::Page>();
      owner->peek(index * kPageBytes, page->data.data(), page->undefined.data(), bytes);
    }
    first = owner->base() + index * kPageBytes + bytes;
  }
}

void SharedUse::undo() {
  for (const auto& [where, page] : before_) {
    const auto [owner, index] = where;
    owner->write(index * kPageBytes, page->data.data(), page->undefined.data(), bytes_of_page(*owner, index));
  }
}

void Sharing::workgroup_begins(const machine::Workgroup&) {
  group_ = use_->next_workgroup();
}

void Sharing::performs(const machine::Wave&, const Pending& p) {
  if (!observe::uses_device_memory(p)) return;
  const bool writes = p.memory->access != isa::Access::load;
  observe::for_each_run(
      p, [&](std::uint64_t first, std::uint64_t end) { use_->touch(group_, first, end, writes); });
}

}  // namespace lockstep::checks
