// What a launch came to, for whoever asked for it: a verdict and everything that it rests on.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "emulator/checks/policy.hpp"
#include "emulator/findings/finding.hpp"
#include "emulator/findings/finding_lines.hpp"
#include "emulator/machine/schedule/schedule.hpp"
#include "emulator/observe/coverage.hpp"
#include "emulator/runtime/report.hpp"
#include "properties/laws/evaluate.hpp"
#include "properties/pages/page.hpp"

namespace lockstep::session {

struct LaunchReport {
  std::string object, kernel;
  const matrix::Model* model = nullptr;  ///< nullptr: on a GPU, which adds as it does
  std::string gpu;                       ///< what ran it; empty: the emulator
  std::vector<machine::Schedule> schedules;
  checks::Policy policy;
  bool cancelled = false;

  /// One for each cause, whatever the schedule.
  std::vector<findings::Finding> findings;
  std::optional<findings::Finding> stop;                ///< why the kernel did not come to its end
  std::vector<runtime::Remark> remarks;                 ///< bytes that differ between schedules
  std::vector<std::string> notes;                       ///< how the launch ran, where it matters
  std::uint64_t workgroups = 0, wave_instructions = 0;  ///< those of the first schedule
  std::map<std::string, std::uint64_t> executed;        ///< mnemonic -> times a wave executed it
  observe::Coverage coverage;
  std::string trace;                        ///< what the wave executed that was asked for
  std::vector<std::string> source_folders;  ///< where a page looks for the kernel's sources

  /// "holds", "falsified", "trapped" or "inconclusive", as the command says it.
  std::string_view verdict() const;
  /// The command's lines: verdict, what stopped it, findings, the gravest first.
  std::string text(findings::Shown shown) const;
};

/// What the emulator finds and a GPU does not say, a name each.
std::span<const std::string_view> absent_on_gpus();

/// A page to look at.
pages::Page page_of(const LaunchReport& report);

/// A trace's text, cut into its instructions.
std::vector<std::string> steps_of(const std::string& trace);

}  // namespace lockstep::session
