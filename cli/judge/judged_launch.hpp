// The judgement of one launch: under several schedules, on several draws of its inputs, its outputs poisoned
// beforehand and held against a reference's, or against what the capsule says they must be.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/judge/budget.hpp"
#include "cli/judge/commands.hpp"
#include "cli/launches/launch_target.hpp"
#include "cli/launches/scheduled_runs.hpp"
#include "emulator/observe/coverage.hpp"
#include "properties/verdict/judgement.hpp"

namespace lockstep::cli {

class LaunchJudge {
 public:
  /// `reference`: a launch that computes what the candidate ought to; nullptr: what the candidate's own files
  /// say.
  LaunchJudge(const JudgeOptions& options, const Budget& budget, LaunchTarget& candidate,
              LaunchTarget* reference);

  /// What is not known of the judgement is left for the command to fill.
  verdict::Judgement judge();

 private:
  /// What was found in one draw.
  struct Failure {
    std::string kind, text, source;
  };
  struct Draw {
    std::vector<Failure> failures;
    bool cancelled = false, differs = false;
    bool was_poisoned = false;
    std::string not_run;       ///< why the candidate can't be started
    std::string lacks;         ///< what the emulator lacks for it
    std::string no_reference;  ///< why the reference says nothing
    bool unwritten = false;    ///< an output holds only what it held before
  };

  void judge_draws(std::uint64_t draws);
  Draw one(std::uint64_t draw, bool poisoned);
  std::string expect_of_reference(const LaunchFile& reference, LaunchFile& candidate, bool poisoned,
                                  Draw& result);
  void look_at(const ScheduledRuns& runs, Draw& result);
  void add_outputs(const ScheduledRuns& runs, Draw& result);
  void count_bytes(const LaunchFile& file, bool poisoned);
  bool place(LaunchTarget& target, LaunchFile file, std::string& problem) const;
  void check_variables();
  void check_fixed();
  void note_inputs();
  void check_inputs();
  void found_unread(const std::string& input);
  std::optional<bool> depends(LaunchTarget& target, const LaunchFile& file,
                              const std::vector<std::string>& inputs);

  const JudgeOptions& options_;
  const Budget& budget_;
  LaunchTarget& candidate_;
  LaunchTarget* reference_;
  LaunchFile own_, theirs_;  ///< the files as they were read
  RunOptions run_options_;
  std::vector<std::unique_ptr<machine::Allocation>>
      variables_;  ///< those of the candidate in the next launch
  bool poisoned_ = true;
  bool own_answer_ = false;  ///< what is expected is what this very code object left when it was recorded
  observe::Coverage reached_;
  verdict::Judgement judgement_;
  verdict::Evidence evidence_;
};

}  // namespace lockstep::cli
