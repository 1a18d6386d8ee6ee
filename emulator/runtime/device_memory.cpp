#include "emulator/runtime/device_memory.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <sys/mman.h>

#include "emulator/machine/memory/poison.hpp"

namespace lockstep::runtime {

namespace {

// Below where Linux maps a process's own memory, so that neither is taken for the other.
constexpr std::uint64_t kFirst = std::uint64_t{1} << 40;
constexpr std::uint64_t kFirstHost = std::uint64_t{48} << 40;  // Linux puts nothing there of its own accord
constexpr std::uint64_t kAlignment = std::uint64_t{2} << 20;   // hipMalloc's on this hardware's large pages
constexpr std::uint64_t kRedZone = std::uint64_t{2} << 20;
constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;  // copies go piece by piece
constexpr std::uint64_t kMany = std::uint64_t{1} << 26;   // bytes whose pages are not all made at once

}  // namespace

std::uint64_t DeviceMemory::reserve(std::uint64_t bytes, std::uint64_t alignment) {
  const std::uint64_t aligned = std::max(alignment, kAlignment);
  const std::uint64_t base = (kFirst + next_ + aligned - 1) / aligned * aligned;
  next_ = base - kFirst + (bytes + kRedZone + kAlignment - 1) / kAlignment * kAlignment;
  return base;
}

bool DeviceMemory::claim(std::uint64_t bytes) {
  if (bytes == 0 || bytes > limit_ - used_) return false;
  used_ += bytes;
  return true;
}

machine::Fill DeviceMemory::poison(std::uint64_t number) const {
  return [seed = host::hash(seed_, number)](std::uint64_t offset, std::span<std::uint8_t> data,
                                            std::span<std::uint8_t> undefined) {
    machine::fill_poison(seed, offset, data);
    std::ranges::fill(undefined, std::uint8_t{1});
  };
}

std::optional<std::uint64_t> DeviceMemory::allocate(std::uint64_t bytes, const std::string& name) {
  if (!claim(bytes)) return std::nullopt;
  const std::uint64_t base = reserve(bytes, kAlignment), number = ++count_;
  poison_[base] = host::hash(seed_, number);
  memory_.add(
      fmt::format("{} of {} bytes", name.empty() ? fmt::format("allocation {}", number) : name, bytes), base,
      bytes, true, poison(number));
  return base;
}

machine::Allocation& DeviceMemory::add_mapped(std::uint64_t base, std::uint64_t bytes, machine::Fill fill) {
  mapped_.insert(base);
  return memory_.add(fmt::format("{} bytes mapped at {:#x}", bytes, base), base, bytes, true,
                     std::move(fill));
}

std::unique_ptr<machine::Allocation> DeviceMemory::take_mapped(std::uint64_t base) {
  return mapped_.erase(base) != 0 ? memory_.take(base) : nullptr;
}

void DeviceMemory::Unmap::operator()(std::uint8_t* bytes) const {
  munmap(bytes, size);
}

void DeviceMemory::add_host(HostMemory host) {
  add_twin(host, fmt::format("host allocation {} of {} bytes", ++count_, host.size));
  host_.emplace(std::uint64_t(reinterpret_cast<std::uintptr_t>(host.bytes)), std::move(host));
}

void DeviceMemory::add_twin(const HostMemory& host, const std::string& name) {
  memory_.add(name, std::uint64_t(reinterpret_cast<std::uintptr_t>(host.bytes)), host.size, true,
              [bytes = host.bytes](std::uint64_t offset, std::span<std::uint8_t> data,
                                   std::span<std::uint8_t> undefined) {
                std::copy_n(bytes + offset, data.size(), data.begin());
                std::ranges::fill(undefined, std::uint8_t{0});
              });
}

void* DeviceMemory::allocate_host(std::uint64_t bytes, HostKind kind) {
  if (bytes == 0) return nullptr;
  const std::uint64_t wanted = kFirstHost + next_host_;
  // The address is the same in every run, and one that a recorded launch can have.
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  void* const place = reinterpret_cast<void*>(std::uintptr_t(wanted));
  void* const address =
      mmap(place, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (address == MAP_FAILED) return nullptr;
  next_host_ += (bytes + kRedZone + kAlignment - 1) / kAlignment * kAlignment;
  auto* const first = static_cast<std::uint8_t*>(address);
  add_host({first, bytes, kind, {first, Unmap{bytes}}});
  return address;
}

bool DeviceMemory::register_host(void* address, std::uint64_t bytes) {
  const auto base = std::uint64_t(reinterpret_cast<std::uintptr_t>(address));
  const auto next = host_.lower_bound(base);
  if (host_at(base) != nullptr || (next != host_.end() && next->first - base < bytes)) return false;
  add_host({static_cast<std::uint8_t*>(address), bytes, HostKind::registered, {nullptr, Unmap{0}}});
  return true;
}

bool DeviceMemory::free(std::uint64_t address) {
  if (host_.contains(address) || mapped_.contains(address)) return false;
  const auto taken = memory_.take(address);
  if (taken != nullptr) used_ -= taken->size(), poison_.erase(address), filled_.erase(address);
  return taken != nullptr;
}

bool DeviceMemory::free_host(void* address, HostKind kind) {
  const auto found = host_.find(std::uint64_t(reinterpret_cast<std::uintptr_t>(address)));
  if (found == host_.end() || found->second.kind != kind) return false;
  memory_.take(found->first);
  host_.erase(found);
  return true;
}

void DeviceMemory::give_up(std::uint64_t base) {
  if (const auto host = host_.find(base); host != host_.end())
    free_host(host->second.bytes, host->second.kind);
  else
    free(base);
}

std::optional<std::uint64_t> DeviceMemory::poison_of(std::uint64_t base) const {
  const auto found = poison_.find(base);
  return found == poison_.end() ? std::nullopt : std::optional(found->second);
}

machine::Allocation* DeviceMemory::owner(std::uint64_t address) const {
  machine::Allocation* const found = memory_.owner(address, 1);
  if (found == nullptr) return nullptr;
  const std::uint64_t base = found->base();
  return poison_.contains(base) || host_.contains(base) || mapped_.contains(base) ? found : nullptr;
}

std::vector<std::uint64_t> DeviceMemory::bases() const {
  std::vector<std::uint64_t> all(mapped_.begin(), mapped_.end());
  for (const auto& [base, seed] : poison_) all.push_back(base);
  for (const auto& [base, host] : host_) all.push_back(base);
  std::ranges::sort(all);
  return all;
}

std::string DeviceMemory::fault(std::uint64_t address, std::uint64_t bytes) const {
  if (bytes == 0 || memory_.owner(address, bytes) != nullptr) return {};
  return fmt::format("{} bytes at {:#x}: {}", bytes, address, memory_.describe(address, bytes));
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> DeviceMemory::extent(std::uint64_t address) const {
  const machine::Allocation* owner = memory_.owner(address, 1);
  if (owner == nullptr) return std::nullopt;
  return std::pair(owner->base(), owner->size());
}

const DeviceMemory::HostMemory* DeviceMemory::host_at(std::uint64_t address) const {
  const auto next = host_.upper_bound(address);
  if (next == host_.begin()) return nullptr;
  const auto& [base, host] = *std::prev(next);
  return address - base < host.size ? &host : nullptr;
}

bool DeviceMemory::is_managed(std::uint64_t address) const {
  const HostMemory* const host = host_at(address);
  return host != nullptr && host->kind == HostKind::managed;
}

void DeviceMemory::copy_in(std::uint64_t to, const void* from, std::uint64_t bytes) {
  machine::Allocation* const owner = memory_.owner(to, bytes);
  const std::vector<std::uint8_t> defined(std::min(bytes, kPiece), 0);
  const auto* source = static_cast<const std::uint8_t*>(from);
  for (std::uint64_t at = 0; at < bytes; at += kPiece)
    owner->write(to - owner->base() + at, source + at, defined.data(), std::min(kPiece, bytes - at));
}

void DeviceMemory::copy_out(void* to, std::uint64_t from, std::uint64_t bytes) const {
  const machine::Allocation* const owner = memory_.owner(from, bytes);
  std::vector<std::uint8_t> undefined(std::min(bytes, kPiece));
  auto* const target = static_cast<std::uint8_t*>(to);
  for (std::uint64_t at = 0; at < bytes; at += kPiece)
    owner->peek(from - owner->base() + at, target + at, undefined.data(), std::min(kPiece, bytes - at));
}

void DeviceMemory::copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  const machine::Allocation* const source = memory_.owner(from, bytes);
  machine::Allocation* const target = memory_.owner(to, bytes);
  std::vector<std::uint8_t> data(bytes), undefined(bytes);  // whole: the ranges may overlap
  source->peek(from - source->base(), data.data(), undefined.data(), bytes);
  target->write(to - target->base(), data.data(), undefined.data(), bytes);
}

// An allocation of many bytes takes pages when they are touched, after it was filled whole as before.
bool DeviceMemory::fill_whole(std::uint64_t base, std::span<const std::uint8_t> pattern,
                              std::uint64_t bytes) {
  const machine::Allocation* const old = memory_.owner(base, bytes);
  if (bytes < kMany || pattern.size() != 1 || old->base() != base || old->size() != bytes || is_host(base))
    return false;
  const std::string name = old->name();
  memory_.take(base);
  memory_.add(
      name, base, bytes, true,
      [byte = pattern[0]](std::uint64_t, std::span<std::uint8_t> data, std::span<std::uint8_t> undefined) {
        std::ranges::fill(data, byte);
        std::ranges::fill(undefined, std::uint8_t{0});
      });
  filled_.insert(base);
  return true;
}

void DeviceMemory::fill(std::uint64_t to, std::span<const std::uint8_t> pattern, std::uint64_t count) {
  if (fill_whole(to, pattern, count * pattern.size())) return;
  const std::uint64_t at_once = std::max<std::uint64_t>(1, std::min(count, kPiece / pattern.size()));
  std::vector<std::uint8_t> piece;
  for (std::uint64_t i = 0; i < at_once; ++i) piece.insert(piece.end(), pattern.begin(), pattern.end());
  for (std::uint64_t done = 0; done < count; done += at_once)
    copy_in(to + done * pattern.size(), piece.data(), std::min(at_once, count - done) * pattern.size());
}

void DeviceMemory::host_to_device() {
  for (const auto& [base, host] : host_)
    if (memory_.owner(base, 1)->touched_pages() != 0) add_twin(host, memory_.take(base)->name());
}

void DeviceMemory::device_to_host() {
  for (const auto& [base, host] : host_)
    memory_.owner(base, 1)->visit_touched([&to = host](std::uint64_t offset, const machine::Page& page) {
      const std::uint64_t bytes = std::min(machine::kPageBytes, to.size - offset);
      if (std::memcmp(to.bytes + offset, page.data.data(), bytes) != 0)
        std::copy_n(page.data.data(), bytes, to.bytes + offset);
    });
}

void DeviceMemory::visit(
    const machine::Allocation& allocation,
    const std::function<void(std::uint64_t offset, const machine::Page& page)>& visit) const {
  if (!is_host(allocation.base())) return allocation.visit_touched(visit);
  const auto page = std::make_unique<machine::Page>();
  for (std::uint64_t at = 0; at < allocation.size(); at += machine::kPageBytes) {
    allocation.peek(at, page->data.data(), page->undefined.data(),
                    std::min(machine::kPageBytes, allocation.size() - at));
    visit(at, *page);
  }
}

}  // namespace lockstep::runtime
