// Work that a program has asked for and nothing has waited for yet, and which of it is done next.
//
// Under `earliest` and `lds-late` there is none: work is done as it is issued. Under the others the order is the
// schedule's, as far as streams, events, graphs and waits of the host leave it open:
//
//   latest, vmem-late:  nothing is done before the host waits for it, and then only what it waits for, the last issued first
//   random:SEED:        drawn from SEED: how much is done before anything waits for it, and how fast each queue goes on
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>

#include "emulator/machine/schedule/schedule.hpp"
#include "emulator/runtime/graph.hpp"
#include "host/random.hpp"

namespace lockstep::runtime {

/// An operation that knows of `clock`, itself included: what it is ordered behind.
struct Operation {
  Work work;
  Clock clock;
  Party party;
  std::uint64_t number = 0;  ///< in the order of the program's calls
};

class Backlog {
 public:
  explicit Backlog(const machine::Schedule& schedule);

  /// Whether work may wait at all.
  bool defers() const;
  void add(Operation operation);
  bool is_empty() const { return queues_.empty(); }
  /// How many may be done at once, before anything waits for them; drawn anew for each operation that is added.
  std::uint64_t turns();

  /// Whether nothing is left of what a clock knows of.
  bool has_done(const Clock& clock) const;
  /// One whose predecessors are done; nothing where has_done(*needed). It need not be of those that are needed.
  std::optional<Operation> next(const Clock& needed);
  std::optional<Operation> next();

 private:
  using Queues = std::map<std::uint32_t, std::deque<Operation>>;
  bool is_ready(const Operation& operation) const;
  std::uint64_t weight(const Operation& operation) const;
  std::optional<Operation> pick(const Clock* needed);

  machine::Schedule schedule_;
  host::Random random_;
  std::uint64_t turns_ = 0;  ///< at most, for each operation
  std::uint64_t added_ = 0;
  Queues queues_;  ///< none is empty
};

}  // namespace lockstep::runtime
