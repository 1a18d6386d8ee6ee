// The processors of a machine that several processes share: as many of them work at a time as there are processors, from their
// first case to their last, and the others stand by. More processes than processors would have to share caches, too, and all of
// them would need memory. A process that ends, or that gets no further, is relieved by one that stands by.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <tl/expected.hpp>

#include "host/shared_memory.hpp"

namespace lockstep::campaigns {

class SharedProcessors {
 public:
  /// Fails where memory can't be shared. `patience`: how long a process may be at one case until one that stands by works, too.
  static tl::expected<std::unique_ptr<SharedProcessors>, std::string> of(std::size_t count,
                                                                         std::chrono::milliseconds patience);

  /// What a process works on; it is given back at the end. From any one thread at a time.
  class Processor {
   public:
    /// `process`: its number, from 1.
    Processor(SharedProcessors& of, std::uint64_t process) : of_(of), process_(process) {}
    ~Processor();
    Processor(const Processor&) = delete;
    Processor& operator=(const Processor&) = delete;

    /// Waits until this process has one; to be called before each case. False: `in_vain` came true first.
    bool keep(const std::function<bool()>& in_vain);

   private:
    SharedProcessors& of_;
    const std::uint64_t process_;
    std::optional<std::size_t> slot_;
  };

  /// Of a process that has ended, which may have been killed.
  void give_back(std::uint64_t process);

 private:
  struct Slot {
    std::atomic<std::uint64_t> process;  ///< that works on it; 0: none
    std::atomic<std::uint64_t> cases;    ///< that were begun on it
  };
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);  // else it would be of one process
  class Watch;

  SharedProcessors(host::SharedMemory memory, std::size_t count, std::chrono::milliseconds patience);

  const host::SharedMemory memory_;
  const std::span<Slot> slots_;
  const std::chrono::milliseconds patience_;
};

}  // namespace lockstep::campaigns
