// What `run` says of a launch, as lines and for other tools: the verdict of all schedules together, its
// findings and outputs.
#pragma once

#include <set>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cli/launches/commands.hpp"
#include "cli/launches/judged_outputs.hpp"
#include "cli/launches/scheduled_runs.hpp"
#include "cli/output/for_other_tools.hpp"
#include "emulator/findings/suppressions.hpp"
#include "properties/pages/page.hpp"

namespace lockstep::cli {

std::string schedules_of(const LaunchTarget& target);

class RunReport {
 public:
  /// `arguments`: those of `lockstep run` that say the launch again. All but these must outlive the report.
  RunReport(const LaunchTarget& target, const RunOptions& options, const findings::Suppressions& suppressions,
            const ScheduledRuns& runs, std::string arguments);

  bool stopped() const { return stopped_ != nullptr; }
  /// An ExitCode.
  int exit_code() const;
  /// What is printed: a line each.
  std::vector<std::string> lines() const;
  /// What is printed of runs that were interrupted.
  std::vector<std::string> lines_so_far() const;
  /// What was found, for other tools.
  std::vector<SarifResult> found() const;
  JunitCase test_case() const;
  pages::Page page() const;
  nlohmann::json result() const;

 private:
  /// A finding, and the first schedule under which it was made.
  struct Found {
    findings::Finding finding;
    machine::Schedule schedule;
  };
  /// One for each cause, whatever the number of schedules.
  struct Findings {
    std::vector<Found> all;
    findings::Suppressions::Counts suppressed;
  };
  static Findings findings_of(const std::vector<launch::Run>& runs,
                              const findings::Suppressions& suppressions, bool each);
  std::vector<std::string> left_open(bool outputs_are_implied) const;
  void add(const std::vector<std::string>& lines, const machine::Schedule& schedule);
  std::string line_of_output(std::size_t i) const;
  const char* verdict() const;

  const LaunchTarget& target_;
  const RunOptions& options_;
  const findings::Suppressions& suppressions_;
  const std::vector<launch::Run>& runs_;
  const std::vector<launch::Difference>& differences_;
  const std::vector<std::string> notes_;
  const JudgedOutputs& outputs_;  ///< outputs of the first run
  std::string arguments_;
  Findings found_;
  const launch::Run* stopped_;  ///< the first that did
  std::set<std::vector<std::string>> seen_;
  std::vector<std::string> lines_;  ///< what is wrong with the outputs
  std::vector<std::string> open_;   ///< what nothing says of them
};

}  // namespace lockstep::cli
