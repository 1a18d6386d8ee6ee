// Device memory as it was before a launch wrote to it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "emulator/machine/memory/memory.hpp"
#include "emulator/machine/waves/pending.hpp"

namespace lockstep::checks {

class MemoryBefore {
 public:
  /// Keeps so many pages at most.
  explicit MemoryBefore(const machine::Memory& memory, std::size_t most = ~std::size_t{0})
      : memory_(memory), most_(most) {}
  /// Keeps what the operation may change; each thread calls it before it performs one.
  void keep(const machine::Pending& pending);
  /// False: so much was written that some of it was not kept.
  bool is_whole() const { return whole_; }
  /// Memory holds what was kept, and what it held until now is kept instead.
  void swap();

 private:
  struct Place {
    machine::Allocation* owner;
    std::uint64_t index;  ///< a page's
    auto operator<=>(const Place&) const = default;
  };

  void keep(std::uint64_t first, std::uint64_t end);

  const machine::Memory& memory_;
  const std::size_t most_;
  std::mutex mutex_;
  std::map<Place, std::unique_ptr<machine::Page>> pages_;
  std::uint64_t last_first_ = 0, last_end_ = 0;  ///< addresses of the page that was kept last
  bool whole_ = true;
};

}  // namespace lockstep::checks
