// The checks that observe a dispatch, together.
#pragma once

#include <memory>
#include <vector>

#include "emulator/checks/lds_in_flight.hpp"
#include "emulator/checks/lds_order.hpp"
#include "emulator/checks/lds_races.hpp"
#include "emulator/checks/memory_accesses.hpp"
#include "emulator/checks/memory_races.hpp"
#include "emulator/checks/memory_use.hpp"
#include "emulator/checks/messages.hpp"
#include "emulator/checks/policy.hpp"
#include "emulator/checks/register_waits.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"

namespace lockstep::checks {

/// One dispatch's worth: what it remembers of memory is of that launch only. Each check is told of what it
/// has functions for, by name: these calls are a good part of what a memory operation costs.
class Sanitizers final : public machine::Observer {
 public:
  /// Observes a dispatch of `code`, which must outlive it; `also` is told of everything too. `arguments`:
  /// the segment of the kernel's arguments, of which the check of regions says nothing. `before`: keeps
  /// what the dispatch overwrites; may be nullptr.
  Sanitizers(const machine::LoadedCode& code, machine::Observer* also, const Policy& policy = {},
             const machine::Allocation* arguments = nullptr, MemoryBefore* before = nullptr);
  /// Observes a dispatch whose workgroups run on several threads that must not show: WorkgroupsShareMemory
  /// is thrown where they would.
  Sanitizers(const machine::LoadedCode& code, const Policy& policy, const machine::Allocation* arguments,
             SharedUse& sharing, MemoryBefore& before);

  /// The loads that race.
  const RacedLoads& raced_loads() const { return *raced_loads_; }
  /// Whether waves used each other's bytes of memory, so that something has to order them.
  bool shares_memory() const { return use_->is_shared(); }
  /// Whether an atomic told workgroups apart: what each of them does depends on when it comes.
  bool deals_by_atomics() const { return use_->is_dealt(); }
  /// What all threads found; to be asked once the dispatch is over.
  std::vector<findings::Finding> findings() const;

  /// No observer while somebody else watches who knows one thread only.
  Observer* of_thread() override;

  bool finished() const override { return also_ != nullptr && also_->finished(); }
  machine::Interest interest(const machine::Wave& wave) override;
  void workgroup_begins(const machine::Workgroup& group) override;
  void workgroup_ends(const machine::Workgroup& group) override;
  void barrier(const machine::Workgroup& group) override;
  void signals(const machine::Wave& wave, int barrier, std::uint64_t phase) override;
  void passes(const machine::Wave& wave, int barrier, std::uint64_t phase) override;
  void arrives(const machine::Wave& wave, std::uint32_t lds_address, bool last) override;
  std::uint32_t executes(machine::Wave& wave, const machine::PreparedInstruction& prepared) override;
  bool executed(machine::Wave& wave, const machine::PreparedInstruction& prepared,
                machine::Step step) override;
  void issues(machine::Wave& wave, machine::Pending& pending) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;
  /// Regions looks at what is undefined, and no other check at anything.
  bool reads_loaded() const override { return also_ != nullptr && also_->reads_loaded(); }

 private:
  Sanitizers(const machine::LoadedCode& code, machine::Observer* also, const Policy& policy,
             const machine::Allocation* arguments, MemoryBefore* before, SharedUse* sharing,
             std::shared_ptr<MemoryUse> use, std::shared_ptr<ClusterPeers> clusters,
             std::shared_ptr<RacedLoads> raced_loads);

  const machine::LoadedCode& code_;
  machine::Observer* const also_;  ///< nullptr: nobody else watches
  /// What `also_` wants of the wave whose turn it is.
  machine::Interest also_wants_ = machine::Interest::nothing;
  const Policy policy_;
  const machine::Allocation* const arguments_;
  const std::shared_ptr<MemoryUse> use_;           ///< shared by all threads
  const std::shared_ptr<ClusterPeers> clusters_;   ///< shared by all threads
  const std::shared_ptr<RacedLoads> raced_loads_;  ///< shared by all threads
  MemoryBefore* const before_;                     ///< nullptr: nobody asks
  SharedUse* const shared_use_;                    ///< nullptr: nobody asks
  Sharing sharing_;
  Findings findings_;
  Epochs epochs_;
  Alignment alignment_{findings_};
  const Polls& polls_;
  LdsInFlight in_flight_{polls_};
  LdsRaces lds_{findings_, epochs_, *raced_loads_};
  LdsOrder order_{findings_, *clusters_, *raced_loads_};
  const machine::Pending* moving_ = nullptr;  ///< the operation that moves its bytes
  bool split_barriers_ = false;
  bool by_order_ = false;  ///< order_ judges LDS, else lds_
  RegisterWaits waits_;
  MemoryOrder memory_order_;
  Messages messages_{polls_, waits_, order_, memory_order_};
  MemoryRaces memory_;
  Regions regions_;
  Clamped clamped_{findings_};
  SlackAccesses slack_{findings_, policy_.slacks};
  Untouched untouched_{findings_};
  std::vector<std::unique_ptr<Sanitizers>> others_;  ///< observers of the other threads
};

}  // namespace lockstep::checks
