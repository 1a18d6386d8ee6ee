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
// random, and under any first schedule that others are compared with.
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
  Work work;
  Clock clock;
  Party party;
  std::uint64_t number = 0;  ///< place among the program's calls
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

 private:
  using Queues = std::map<std::uint32_t, std::deque<Operation>>;
  using Operations = std::vector<const Operation*>;
  bool is_ready(const Operation& operation) const;
  std::uint64_t weight(const Operation& operation) const;
  const Operation* chosen(const Operations& ready);
  /// The launches that run at the same time as `first`, itself included.
  Operations together_with(const Operation* first, const Operations& ready);
  std::uint64_t first_that_uses_memory() const;
  std::vector<Operation> pick(const Clock* needed);
  Operation take(std::uint32_t queue);

  machine::Schedule schedule_;
  bool compares_, interleaves_;
  host::Random random_;
  std::uint64_t turns_ = 0;  ///< operations done at most for each one that is added
  std::uint64_t added_ = 0;
  Queues queues_;  ///< none is empty
};

}  // namespace lockstep::runtime
