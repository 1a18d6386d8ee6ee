// Who judges the LDS of a cluster's other workgroups: a copy that names them may change theirs, too.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "emulator/checks/findings.hpp"
#include "emulator/checks/last_accesses.hpp"
#include "emulator/checks/lds_history.hpp"
#include "emulator/checks/lds_in_flight.hpp"
#include "emulator/checks/raced_loads.hpp"
#include "emulator/checks/races_of_workgroup.hpp"
#include "emulator/machine/waves/multicast_request.hpp"

namespace lockstep::machine {

struct Cluster;

}  // namespace lockstep::machine

namespace lockstep::checks {

class LdsOrder;

/// The judges of a cluster's workgroups, by rank; a cluster runs on one thread.
using Peers = std::vector<LdsOrder*>;

/// The clusters of a dispatch, on all of its threads.
class ClusterPeers {
 public:
  Peers& of(const machine::Cluster& cluster) {
    const std::scoped_lock lock(mutex_);
    return peers_[&cluster];
  }

 private:
  std::mutex mutex_;
  std::map<const machine::Cluster*, Peers> peers_;
};

/// LDS accesses of two waves of a workgroup that nothing orders, at least one of them a write: on gfx1250,
/// and of programs whose waves may tell each other something through LDS (Messages).
///
/// What orders waves of gfx1250 are barriers in two, which waves of a part of the workgroup may have for
/// themselves, and barriers in LDS. So each wave has a clock, which counts what it has told others, and knows
/// of each other wave up to where it was told: an access is over for whoever knows that wave's clock from
/// then on. An access is over once a wait has covered it, or an arrival at a barrier in LDS that follows it.
///
/// A copy that a mask shares with other workgroups of the cluster brings its bytes to their LDS, too, at any
/// time from its issue on, until they have asked for the same themselves. A read there must be over by then,
/// which only the cluster's barrier tells. Sources: CDNA5 ISA, 10.7, as public repositories quote it:
/// completion is told to the wave that asks, others need a barrier. FlyDSL and aiter do without where the
/// workgroups of a mask follow each other (rocm-aiter, moe_a8w4_mxscale of gfx1250), and have it at each turn
/// of the ring where they do not: there it is `manual`, else a note.
///
/// What a wave does with its own copies before a wait for them is for RegisterWaits. The last accesses of a
/// place tell that there is a race; LdsHistory which operations do, and whether it changes anything.
class LdsOrder final : public LdsJudge {
 public:
  LdsOrder(Findings& findings, ClusterPeers& clusters, RacedLoads& loads)
      : findings_(findings), races_(findings, loads), clusters_(clusters) {}
  void workgroup_begins(const machine::Workgroup& group);
  void workgroup_ends() { races_.hand_on(); }
  void signals(const machine::Wave& wave, int barrier, std::uint64_t phase);
  void passes(const machine::Wave& wave, int barrier, std::uint64_t phase);
  void arrives(const machine::Wave& wave, std::uint32_t lds_address, bool last);
  /// All waves of a workgroup pass a barrier, of archs that don't split it in two.
  void barrier(const machine::Workgroup& group);
  void issues(const machine::Wave& wave, const machine::Pending& pending);
  void performs(const machine::Wave& wave, const machine::Pending& pending);
  void begins(LdsOperation& operation) override;
  std::uint32_t covered_at(const LdsOperation& operation) override { return clocks_[operation.wave]; }
  void judge(const LdsOperation& operation) override;
  bool is_over(const LdsOperation& before, const LdsOperation& operation) const override {
    return known_[operation.known][before.wave] >= before.last;
  }
  bool is_meant(const LdsOperation& a, const LdsOperation& b, std::uint32_t dword) const override;

  /// [wave] up to where it is known; behind them, how often the cluster's barrier was passed.
  using Clocks = std::vector<std::uint32_t>;
  /// All that the wave knows, and what it has done itself; what it does from now on is of a later clock.
  Clocks told_by(const machine::Wave& wave);
  void learn(const machine::Wave& wave, const Clocks& clocks);
  static void join(Clocks& into, const Clocks& from);

 private:
  /// A barrier in LDS.
  struct LdsBarrier {
    Clocks gathered, told;
  };
  struct CurrentAccess {
    const LdsOperation& operation;
    const Clocks& known;  ///< what its wave knew when it was issued
    LdsAccess mine;
    LdsAccessNumber number = 0;  ///< the number of `mine`; 0: it has none yet
    KnownNumbers over{};         ///< numbers of accesses that are over for this one
    bool races = false;
  };

  /// A copy of another workgroup that names this one, which has yet to ask for the same.
  struct Foreign {
    machine::SharedCopy request;
    const machine::PreparedInstruction* prepared = nullptr;
    std::uint32_t workgroup = 0;                                 ///< rank of the workgroup that copies
    std::vector<std::pair<std::uint32_t, std::uint32_t>> bytes;  ///< [first, end)
  };

  void tell_peers(const machine::Wave& wave, const machine::Pending& copy);
  void may_change(const machine::Wave& wave, const machine::Pending& copy,
                  const machine::SharedCopy& request);
  void report_foreign(const machine::Wave& wave, const machine::Pending& copy,
                      const machine::SharedCopy& request, std::uint32_t dword, const LdsAccess& read);
  bool has_asked(const machine::SharedCopy& request) const;
  void meet_foreign(const LdsOperation& read);
  std::uint32_t& clock(const machine::Wave& wave);
  static bool is_over(const CurrentAccess& current, const LdsAccess& theirs);
  LdsAccessNumber number_of(CurrentAccess& current);
  void forget_accesses();
  auto over_for(CurrentAccess& current) const;
  bool has_barrier(std::uint32_t first, std::uint32_t end) const;
  bool pass(CurrentAccess& current, std::uint32_t address, std::uint32_t bytes);
  bool pass_lanes(CurrentAccess& current);
  void touch_copy(CurrentAccess& current);
  void touch_lanes(CurrentAccess& current, int element);
  void touch(CurrentAccess& current, std::uint32_t address, std::uint32_t bytes);
  template <typename Place>
  void judge_place(CurrentAccess& current, Place place);
  void meet(CurrentAccess& current, std::uint32_t dword, LdsAccessNumber number) const;
  template <typename A, typename B>
  bool is_told(const A& a, const B& b, std::uint32_t dword) const;
  void report(const LdsHistory::Meeting& meeting);
  bool is_known_to_all(const LdsOperation& operation) const;
  void learn_at_barriers(const machine::Wave& wave, const machine::Pending& pending);

  Findings& findings_;
  RacesOfWorkgroup races_;
  ClusterPeers& clusters_;
  const machine::Workgroup* group_ = nullptr;
  Peers* peers_ = nullptr;  ///< nullptr: the kernel has no clusters
  /// [how often its barrier was complete before]: what the cluster was told by then
  std::vector<Clocks> told_cluster_;
  std::vector<Foreign> foreign_;
  std::size_t waves_ = 0;
  std::size_t dwords_ = 0;                                    ///< size of LDS
  std::vector<std::uint32_t> clocks_;                         ///< [wave]
  std::vector<Clocks> known_;                                 ///< what waves knew, once learnt
  std::vector<std::uint32_t> now_;                            ///< [wave] -> known_
  std::map<std::pair<int, std::uint64_t>, Clocks> barriers_;  ///< [number, phase of a barrier]
  std::map<std::uint32_t, LdsBarrier> in_lds_;                ///< [address]
  std::map<std::uint32_t, std::uint64_t> waited_at_;          ///< [dword] waves that wait by it
  std::vector<LdsAccess> accesses_;                           ///< [number of the access]
  std::size_t most_accesses_ = 0;      ///< before those that are nobody's last are forgotten
  LastAccesses writes_;                ///< but for atomics; empty before the first access
  std::vector<LastAccesses> reads_;    ///< [wave]
  std::vector<LastAccesses> atomics_;  ///< [wave]; empty before its first
  LdsHistory history_{*this};
  bool any_races_ = false;  ///< in this workgroup
  /// [wave] what it knew when it issued operations that are not over, and how many of them
  std::vector<std::deque<std::pair<std::uint32_t, int>>> under_way_;
};

}  // namespace lockstep::checks
