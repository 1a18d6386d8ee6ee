// Device memory that two workgroups of a launch use, one of them writing, with nothing between that orders
// them.
//
// Workgroups run in any order and at the same time; only atomics make one wait for another. So a byte that
// one workgroup stores and another loads or stores is a race. Left out: atomics against atomics; a store of
// what is there already; and a workgroup that has read the result of an atomic, since it may know that the
// other is done. Memory that kernels can't write is not looked at.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "emulator/machine/memory.hpp"
#include "emulator/machine/observer.hpp"
#include "findings.hpp"

namespace lockstep::checks {

/// Who used which bytes of memory last: what the observers of all threads of a launch share.
class MemoryUse {
 public:
  /// Numbers workgroups as they begin, from 1.
  std::uint32_t next_workgroup();

  static constexpr std::uint64_t kPageBytes = 4096;
  /// Workgroups by number; 0: nobody.
  struct Byte {
    std::uint32_t writer = 0, reader = 0;
  };
  struct Page {
    std::array<Byte, kPageBytes> bytes;
    std::array<std::uint32_t, kPageBytes / 4> writing, reading;  ///< instructions, by dword
    std::array<bool, kPageBytes / 4> atomic;                     ///< the last write was
  };
  /// To be called, and the page used, under lock().
  Page& page(std::uint64_t address);
  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }

 private:
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::uint64_t last_number_ = 0;
  Page* last_ = nullptr;
  std::uint32_t workgroups_ = 0;
};

class MemoryRaces final : public machine::Observer {
 public:
  MemoryRaces(Findings& findings, MemoryUse& use) : findings_(findings), use_(use) {}
  void workgroup_begins(const machine::Workgroup& group) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  void touch(const machine::Wave& wave, const machine::Pending& pending, int lane, std::uint64_t address,
             bool writes);

  Findings& findings_;
  MemoryUse& use_;
  std::uint32_t group_ = 0;  ///< the running workgroup's number
  bool informed_ = false;    ///< it has read the result of an atomic
};

}  // namespace lockstep::checks
