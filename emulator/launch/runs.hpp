// Launches under one schedule or several, each time on memory as it was before: what each run came to, and
// where one left something else than the first.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "emulator/findings/severity.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"

namespace lockstep::launch {

/// What came of one schedule.
struct Run {
  machine::Schedule schedule;
  std::vector<machine::Outcome> outcomes;  ///< an outcome for each launch; mostly there is one
  bool ascending = false;  ///< in the schedule's order workgroups waited for one another for ever

  const machine::Outcome& outcome() const { return outcomes.front(); }
  /// Why the first launch that stopped did; nullptr: none did.
  const findings::Finding* stop() const;
  bool is_cancelled() const;
  /// What a user is to know of how it ran; mostly empty.
  std::string note() const;
};

/// Runs in the order that the schedule chooses for workgroups. A launch that gets stuck then may be one whose
/// workgroups wait for those before them, as hardware dispatches them: it runs once more, in ascending order.
Run run_under(const machine::Schedule& schedule,
              const std::function<std::vector<machine::Outcome>(machine::Settings::Order)>& run);

/// Bytes of an output, or of an allocation, that are others than after the first run.
struct ByteDifference {
  std::size_t number = 0;  ///< tells apart what is compared
  std::string name;
  std::uint64_t bytes = 0, of = 0;  ///< bytes that differ, of all that there are
  std::uint64_t offset = 0;         ///< offset of the first byte that differs
  std::uint8_t first = 0, other = 0;
};

/// What is not the same under all schedules.
struct Difference {
  findings::Severity severity;  ///< a risk where atomics leave the order of waves open, or of a clock
  std::string text;
  bool of_clock = false;  ///< it may be what a clock says
};

/// The launches, and the memory that they run on.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual const machine::LoadedCode& code(std::size_t launch) const = 0;
  /// Run `n`, on memory as it was before all of them. Runs from the second on may be under way at the same
  /// time.
  virtual std::vector<machine::Outcome> run(std::size_t n, const machine::Schedule& schedule,
                                            machine::Settings::Order order) = 0;
  /// Run `n` has ended: what it left that the first did not. Called of the first, too, and then before any
  /// other.
  virtual std::vector<ByteDifference> ended(std::size_t n, const Run& run) = 0;
};

struct Runs {
  std::vector<Run> all;  ///< in the order of the schedules
  std::vector<Difference> differences;

  bool is_cancelled() const;
  /// The first that did not come to its end; nullptr: all did.
  const Run* stopped() const;
  /// The findings of all runs.
  std::vector<std::string> notes() const;
};

/// The first run alone, then so many `at_once`. `to_the_end`: else no run begins behind one that stopped.
Runs run_under(std::span<const machine::Schedule> schedules, Subject& subject, int at_once, bool to_the_end);

}  // namespace lockstep::launch
