// What orders the accesses of two waves to device memory, as the waits, barriers, atomics and cache
// operations of their instructions say; when the machine moves bytes plays no part.
//
// A wave tells others what it has done *and waited for*: at a barrier its workgroup, by an atomic or a
// store of device scope whoever reads that later and waits for what it read, in its workgroup through LDS,
// too (Messages). That the atomic itself is over it tells only who read its location. Nothing else tells
// anything, a wave's end neither. A workgroup on another XCD sees a store only once it has left the writer's
// L2, and may hold an older line itself: the store reaches the device by itself (sc1, scope:SCOPE_DEV) or is
// written back before the release, and the load does so, too, or comes behind an invalidation. Sources: LLVM
// AMDGPUUsage, memory models of gfx942 (for gfx950, too) and gfx12: release at agent scope is buffer_wbl2 sc1
// or global_wb scope:SCOPE_DEV and a wait for all that is outstanding, acquire a wait and buffer_inv sc1 or
// global_inv scope:SCOPE_DEV.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "emulator/checks/memory_use.hpp"
#include "emulator/checks/register_waits.hpp"

namespace lockstep::checks {

/// How an earlier access stands to one that comes later.
struct Order {
  bool over = false;        ///< the earlier one is over for the later one
  bool told_early = false;  ///< not over: something that orders waves lies between, but came before its wait
  bool met = false;         ///< told early by a barrier
  bool in_turn = false;  ///< told early by a barrier, behind which the workgroup's one path to memory goes on
  bool left = true;      ///< its bytes have left the caches of the earlier one's workgroup
  bool fresh = true;     ///< the later one does not find an older line in its caches

  bool holds() const { return over && left && fresh; }
};

/// How memory accesses are ordered of the workgroups that run, one after the other or at once, on one thread.
class MemoryOrder {
 public:
  /// `waits` is told of everything before this.
  MemoryOrder(RegisterWaits& waits, MemoryUse& use) : waits_(waits), use_(use) {}
  void workgroup_begins(const machine::Workgroup& group);
  /// The running workgroup's number.
  std::uint32_t group() const { return group_; }

  void barrier(const machine::Workgroup& group);
  void signals(const machine::Wave& wave, int barrier, std::uint64_t phase);
  void passes(const machine::Wave& wave, int barrier, std::uint64_t phase);
  void issues(const machine::Wave& wave, const machine::Pending& pending);

  /// All that the wave knows, and how far it has come itself.
  Knowledge tells(const machine::Wave& wave);
  void learn(const machine::Wave& wave, const Knowledge& told);
  void join(Knowledge& all, const Knowledge& other);

  /// Under the lock of `use`: what the operation tells whoever reads what it stores.
  ReleaseId told_by(const machine::Wave& wave, const machine::Pending& pending);
  /// Under the lock of `use`: the operation read what this was told by.
  void reads(const machine::Wave& wave, const machine::Pending& pending, ReleaseId told);
  /// Under the lock of `use`: the wave's atomic returned what a location held, which tells the wave nothing
  /// new since then.
  void leaves(const machine::Wave& wave, ReleaseId told) { state(wave).last_told = told; }
  /// Under the lock of `use`: `theirs` is of another wave, and was performed before. `mark`: an atomic's.
  Order order(const MemoryUse::Access& theirs, bool they_write, ReleaseId mark, const machine::Wave& wave,
              const machine::Pending& mine, bool mine_writes);

 private:
  using Shared = std::shared_ptr<const Knowledge>;
  /// An operation on its way that will tell its wave something.
  struct Awaited {
    isa::Counter counter;
    std::uint32_t number;
    ReleaseId acquires = 0;
    Shared writes_back{};  ///< what its wave knew at its issue; nullptr: it is no write-back
  };
  /// What a wave knew, and how far it had come, when it issued operations.
  struct Moment {
    std::uint32_t first = 0;  ///< Pending::number of the first of them
    Shared known;
    WaveProgress own;
    ReleaseId release = 0;  ///< 0: not told to anybody yet
  };
  struct WaveState {
    Shared known;
    std::vector<Awaited> awaited{};
    std::vector<Moment> moments{};
    ReleaseId last_told = 0;  ///< by the location that it read last: polling tells it the same again
  };

  WaveState& state(const machine::Wave& wave) { return states_[std::size_t(wave.id)]; }
  Moment& moment(const machine::Wave& wave, const machine::Pending& pending);
  WaveProgress progress(const machine::Wave& wave);
  void take_over(const machine::Wave& wave);
  Knowledge tells_at_barrier(const machine::Wave& wave);

  RegisterWaits& waits_;
  MemoryUse& use_;
  std::uint32_t group_ = 0;
  std::vector<WaveState> states_;                                ///< [wave]
  std::map<std::pair<int, std::uint64_t>, Knowledge> barriers_;  ///< [number, phase of a split barrier]
};

}  // namespace lockstep::checks
