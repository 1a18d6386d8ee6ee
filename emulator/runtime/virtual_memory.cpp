#include "emulator/runtime/virtual_memory.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace lockstep::runtime {

using machine::Allocation;
using machine::Page;

namespace {

bool is_multiple(std::uint64_t value) {
  return value != 0 && value % VirtualMemory::kGranularity == 0;
}

// Pages are smaller than the granularity, so that none belongs to two.
void copy_touched(const Allocation& from, std::uint64_t first, Allocation& to, std::uint64_t at,
                  std::uint64_t bytes) {
  from.visit_touched([&](std::uint64_t offset, const Page& page) {
    if (offset >= first && offset < first + bytes)
      to.write(offset - first + at, page.data.data(), page.undefined.data(), machine::kPageBytes);
  });
}

}  // namespace

std::optional<std::uint64_t> VirtualMemory::reserve(std::uint64_t bytes, std::uint64_t alignment) {
  if (!is_multiple(bytes) || (alignment & (alignment - 1)) != 0) return std::nullopt;
  const std::uint64_t address = memory_.reserve(bytes, alignment);
  ranges_[address] = bytes;
  return address;
}

Error VirtualMemory::release_range(std::uint64_t address, std::uint64_t bytes) {
  const auto range = ranges_.find(address);
  if (range == ranges_.end() || range->second != bytes) return Error::invalid_value;
  const auto inside = mappings_.lower_bound(address);
  if (inside != mappings_.end() && inside->first < address + bytes) return Error::invalid_value;
  ranges_.erase(range);
  return Error::success;
}

Physical* VirtualMemory::create(std::uint64_t bytes, const PhysicalProperties& properties) {
  const std::uint64_t number = ++count_;
  if (!is_multiple(bytes) || !memory_.claim(bytes)) return nullptr;
  auto made = std::make_unique<Physical>();
  made->bytes = std::make_unique<Allocation>(fmt::format("memory {}", number), 0, bytes, true,
                                             memory_.poison(number), nullptr);
  made->properties = properties;
  Physical* const physical = made.get();
  physical_[physical] = std::move(made);
  return physical;
}

bool VirtualMemory::owns(const Physical* physical) const {
  return physical_.contains(physical);
}

void VirtualMemory::drop_unused(Physical* physical) {
  if (physical->references != 0 || physical->mappings != 0) return;
  memory_.give_back(physical->bytes->size());
  physical_.erase(physical);
}

Error VirtualMemory::release(Physical* physical) {
  if (!owns(physical) || physical->references == 0) return Error::invalid_value;
  --physical->references;
  drop_unused(physical);
  return Error::success;
}

Error VirtualMemory::map(std::uint64_t address, std::uint64_t bytes, Physical* physical) {
  const auto above = ranges_.upper_bound(address);
  if (!owns(physical) || !is_multiple(bytes) || bytes != physical->bytes->size() || above == ranges_.begin())
    return Error::invalid_value;
  const auto& [first, size] = *std::prev(above);
  const std::uint64_t offset = address - first;
  if (offset % kGranularity != 0 || offset >= size || bytes > size - offset) return Error::invalid_value;
  const auto next = mappings_.lower_bound(address);
  const bool taken = find(address) != nullptr || (next != mappings_.end() && next->first < address + bytes);
  if (taken) return Error::invalid_value;
  if (physical->mappings != 0) return Error::not_supported;
  ++physical->mappings;
  mappings_[address] = {bytes, physical, false};
  return Error::success;
}

const VirtualMemory::Mapping* VirtualMemory::find(std::uint64_t address) const {
  const auto above = mappings_.upper_bound(address);
  if (above == mappings_.begin()) return nullptr;
  const auto& [first, mapping] = *std::prev(above);
  return address - first < mapping.bytes ? &mapping : nullptr;
}

bool VirtualMemory::is_whole(std::uint64_t address, std::uint64_t bytes) const {
  const std::uint64_t end = address + bytes;
  std::uint64_t at = address;
  while (at < end) {
    const auto mapping = mappings_.find(at);
    if (mapping == mappings_.end()) return false;
    at += mapping->second.bytes;
  }
  return bytes != 0 && at == end;
}

// Changes the mappings of the range that the address is in; mappings of two ranges are never one allocation.
template <typename Change>
void VirtualMemory::change(std::uint64_t address, Change change) {
  const auto& [first, bytes] = *std::prev(ranges_.upper_bound(address));
  hide(first, first + bytes);
  change();
  show(first, first + bytes);
}

void VirtualMemory::hide(std::uint64_t first, std::uint64_t end) {
  std::unique_ptr<Allocation> seen;
  for (auto m = mappings_.lower_bound(first); m != mappings_.end() && m->first < end; ++m) {
    auto& [address, mapping] = *m;
    if (!mapping.accessible) continue;
    if (auto taken = memory_.take_mapped(address)) seen = std::move(taken);
    copy_touched(*seen, address - seen->base(), *mapping.physical->bytes, 0, mapping.bytes);
  }
}

void VirtualMemory::show(std::uint64_t first, std::uint64_t end) {
  auto m = mappings_.lower_bound(first);
  while (m != mappings_.end() && m->first < end) {
    std::vector<const Allocation*> parts;
    std::vector<std::uint64_t> ends;
    const std::uint64_t base = m->first;
    std::uint64_t next = base;
    for (; m != mappings_.end() && m->first == next && m->first < end && m->second.accessible; ++m) {
      next += m->second.bytes;
      parts.push_back(m->second.physical->bytes.get());
      ends.push_back(next - base);
    }
    if (parts.empty()) {
      ++m;
      continue;
    }
    const auto fill = [parts, ends](std::uint64_t offset, std::span<std::uint8_t> data,
                                    std::span<std::uint8_t> undefined) {
      const std::size_t i = std::size_t(std::ranges::upper_bound(ends, offset) - ends.begin());
      parts[i]->peek(offset - (i == 0 ? 0 : ends[i - 1]), data.data(), undefined.data(), data.size());
    };
    Allocation& seen = memory_.add_mapped(base, next - base, fill);
    for (std::size_t i = 0; i < parts.size(); ++i)
      copy_touched(*parts[i], 0, seen, i == 0 ? 0 : ends[i - 1], parts[i]->size());
  }
}

Error VirtualMemory::set_access(std::uint64_t address, std::uint64_t bytes, bool accessible) {
  if (!is_whole(address, bytes)) return Error::invalid_value;
  change(address, [&] {
    for (auto m = mappings_.find(address); m != mappings_.end() && m->first < address + bytes; ++m)
      m->second.accessible = accessible;
  });
  return Error::success;
}

void VirtualMemory::clear() {
  while (!mappings_.empty()) {
    const auto [address, mapping] = *mappings_.begin();
    static_cast<void>(unmap(address, mapping.bytes));
  }
  for (const auto& [physical, held] : physical_) memory_.give_back(physical->bytes->size());
  physical_.clear();
  ranges_.clear();
}

Error VirtualMemory::unmap(std::uint64_t address, std::uint64_t bytes) {
  if (!is_whole(address, bytes)) return Error::invalid_value;
  change(address, [&] {
    for (auto m = mappings_.find(address); m != mappings_.end() && m->first < address + bytes;) {
      Physical* const physical = m->second.physical;
      m = mappings_.erase(m);
      --physical->mappings;
      drop_unused(physical);
    }
  });
  return Error::success;
}

}  // namespace lockstep::runtime
