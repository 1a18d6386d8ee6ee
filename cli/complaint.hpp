// What a command that can't go on says, on standard error.
#pragma once

#include <string_view>

#include "cli/exit_code.hpp"

namespace lockstep::cli {

/// Prints "lockstep COMMAND: problem" and returns `code`.
int complain(std::string_view command, std::string_view problem, ExitCode code = kUsage);

}  // namespace lockstep::cli
