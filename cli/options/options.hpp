// How the options of commands are declared: a file per family of commands, with a function for each command and a list
// of them at its end. What a command does is elsewhere (commands.hpp).
#pragma once

#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "emulator/checks/check_flags.hpp"

namespace lockstep::cli {

/// Declares a command; when it is run, `code` receives its ExitCode.
using Add = void (*)(CLI::App& app, int& code);

// A family, in the order of --help.
void add_case_commands(CLI::App& app, int& code);
void add_launch_commands(CLI::App& app, int& code);
void add_arithmetic_commands(CLI::App& app, int& code);
void add_check_commands(CLI::App& app, int& code);

// Options that several families have.
inline constexpr const char* kHtml = "write a page to look at to this file: errors, trace, coverage, cases";
inline constexpr const char* kDevice = "run on this GPU, as in hip:0 or cuda:0, instead of the emulator";
inline constexpr const char* kTimeout =
    "seconds that a kernel may take on a GPU before its process is killed (default 60)";
inline constexpr const char* kStepLimit = "stop a wave after this many instructions (default 200000000)";
inline constexpr const char* kSuppressions =
    "file of rules for accepted findings: KIND KERNEL INSTRUCTION-OR-LINE  # REASON";

/// Which findings are looked at, and how many that are alike are printed.
inline void add_finding_options(CLI::App& sub, std::vector<std::string>& rules, std::size_t& limit) {
  sub.add_option(
         "--rule", rules,
         "look only at findings of this kind (lds-race) or of this rule of wait states; may be repeated")
      ->allow_extra_args(false);
  sub.add_option("--limit", limit, "print so many findings that are alike; 0 for all (default 3)");
}

inline void add_severity_options(CLI::App& sub, checks::Policy& policy) {
  std::map<std::string, isa::WaitStateMode> modes;
  for (const auto& m : isa::kWaitStateModes) modes.emplace(m.name, m.mode);
  sub.add_option(
         "--wait-states", policy.wait_states,
         "too few wait states: enforce (work on old values), report, off, or evidence (default: enforce what "
         "the manual states and nothing contradicts, report the rest)")
      ->transform(CLI::CheckedTransformer(modes).description(""))
      ->option_text("MODE");
  std::map<std::string, findings::Severity> severities;
  for (const auto& s : findings::severities()) severities.emplace(s.name, s.severity);
  sub.add_option("--fail-on", policy.fails,
                 "the least severity of a finding that fails: note, risk, manual or wrong (default manual)")
      ->transform(CLI::CheckedTransformer(severities).description(""))
      ->option_text("SEVERITY");
}

inline void add_check_options(CLI::App& sub, checks::Policy& policy) {
  for (const checks::OptInCheck& check : checks::kOptInChecks)
    sub.add_flag(check.flag, policy.*check.enabled, check.help);
  add_severity_options(sub, policy);
}

}  // namespace lockstep::cli
