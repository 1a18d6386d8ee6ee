// Device memory as a program allocates and copies it.
//
// Device pointers are addresses of the emulated memory, which the host can't dereference. What hipHostMalloc
// gives is host memory that kernels may use, too: it has a twin at the same address of the emulated memory.
// A launch finds in it what the host's memory holds, page by page as it touches them, and what it changes of
// them is put back when it is over: a launch costs the pages that it uses, however much is pinned.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "emulator/machine/memory/memory.hpp"

namespace lockstep::runtime {

/// How a program came by memory of the host that kernels may use.
enum class HostKind : std::uint8_t { pinned, managed, registered };

class DeviceMemory {
 public:
  /// `limit`: bytes of all allocations together. `seed`: of what undefined bytes hold.
  DeviceMemory(std::uint64_t limit, std::uint64_t seed) : limit_(limit), seed_(seed) {}

  /// An address, its bytes undefined; nothing where memory is exhausted. Findings call it `name`, or by its
  /// number.
  std::optional<std::uint64_t> allocate(std::uint64_t bytes, const std::string& name = {});
  /// Host memory, zeroed, that kernels may use.
  void* allocate_host(std::uint64_t bytes, HostKind kind = HostKind::pinned);
  /// Registers memory of the program's own. False: some of it is the device's already.
  bool register_host(void* address, std::uint64_t bytes);
  /// Frees an allocation. False: nothing of that kind begins there.
  bool free(std::uint64_t address);
  bool free_host(void* address, HostKind kind = HostKind::pinned);
  /// Frees whatever begins there, but what is mapped.
  void give_up(std::uint64_t base);

  /// What is wrong with a range, in words; empty where an allocation owns it whole.
  std::string fault(std::uint64_t address, std::uint64_t bytes) const;
  bool owns(std::uint64_t address) const { return memory_.owner(address, 1) != nullptr && !is_host(address); }
  bool is_host(std::uint64_t address) const { return host_at(address) != nullptr; }
  bool is_managed(std::uint64_t address) const;
  bool any_host() const { return !host_.empty(); }
  /// Base and bytes of the allocation, if any.
  std::optional<std::pair<std::uint64_t, std::uint64_t>> extent(std::uint64_t address) const;

  /// The allocation that owns an address; nullptr: none does.
  machine::Allocation* owner(std::uint64_t address) const;
  /// The seed of what an allocation of device memory holds at first; nothing for host memory.
  std::optional<std::uint64_t> poison_of(std::uint64_t base) const;
  /// Whether what nobody touched since is the byte of a fill, instead of that.
  bool was_filled(std::uint64_t base) const { return filled_.contains(base); }
  /// Addresses at which allocations begin, ascending.
  std::vector<std::uint64_t> bases() const;

  // For virtual memory (virtual_memory.hpp).
  /// Addresses that are nobody's, with a red zone behind them.
  std::uint64_t reserve(std::uint64_t bytes, std::uint64_t alignment);
  /// Bytes without an address. False: memory is exhausted.
  bool claim(std::uint64_t bytes);
  void give_back(std::uint64_t bytes) { used_ -= bytes; }
  /// Undefined bytes, different for each number.
  machine::Fill poison(std::uint64_t number) const;
  machine::Allocation& add_mapped(std::uint64_t base, std::uint64_t bytes, machine::Fill fill);
  std::unique_ptr<machine::Allocation> take_mapped(std::uint64_t base);

  // The ranges must be owned.
  void copy_in(std::uint64_t to, const void* from, std::uint64_t bytes);
  void copy_out(void* to, std::uint64_t from, std::uint64_t bytes) const;
  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);
  void fill(std::uint64_t to, std::span<const std::uint8_t> pattern, std::uint64_t count);

  /// Copies host memory to the device before a launch, device_to_host() back after it.
  void host_to_device();
  void device_to_host();
  /// Calls visit(offset, page) for every page that is not as it was when the allocation was made; of host
  /// memory, which the host changes at any time, for every page.
  void visit(const machine::Allocation& allocation,
             const std::function<void(std::uint64_t offset, const machine::Page& page)>& visit) const;

  std::uint64_t used() const { return used_; }
  std::uint64_t limit() const { return limit_; }
  machine::Memory& memory() { return memory_; }

 private:
  struct Unmap {
    std::uint64_t size = 0;
    void operator()(std::uint8_t* bytes) const;
  };
  struct HostMemory {
    std::uint8_t* bytes = nullptr;
    std::uint64_t size = 0;
    HostKind kind = HostKind::pinned;
    std::unique_ptr<std::uint8_t[], Unmap> owned;  ///< none where it is registered
  };
  void add_host(HostMemory host);
  void add_twin(const HostMemory& host, const std::string& name);
  const HostMemory* host_at(std::uint64_t address) const;
  bool fill_whole(std::uint64_t base, std::span<const std::uint8_t> pattern, std::uint64_t bytes);

  machine::Memory memory_;
  std::map<std::uint64_t, HostMemory> host_;       ///< [address]
  std::map<std::uint64_t, std::uint64_t> poison_;  ///< [address of device memory]: seeds
  std::set<std::uint64_t> mapped_;                 ///< addresses
  std::set<std::uint64_t> filled_;                 ///< addresses
  std::uint64_t limit_, seed_, used_ = 0, next_ = 0, next_host_ = 0, count_ = 0;
};

}  // namespace lockstep::runtime
