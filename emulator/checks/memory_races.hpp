// Device memory that two workgroups of a launch use, or two waves of a workgroup, one of them writing, with
// nothing between that orders them.
//
// Workgroups run in any order and at the same time; only atomics make one wait for another. So a byte that
// one workgroup stores and another loads or stores is a race. Waves of a workgroup are ordered by barriers,
// too, as LdsRaces has it: an operation may happen at any moment from its issue to the wait that covers it,
// and two of different waves race when their spans of epochs meet. All such spans are seen under schedule
// `latest`; under others some are shorter.
//
// Left out: what a workgroup does once it has passed its cluster's barrier; atomics against atomics, loads
// and stores of device scope among them; what a workgroup does after it has read the result of an atomic, or
// what another stored at device scope, since it may know that the other is done; and memory that kernels
// can't write. Between workgroups a store of what is there already is left out, too; between waves it is a
// race with whoever stored it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "emulator/checks/epochs.hpp"
#include "emulator/checks/findings.hpp"
#include "emulator/checks/memory_use.hpp"

namespace lockstep::checks {

class MemoryRaces final : public machine::Observer {
 public:
  MemoryRaces(Findings& findings, const Epochs& epochs, MemoryUse& use)
      : findings_(findings), epochs_(epochs), use_(use) {}
  void workgroup_begins(const machine::Workgroup& group) override;
  void passes(const machine::Wave& wave, int barrier, std::uint64_t phase) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  using Access = MemoryUse::Access;
  /// Addresses that lanes use one behind the other.
  struct Run {
    std::uint64_t first = 0, end = 0;
  };
  /// What lanes do, as far as it is the same for all bytes of a run.
  struct CurrentAccess {
    const machine::Wave& wave;
    const machine::Pending& pending;
    Access access;
    bool writes = false;
    bool unchanged = false;  ///< a store of what is there already
  };

  /// A byte for each lane, stored one behind the other on one page.
  struct StoredBytes {
    std::uint64_t first = 0;
    std::size_t count = 0;
    std::uint64_t same = 0;  ///< bit i: byte i is there already
  };

  static std::optional<StoredBytes> bytes_in_row(const machine::Pending& pending);
  void touch_bytes(CurrentAccess& current, const StoredBytes& row);
  void touch_by_lanes(CurrentAccess& current);
  void touch(const CurrentAccess& current, Run run);
  void judge(const CurrentAccess& current, std::uint64_t address, MemoryUse::Cell& cell);
  bool between_groups(const CurrentAccess& current, const Access& theirs, bool they_write) const;
  bool between_waves(const CurrentAccess& current, const Access& theirs) const;
  void report(const CurrentAccess& current, std::uint64_t address, const Access& theirs, bool they_write);

  Findings& findings_;
  const Epochs& epochs_;
  MemoryUse& use_;
  std::uint32_t group_ = 0;  ///< the running workgroup's number
  bool informed_ = false;    ///< it has read the result of an atomic, or passed the cluster's barrier
};

}  // namespace lockstep::checks
