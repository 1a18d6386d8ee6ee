#include "emulator/machine/memory/memory.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace lockstep::machine {

namespace {

constexpr std::uint64_t pages_of(std::uint64_t bytes) {
  return (bytes + kPageBytes - 1) / kPageBytes;
}

}  // namespace

SharedPages::SharedPages(std::uint64_t bytes)
    : count_(pages_of(bytes)), pages_(std::make_unique<std::atomic<Page*>[]>(count_)) {}

SharedPages::~SharedPages() {
  for (std::uint64_t i = 0; i < count_; ++i) delete pages_[i].load(std::memory_order_relaxed);
}

Page& SharedPages::keep(std::uint64_t index, std::unique_ptr<Page> page) {
  Page* present = nullptr;
  if (pages_[index].compare_exchange_strong(present, page.get(), std::memory_order_acq_rel))
    return *page.release();
  return *present;
}

Allocation::Allocation(std::string name, std::uint64_t base, std::uint64_t size, bool writable, Fill fill,
                       SharedPages* shared)
    : name_(std::move(name)),
      base_(base),
      size_(size),
      writable_(writable),
      fill_(std::move(fill)),
      shared_(writable ? nullptr : shared),
      page_count_(pages_of(size)) {
  pages_ = std::make_unique<std::atomic<Page*>[]>(page_count_);
}

Allocation::~Allocation() {
  for (std::uint64_t i = 0; i < page_count_; ++i) {
    const Page* const page = pages_[i].load(std::memory_order_relaxed);
    if (shared_ == nullptr || shared_->find(i) != page) delete page;
  }
}

void Allocation::fill(std::uint64_t index, Page& page) const {
  const std::uint64_t bytes = std::min(kPageBytes, size_ - index * kPageBytes);
  page.undefined.fill(0);
  if (fill_) {
    fill_(index * kPageBytes, std::span(page.data).first(bytes), std::span(page.undefined).first(bytes));
  } else {
    page.data.fill(0);
  }
  // All bytes are 0 if the first is and each equals the next.
  const std::uint8_t* const shadow = page.undefined.data();
  page.defined_at_first = shadow[0] == 0 && std::memcmp(shadow, shadow + 1, kPageBytes - 1) == 0;
}

Page& Allocation::touch(std::uint64_t index) {
  // Several threads may fill the same page at once; all produce the same bytes, and one wins and counts.
  const auto put = [&](Page& page) -> Page& {
    Page* present = nullptr;
    if (!pages_[index].compare_exchange_strong(present, &page, std::memory_order_acq_rel)) return *present;
    if (touches_ != nullptr) touches_->fetch_add(1, std::memory_order_relaxed);
    return page;
  };
  if (shared_ != nullptr)
    if (Page* const kept = shared_->find(index)) return put(*kept);
  auto fresh = std::make_unique_for_overwrite<Page>();
  fill(index, *fresh);
  if (shared_ != nullptr && fresh->defined_at_first) return put(shared_->keep(index, std::move(fresh)));
  Page& winner = put(*fresh);
  return &winner == fresh.get() ? *fresh.release() : winner;
}

void Allocation::read(std::uint64_t offset, std::uint8_t* data, std::uint8_t* undefined,
                      std::uint64_t bytes) {
  while (bytes > 0) {
    const std::uint64_t within = offset % kPageBytes;
    const std::uint64_t part = std::min(bytes, kPageBytes - within);
    const Page& p = page(offset / kPageBytes);
    std::memcpy(data, &p.data[within], part);
    std::memcpy(undefined, &p.undefined[within], part);
    offset += part, data += part, undefined += part, bytes -= part;
  }
}

void Allocation::write(std::uint64_t offset, const std::uint8_t* data, const std::uint8_t* undefined,
                       std::uint64_t bytes) {
  while (bytes > 0) {
    const std::uint64_t within = offset % kPageBytes;
    const std::uint64_t part = std::min(bytes, kPageBytes - within);
    Page& p = page(offset / kPageBytes);
    std::memcpy(&p.data[within], data, part);
    std::memcpy(&p.undefined[within], undefined, part);
    offset += part, data += part, undefined += part, bytes -= part;
  }
}

bool Allocation::holds(std::uint64_t offset, const std::uint8_t* data, std::uint64_t bytes) {
  constexpr std::array<std::uint8_t, 16> kDefined{};
  while (bytes > 0) {
    const std::uint64_t within = offset % kPageBytes;
    const std::uint64_t part = std::min({bytes, kPageBytes - within, std::uint64_t{kDefined.size()}});
    const Page& p = page(offset / kPageBytes);
    if (std::memcmp(&p.data[within], data, part) != 0) return false;
    if (std::memcmp(&p.undefined[within], kDefined.data(), part) != 0) return false;
    offset += part, data += part, bytes -= part;
  }
  return true;
}

void Allocation::peek(std::uint64_t offset, std::uint8_t* data, std::uint8_t* undefined,
                      std::uint64_t bytes) const {
  auto untouched = std::make_unique<Page>();
  while (bytes > 0) {
    const std::uint64_t index = offset / kPageBytes, within = offset % kPageBytes;
    const std::uint64_t part = std::min(bytes, kPageBytes - within);
    const Page* p = pages_[index].load(std::memory_order_acquire);
    if (p == nullptr) {
      fill(index, *untouched);
      p = untouched.get();
    }
    std::memcpy(data, &p->data[within], part);
    std::memcpy(undefined, &p->undefined[within], part);
    offset += part, data += part, undefined += part, bytes -= part;
  }
}

void Allocation::visit_touched(const std::function<void(std::uint64_t, const Page&)>& visit) const {
  for (std::uint64_t i = 0; i < page_count_; ++i)
    if (const Page* p = pages_[i].load(std::memory_order_acquire)) visit(i * kPageBytes, *p);
}

std::uint64_t Allocation::touched_pages() const {
  std::uint64_t count = 0;
  for (std::uint64_t i = 0; i < page_count_; ++i)
    count += pages_[i].load(std::memory_order_relaxed) != nullptr;
  return count;
}

Allocation& Memory::add(std::string name, std::uint64_t base, std::uint64_t size, bool writable, Fill fill,
                        SharedPages* shared) {
  auto allocation =
      std::make_unique<Allocation>(std::move(name), base, size, writable, std::move(fill), shared);
  return give(std::move(allocation));
}

std::unique_ptr<Allocation> Memory::take(std::uint64_t base) {
  const auto found = allocations_.find(base);
  if (found == allocations_.end()) return nullptr;
  std::unique_ptr<Allocation> taken = std::move(found->second);
  allocations_.erase(found);
  taken->count_touches(nullptr);
  return taken;
}

Allocation& Memory::give(std::unique_ptr<Allocation> allocation) {
  const std::uint64_t base = allocation->base();
  allocation->count_touches(&touches_);
  return *(allocations_[base] = std::move(allocation));
}

Allocation* Memory::owner(std::uint64_t address, std::uint64_t bytes) const {
  auto next = allocations_.upper_bound(address);
  if (next == allocations_.begin()) return nullptr;
  Allocation* candidate = std::prev(next)->second.get();
  return candidate->contains(address, bytes) ? candidate : nullptr;
}

std::uint64_t Memory::largest_allocation() const {
  std::uint64_t largest = 0;
  for (const auto& [base, allocation] : allocations_) largest = std::max(largest, allocation->size());
  return largest;
}

std::uint64_t Memory::touched_bytes() const {
  std::uint64_t pages = 0;
  for (const auto& [base, allocation] : allocations_) pages += allocation->touched_pages();
  return pages * kPageBytes;
}

std::string Memory::describe(std::uint64_t address, std::uint64_t bytes) const {
  const auto extent = [](const Allocation& a) {
    return fmt::format("{} [{:#x}, {:#x})", a.name(), a.base(), a.base() + a.size());
  };
  const auto next = allocations_.upper_bound(address);
  std::string text;
  if (next != allocations_.begin()) {
    const Allocation& before = *std::prev(next)->second;
    const std::uint64_t end = before.base() + before.size();
    text = address < end ? fmt::format("{} bytes reach past the end of {}", bytes, extent(before))
                         : fmt::format("{} bytes past the end of {}", address - end, extent(before));
    if (next != allocations_.end() && address >= end && next->first - address < address - end) text.clear();
  }
  if (text.empty() && next != allocations_.end())
    text = fmt::format("{} bytes before {}", next->first - address, extent(*next->second));
  return text.empty() ? "no allocation exists" : text;
}

}  // namespace lockstep::machine
