#include "emulator/checks/sharing.hpp"

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

using machine::Pending;

namespace {

using Space = isa::Memory::Space;

bool uses_device_memory(const Pending& p) {
  return p.perform != nullptr && p.space != Space::lds && p.space != Space::scratch;
}

// Calls use(first, end) for bytes in memory that kernels may write, those of lanes side by side together.
template <typename Use>
void for_each_run(const Pending& p, const Use& use) {
  constexpr std::uint64_t kDword = 4;
  std::uint64_t first = 0, end = 0;
  const auto add = [&](const machine::Allocation* owner, std::uint64_t at, std::uint64_t bytes) {
    if (owner == nullptr || !owner->writable()) return;
    if (at != end && first != end) use(first, end);
    if (at != end) first = at;
    end = at + bytes;
  };
  if (isa::is_scalar(p.space)) {
    for (std::size_t d = 0; d < std::size_t(p.dwords); ++d)
      add(p.owner(d), p.address[0] + kDword * d, kDword);
  } else {
    for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l)
      if ((p.lanes >> l & 1) != 0 && p.in_range(l) != 0) add(p.owner(l), p.address[l], p.memory->bytes);
  }
  if (first != end) use(first, end);
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
}

void Sharing::workgroup_begins(const machine::Workgroup&) {
  group_ = use_->next_workgroup();
}

void Sharing::performs(const machine::Wave&, const Pending& p) {
  if (!uses_device_memory(p)) return;
  const bool writes = p.memory->access != isa::Access::load;
  for_each_run(p, [&](std::uint64_t first, std::uint64_t end) { use_->touch(group_, first, end, writes); });
}

}  // namespace lockstep::checks
