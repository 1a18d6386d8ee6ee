#include "emulator/checks/memory_use.hpp"

#include "emulator/observe/footprint.hpp"

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

using machine::Pending;

void SharedUse::touch(std::uint32_t group, std::uint64_t first, std::uint64_t end, bool writes) {
  const std::unique_lock held = use_.lock();
  MemoryUse::Access mine;
  mine.group = group;
  const auto other = [group](const MemoryUse::Access& a) { return a.group != 0 && a.group != group; };
  for (std::uint64_t at = first; at < end && !met_;) {
    const std::uint64_t in_page = at % MemoryUse::kPageBytes, page = at - in_page,
                        stop = std::min(end, page + MemoryUse::kPageBytes);
    use_.page(page).for_each_cell(
        in_page, stop - page, [&](std::uint64_t, std::uint64_t, MemoryUse::Cell& cell) {
          met_ |= other(cell.write) || (writes && (other(cell.read) || other(cell.other_group)));
          if (writes)
            cell.write = mine;
          else
            cell.note_read(mine);
        });
    at = stop;
  }
  if (met_) throw WorkgroupsShareMemory{};
}

void Sharing::workgroup_begins(const machine::Workgroup& group) {
  group_ = use_->next_workgroup(group);
}

void Sharing::performs(const machine::Wave&, const Pending& p) {
  if (!observe::uses_device_memory(p)) return;
  const bool writes = p.memory->access != isa::Access::load;
  observe::for_each_run(
      p, [&](std::uint64_t first, std::uint64_t end) { use_->touch(group_, first, end, writes); });
}

}  // namespace lockstep::checks
