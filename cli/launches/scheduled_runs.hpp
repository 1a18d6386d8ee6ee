// A launch run under several schedules, each on memory of its own. What the first leaves in memory stays; that of the
// others goes as soon as it is compared with the first's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "cli/commands.hpp"
#include "cli/launches/judged_outputs.hpp"
#include "cli/launches/launch_target.hpp"

namespace lockstep::cli {

/// What one run did and left.
struct ScheduledRun : JudgedOutputs {
  machine::Schedule schedule;
  bool ascending = false;    ///< in any other order its workgroups waited for one another for ever
  machine::Outcome outcome;  ///< with the findings that are wanted
};

/// An output that is not the same under all schedules.
struct ScheduleDifference {
  findings::Severity severity;  ///< a risk where atomics leave the order of waves open
  std::string line;
};

class ScheduledRuns {
 public:
  ScheduledRuns(LaunchTarget& target, const RunOptions& options) : target_(target), options_(options) {}

  /// False when it was interrupted. Fails where the launch asks for what can't be compared.
  tl::expected<bool, std::string> run();

  const std::vector<ScheduledRun>& all() const { return runs_; }
  const std::vector<ScheduleDifference>& differences() const { return differences_; }

 private:
  tl::expected<void, std::string> run_on(std::unique_ptr<launch::Placement>& placement,
                                         ScheduledRun& run) const;
  machine::Outcome dispatch(launch::Placement& placement, const machine::Schedule& schedule,
                            machine::Settings::Order order) const;
  ScheduleDifference difference_of(std::size_t output, const std::vector<std::string>& under,
                                   const std::string& first) const;
  std::vector<std::string> compare(const launch::Placement& placement, const ScheduledRun& run) const;
  bool leaves_order_open() const;

  LaunchTarget& target_;
  const RunOptions& options_;
  std::vector<ScheduledRun> runs_;  ///< the first on the target's memory
  std::vector<ScheduleDifference> differences_;
};

}  // namespace lockstep::cli
