// Device memory that two workgroups of a launch use, or two waves of a workgroup, one of them writing, with
// nothing between that orders them (memory_order.hpp).
//
// Workgroups run in any order and at the same time; atomics make one wait for another, and barriers a wave.
// An operation may happen at any moment from its issue to the wait that covers it. So a byte that one wave
// stores and another loads or stores is a race unless the earlier access was waited for and told of before
// the later one was issued: the same under every schedule in which waves take the same way. A store that
// was told of but not written back, or a load behind no invalidation, is wrong only where two XCDs run the
// two: a risk.
//
// Left out: atomics against atomics, loads and stores of device scope among them; and memory that kernels
// can't write. A store of what is there already is a race with other stores only: a risk with those of the
// same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "emulator/checks/findings.hpp"
#include "emulator/checks/memory_order.hpp"
#include "emulator/checks/memory_use.hpp"
#include "emulator/checks/polls.hpp"
#include "emulator/checks/raced_loads.hpp"

namespace lockstep::checks {

class MemoryRaces final : public machine::Observer {
 public:
  /// `order` is told of everything before this.
  MemoryRaces(Findings& findings, MemoryOrder& order, MemoryUse& use, RacedLoads& loads, const Polls& polls)
      : findings_(findings), order_(order), use_(use), loads_(loads), polls_(polls) {}
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;

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
  void judge(const CurrentAccess& current, std::uint64_t address, std::uint64_t bytes, MemoryUse::Cell& cell);
  bool report(const CurrentAccess& current, std::uint64_t address, std::uint64_t bytes, const Access& theirs,
              bool they_write, ReleaseId mark = 0);
  void note_load(const CurrentAccess& current, const Access& theirs, RacedLoads::Bytes bytes);
  std::string missing(const CurrentAccess& current, const Access& theirs, const Order& order) const;

  Findings& findings_;
  MemoryOrder& order_;
  MemoryUse& use_;
  RacedLoads& loads_;
  const Polls& polls_;
};

}  // namespace lockstep::checks
