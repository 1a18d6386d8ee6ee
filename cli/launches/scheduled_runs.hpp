// The runs of a launch under the schedules that are asked for, and what each left in its outputs.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <tl/expected.hpp>

#include "cli/launches/commands.hpp"
#include "cli/launches/judged_outputs.hpp"
#include "cli/launches/launch_target.hpp"
#include "emulator/launch/host_calls.hpp"
#include "emulator/launch/runs.hpp"

namespace lockstep::cli {

/// The bytes of an output as they are in memory.
std::vector<std::uint8_t> bytes_of(const launch::Placement& placement, const launch::Description& description,
                                   const launch::Output& output);

class ScheduledRuns final : launch::Subject {
 public:
  /// `cancel`: ends the runs.
  ScheduledRuns(LaunchTarget& target, const RunOptions& options, const std::atomic<bool>& cancel)
      : target_(target), options_(options), cancel_(cancel) {}

  /// Runs every schedule. False: it was interrupted. Fails where the launch asks for what can't be compared.
  tl::expected<bool, std::string> run();

  const launch::Runs& runs() const { return runs_; }
  /// [run]; without results where it stopped. What the first run left is in the target's memory.
  const std::vector<JudgedOutputs>& outputs() const { return outputs_; }
  /// Whether they are the buffers that the launch changed, since it names none.
  bool outputs_are_implied() const { return outputs_are_implied_; }

 private:
  const machine::LoadedCode& code(std::size_t) const override { return *target_.code; }
  std::vector<machine::Outcome> run(std::size_t n, const machine::Schedule& schedule,
                                    machine::Settings::Order order) override;
  std::vector<launch::ByteDifference> ended(std::size_t n, const launch::Run& run) override;
  /// Who wrote a byte of a buffer last, and, if it is undefined, from what, by one or two runs more.
  std::string origin_of(const launch::Run& run, const std::string& buffer, std::uint64_t offset,
                        bool undefined) const;
  /// The first run's changes are the outputs of a launch that names none.
  void name_outputs();
  void tell_host_calls(bool stopped) const;

  LaunchTarget& target_;
  const RunOptions& options_;
  const std::atomic<bool>& cancel_;
  std::vector<std::unique_ptr<launch::Placement>> placements_;  ///< [run]; the first one's is the target's
  std::vector<JudgedOutputs> outputs_;
  bool outputs_are_implied_ = false;
  launch::HostCalls host_calls_;  ///< what the first run asked of the host
  launch::Runs runs_;
  /// Origins of wrong bytes, by buffer, byte and whether it is undefined, in the first run; other runs mostly
  /// have the same.
  std::map<std::tuple<std::string, std::uint64_t, bool>, std::string> origins_;
};

}  // namespace lockstep::cli
