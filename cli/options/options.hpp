// How the options of commands are declared: a file per family of commands, with a function for each command
// and a list of them at its end. What a command does is in the folder of its family.
#pragma once

#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "emulator/checks/policy.hpp"
#include "emulator/findings/finding_lines.hpp"
#include "host/number.hpp"

namespace lockstep::cli {

/// Declares a command; when it is run, `code` receives its ExitCode.
using Add = void (*)(CLI::App& app, int& code);

void add_fuzz(CLI::App& app, int& code);

// A family, in the order of --help.
void add_case_commands(CLI::App& app, int& code);
void add_launch_commands(CLI::App& app, int& code);
void add_arithmetic_commands(CLI::App& app, int& code);
void add_inspection_commands(CLI::App& app, int& code);

template <typename Options>
struct Declared {
  CLI::App* sub;
  Options& options;  ///< what the command line is read into
};

/// A command of `app`, which `run` carries out with the options that were read.
template <typename Options>
Declared<Options> command(CLI::App& app, int& code, const char* name, const char* help,
                          int (*run)(const Options&)) {
  const auto options = std::make_shared<Options>();
  CLI::App* const sub = app.add_subcommand(name, help);
  sub->callback([options, run, &code] { code = run(*options); });
  return {sub, *options};
}

/// A command whose first argument names one of these.
inline void add_group(CLI::App& app, int& code, const char* name, const char* help,
                      std::initializer_list<Add> commands) {
  CLI::App* const group = app.add_subcommand(name, help);
  group->require_subcommand(1);
  for (const Add add : commands) add(*group, code);
}

// Options that several families have.
inline constexpr const char* kHtml = "write a page to look at to this file: errors, trace, coverage, cases";
inline constexpr const char* kSarif = "write the findings to this file as SARIF 2.1.0";
inline constexpr const char* kSelfTest =
    "run selftest first, and nothing else where it fails; --json has its record";
inline constexpr const char* kDevice = "run on this GPU, as in hip:0 or cuda:0, instead of the emulator";
inline constexpr const char* kTimeout =
    "seconds that a kernel may take on a GPU before its process is killed (default 60)";
inline constexpr const char* kStepLimit = "stop a wave after this many instructions (default 200000000)";
inline constexpr const char* kRunsPerProcessHelp =
    "runs of launches that a process does on a GPU before another takes its place (default 1000)";
inline constexpr const char* kJudges =
    "report what this tolerance of another project says, beside the laws; a name, or all; may be repeated";
inline constexpr const char* kTime = "time limit, as in 60s, 5m or 1h";
inline constexpr const char* kSeed = "seed of the cases (default: random; always printed)";
inline constexpr const char* kJobs = "threads (default: one per processor)";
inline constexpr const char* kModels = "use only this matrix model; may be repeated";
inline constexpr const char* kNoWideOffsets = "draw no tensors of 2 GiB or more";
inline constexpr const char* kSuppressions =
    "file of rules for accepted findings: KIND KERNEL INSTRUCTION-OR-LINE  # REASON";

inline constexpr const char* kKeys =
    "The keys of a case line, their values and defaults: lockstep list keys [KERNEL]";

/// What stands behind the options of a command that takes case lines.
inline std::string with_keys(const std::string& examples) {
  return fmt::format("Examples:\n  {}\n\n{}", examples, kKeys);
}

/// A whole number, refused in a sentence: a count would take -1 for the largest there is.
inline CLI::Validator at_least(const std::string& what, std::int64_t least) {
  return CLI::Validator(
      [=](const std::string& text) {
        const auto number = host::parse_number<std::int64_t>(text);
        if (number && *number >= least) return std::string();
        return fmt::format("'{}' is not {} from {} on", text, what, least);
      },
      "");
}

inline void in_units_of_time(CLI::Option& seconds) {
  seconds
      .transform(CLI::AsNumberWithUnit(std::map<std::string, double>{{"s", 1}, {"m", 60}, {"h", 3600}},
                                       CLI::AsNumberWithUnit::CASE_SENSITIVE))
      ->check([](const std::string& text) {
        return std::stod(text) > 0 ? std::string() : "must be longer than 0, as in 60s, 5m or 1h";
      });
}

inline void from_environment(CLI::Option& seed) {
  seed.envname("LOCKSTEP_SEED");
}

inline void add_notes_option(CLI::App& sub, findings::Shown& shown) {
  sub.add_flag("--notes", shown.notes, "print findings of severity note, too, instead of their number");
}

/// Options that say which findings count, and which of these are printed.
inline void add_finding_options(CLI::App& sub, std::vector<std::string>& rules, findings::Shown& shown) {
  sub.add_option(
         "--rule", rules,
         "look only at findings of this kind (lds-race) or of this rule of wait states; may be repeated")
      ->allow_extra_args(false);
  sub.add_option("--limit", shown.limit,
                 "print so many findings that are alike; 0 for all, and each pair of instructions for itself "
                 "(default 3)");
  add_notes_option(sub, shown);
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

/// How many options add_check_options() declares.
inline constexpr std::size_t kCheckOptions = std::size(checks::kOptInChecks) + 2;

inline void add_check_options(CLI::App& sub, checks::Policy& policy) {
  for (const checks::OptInCheck& check : checks::kOptInChecks)
    sub.add_flag(check.flag, policy.*check.enabled, check.help);
  add_severity_options(sub, policy);
}

}  // namespace lockstep::cli
