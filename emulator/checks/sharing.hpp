// Whether workgroups use each other's bytes of device memory, one of them writing: stored there what
// another loads, whichever comes first, atomically or not, changed or not. Without that no workgroup can
// tell on which thread another runs, nor when: several threads do what one does. With it the first
// operation that would meet another's bytes ends the dispatch before it touches them, so that no two
// threads ever touch a byte which one of them writes. What the workgroups wrote until then is undone, and
// one thread runs them all.
#pragma once

#include "emulator/checks/memory_use.hpp"
#include "emulator/machine/waves/observer.hpp"

namespace lockstep::checks {

/// Thrown by an operation that would use another workgroup's bytes, and by all after it.
struct WorkgroupsShareMemory {};

/// What the threads of a dispatch know of each other's memory.
class SharedUse {
 public:
  std::uint32_t next_workgroup(const machine::Workgroup& group) { return use_.next_workgroup(group); }
  /// Notes a use of addresses [first, end); throws WorkgroupsShareMemory where it meets another
  /// workgroup's.
  void touch(std::uint32_t group, std::uint64_t first, std::uint64_t end, bool writes);

 private:
  MemoryUse use_;
  bool met_ = false;  ///< under the lock of use_
};

/// The observer of one thread. It comes before all observers that look into memory.
class Sharing final : public machine::Observer {
 public:
  /// `use` nullptr: nobody asks.
  explicit Sharing(SharedUse* use) : use_(use) {}
  void workgroup_begins(const machine::Workgroup& group) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  SharedUse* use_;
  std::uint32_t group_ = 0;
};

}  // namespace lockstep::checks
