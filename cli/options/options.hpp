// How the words of the command line are declared: a family of commands to a file, in which each is a function
// that declares its options and an entry in the list at the end. What a command does is elsewhere
// (commands.hpp).
#pragma once

#include <CLI/CLI.hpp>

#include "cli/checks_on_request.hpp"

namespace lockstep::cli {

/// Declares a word; where it is used, `code` receives its ExitCode.
using Add = void (*)(CLI::App& app, int& code);

// A family, in the order of --help.
void add_words_of_cases(CLI::App& app, int& code);
void add_words_of_launches(CLI::App& app, int& code);
void add_words_of_arithmetic(CLI::App& app, int& code);
void add_words_of_checks(CLI::App& app, int& code);

// What means the same in several families.
inline constexpr const char* kSuppressions =
    "file of rules for accepted findings: KIND KERNEL INSTRUCTION-OR-LINE  # REASON";

inline void add_checks_on_request(CLI::App& sub, checks::OnRequest& asked) {
  for (const CheckOnRequest& check : kChecksOnRequest)
    sub.add_flag(check.word, asked.*check.asked, check.help);
}

}  // namespace lockstep::cli
