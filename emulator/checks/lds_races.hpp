// LDS accesses of two waves of a workgroup that no barrier orders, at least one of them a write. Where LDS
// itself may order them, LdsOrder judges in place of this.
//
// An operation may touch LDS at any moment from its issue to the wait that covers it; barriers number the
// epochs of a workgroup. Two operations of different waves race when their spans of epochs meet. Loads to LDS
// (LDS-DMA) are writes whose span ends at the wait on vmcnt. The spans follow from the instructions of each
// wave, so that every schedule of the same control flow has the same races.
//
// A store of what a reader finds without it is no race, nor are two stores of the same: whoever comes first,
// the bytes are the same. A load to LDS that brings such bytes is a risk, as it leaves them undefined on its
// way.
//
// Which waves use a block of LDS in which epochs is enough to see that most operations meet nobody. When one
// may meet another it is looked at by small blocks and which bytes of these were used, and only when they may
// meet there, too, is it compared with all that each other instruction used, byte by byte.
#pragma once

#include <deque>
#include <utility>
#include <vector>

#include "emulator/checks/lds_history.hpp"
#include "emulator/checks/lds_in_flight.hpp"
#include "emulator/checks/races_of_workgroup.hpp"
#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/pending.hpp"

namespace lockstep::checks {

// Numbers the stretches of a workgroup between barriers, and stamps each memory operation with the one in
// which it was issued.

/// Before everyone who asks it. Numbers go on from one workgroup to the next.
class Epochs final : public machine::Observer {
 public:
  std::uint32_t now() const { return now_; }
  void workgroup_begins(const machine::Workgroup&) override { ++now_; }
  void barrier(const machine::Workgroup&) override { ++now_; }
  void issues(machine::Wave&, machine::Pending& pending) override { pending.stamp = now_; }

 private:
  std::uint32_t now_ = 0;
};

class LdsRaces final : public LdsJudge {
 public:
  static constexpr std::uint32_t kLarge = 1024, kSmall = 64;  ///< bytes of a block

  LdsRaces(Findings& findings, const Epochs& epochs, RacedLoads& loads)
      : races_(findings, loads), epochs_(epochs) {}
  void workgroup_begins(const machine::Workgroup& group);
  void workgroup_ends() { races_.hand_on(); }
  /// A new epoch has begun.
  void barrier();
  void begins(LdsOperation& operation) override;
  std::uint32_t covered_at(const LdsOperation&) override { return epochs_.now(); }
  void judge(const LdsOperation& operation) override;
  bool is_over(const LdsOperation& before, const LdsOperation& operation) const override {
    return before.last < operation.first;
  }
  bool is_meant(const LdsOperation& a, const LdsOperation& b, std::uint32_t) const override {
    return a.atomic && b.atomic;
  }

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

  void ends(const LdsOperation& operation);
  std::uint32_t horizon() const;
  static bool use(Block& block, std::uint64_t bytes, const LdsOperation& operation, std::uint32_t horizon);
  bool may_meet_in_large(const LdsOperation& operation);
  bool may_meet_in_small(const LdsOperation& operation);
  bool may_meet(const LdsOperation& operation);
  void bring_to_small();
  void report(const LdsHistory::Meeting& meeting);

  RacesOfWorkgroup races_;
  const Epochs& epochs_;
  const machine::Workgroup* group_ = nullptr;
  std::vector<Block> large_, small_;
  std::size_t in_small_ = 0;  ///< how many of those that history_ only keeps are in small_
  /// Operations that are not over, by the epoch of their issue.
  std::deque<std::pair<std::uint32_t, int>> under_way_;
  LdsHistory history_{*this};
};

}  // namespace lockstep::checks
