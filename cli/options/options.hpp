// How the options of commands are declared: a file per family of commands, with a function for each command and a list
// of them at its end. What a command does is elsewhere (commands.hpp).
#pragma once

#include <CLI/CLI.hpp>

#include "cli/opt_in_checks.hpp"

namespace lockstep::cli {

/// Declares a command; when it is run, `code` receives its ExitCode.
using Add = void (*)(CLI::App& app, int& code);

// A family, in the order of --help.
void add_case_commands(CLI::App& app, int& code);
void add_launch_commands(CLI::App& app, int& code);
void add_arithmetic_commands(CLI::App& app, int& code);
void add_check_commands(CLI::App& app, int& code);

// Options that several families have.
inline constexpr const char* kSuppressions =
    "file of rules for accepted findings: KIND KERNEL INSTRUCTION-OR-LINE  # REASON";

inline void add_opt_in_checks(CLI::App& sub, checks::OptIn& opt_in) {
  for (const OptInCheck& check : kOptInChecks) sub.add_flag(check.flag, opt_in.*check.enabled, check.help);
}

}  // namespace lockstep::cli
