// LDS accesses of two waves of a workgroup that no barrier orders, at least one of them a write.
//
// An operation may touch LDS at any moment from its issue to the wait that covers it; barriers number the
// epochs of a workgroup. Two operations of different waves race when their spans of epochs meet. Loads to LDS
// (LDS-DMA) are writes whose span ends at the wait on vmcnt. What the spans are depends on when the machine
// retires operations: under schedule `latest` that is the last legal moment, so that every race of the run is
// seen; under the others some spans are shorter, and nothing is reported that `latest` would not.
//
// A store of what is there already is not reported: whoever comes first, the bytes are the same. A load to
// LDS that brings such bytes is a risk, as it leaves them undefined on its way.
//
// Which waves use a block of LDS in which epochs is enough to see that most operations meet nobody. They are
// kept as they are; when one may meet another they are looked at by small blocks and which bytes of these
// were used, and only when they may meet there, too, are they all noted byte by byte, in their order.
#pragma once

#include <deque>
#include <utility>

#include "emulator/checks/epochs.hpp"
#include "emulator/checks/findings.hpp"
#include "emulator/checks/lds_use.hpp"

namespace lockstep::checks {

class LdsRaces final : public machine::Observer {
 public:
  static constexpr std::uint32_t kLarge = 1024, kSmall = 64;  ///< bytes of a block

  LdsRaces(Findings& findings, const Epochs& epochs) : findings_(findings), epochs_(epochs) {}
  void workgroup_begins(const machine::Workgroup& group) override;
  void barrier(const machine::Workgroup& group) override;
  void issues(machine::Wave& wave, machine::Pending& pending) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  /// The last epoch in which a wave used a block, and the last in which any other did; of a small block with
  /// the bytes, one bit each: all of those epochs that an operation under way can meet, or more.
  struct Users {
    std::uint64_t bytes = 0, others_bytes = 0;
    std::uint32_t last = 0, others = 0;
    std::uint8_t wave = 0;

    bool others_since(std::uint32_t epoch, std::uint8_t than, std::uint64_t of) const {
      return (wave != than && last >= epoch && (bytes & of) != 0) ||
             (others >= epoch && (others_bytes & of) != 0);
    }
    void add(std::uint32_t epoch, std::uint8_t user, std::uint64_t of, std::uint32_t horizon) {
      if (user != wave) {
        others_bytes = bytes | (others >= horizon ? others_bytes : 0);
        others = last;
      }
      bytes = of | (user == wave && last >= horizon ? bytes : 0);
      wave = user;
      last = epoch;
    }
  };
  struct Block {
    Users read, write;
  };

  void note_last(const machine::Wave& wave, const machine::Pending& pending);
  std::uint32_t horizon() const;
  static bool use(Block& block, std::uint64_t bytes, const LdsOperation& operation, std::uint32_t horizon);
  bool may_meet_in_large(const LdsOperation& operation);
  bool may_meet_in_small(const LdsOperation& operation);
  void report(const machine::Wave& wave, const machine::Pending& pending, const LdsOperation& mine,
              const LdsUse::Meeting& meeting);

  Findings& findings_;
  const Epochs& epochs_;
  std::vector<Block> large_, small_;
  std::vector<LdsOperation> kept_;  ///< operations from oldest_ on, in order; not in use_ yet
  std::size_t oldest_ = 0;
  std::size_t in_small_ = 0;  ///< how many operations before this one are in small_
  /// Operations that have not retired, by the epoch of their issue.
  std::deque<std::pair<std::uint32_t, int>> under_way_;
  LdsUse use_;
};

}  // namespace lockstep::checks
