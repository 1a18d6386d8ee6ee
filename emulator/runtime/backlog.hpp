// Work that a program has asked for and nothing has waited for yet, and which of it is done next.
//
// The order is the schedule's, as far as streams, events, graphs and waits of the host leave it open:
//
//   earliest, lds-late: as issued, and at once; where other schedules are compared and work may run at the
//   same time, when
//                       the host waits for it
//   latest, vmem-late:  nothing is done before the host waits for it, and then only what it waits for, the
//   last issued first
//   random:SEED:        drawn from SEED: how much is done before anything waits for it, how fast each queue
//   goes on, and
//                       which launches run at the same time
//
// Launches that nothing orders come together where their workgroups may interleave (launches.hpp): under
// random, and under any first schedule that others are compared with. Launches that wait for what other work
// does run to no end alone: they are put back, under every schedule, and tried again when work has been done,
// and with each other. Only when nothing else is left, and the host waits, are they deadlocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <vector>

#include "emulator/machine/schedule/schedule.hpp"
#include "emulator/runtime/graph.hpp"
#include "host/random.hpp"

namespace lockstep::runtime {

/// An operation that knows of `clock`, itself included: what it is ordered behind.
struct Operation {
  /// How it was run, and put back; `in_every_way`: it will not be put back again.
  enum class Tried : std::uint8_t { no, alone, together, in_every_way };
  Work work;
  Clock clock;
  Party party;
  std::uint64_t number = 0;  ///< place among the program's calls
  Tried tried = Tried::no;
  /// Launches that had told the program something, when it asked for this, through memory of the host.
  Clock told{};
};

class Backlog {
 public:
  /// Takes the first schedule's order. `interleaves`: whether launches may come together.
  Backlog(std::span<const machine::Schedule> schedules, bool interleaves);

  /// Whether work may wait at all, if it may run at the same time as other work or not.
  bool defers(bool is_concurrent) const;
  /// Whether what comes first is done first.
  bool is_in_order() const;
  void add(Operation operation);
  /// Puts back launches that ran, or were never added. `waited`: which of them wait for other work.
  void put_back(std::span<const Operation> operations, const std::vector<bool>& waited);
  /// Work has been done: launches that waited may go on.
  void retry();
  /// Whether launches were put back, and nothing else can be done.
  bool only_waits() const;
  bool is_empty() const { return queues_.empty(); }
  /// How many may be done at once, before anything waits for them; drawn anew for each operation that is
  /// added.
  std::uint64_t turns();

  /// Whether nothing is left of what a clock knows of.
  bool has_done(const Clock& clock) const;
  /// An operation, or several launches, whose predecessors are done; none where has_done(needed).
  /// They need not be of those that are needed.
  std::vector<Operation> next(const Clock& needed);
  std::vector<Operation> next();
  /// The same before anything waits for it: nothing is tried for the last time.
  std::vector<Operation> next_early();

 private:
  using Queues = std::map<std::uint32_t, std::deque<Operation>>;
  using Operations = std::vector<const Operation*>;
  bool is_ready(const Operation& operation) const;
  std::uint64_t weight(const Operation& operation) const;
  const Operation* chosen(const Operations& ready);
  /// The launches that run at the same time as `first`, itself included.
  Operations together_with(const Operation* first, const Operations& ready);
  std::uint64_t first_that_uses_memory() const;
  Operations ready() const;
  Operations untried(const Operations& ready, const Clock* needed) const;
  std::vector<Operation> pick(const Clock* needed, bool early);
  Operation take(std::uint32_t queue);

  machine::Schedule schedule_;
  bool compares_, interleaves_;
  host::Random random_;
  std::uint64_t turns_ = 0;  ///< operations done at most for each one that is added
  std::uint64_t added_ = 0;
  Queues queues_;  ///< none is empty
};

}  // namespace lockstep::runtime
