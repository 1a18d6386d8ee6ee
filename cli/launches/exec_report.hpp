// What the launches of a program came to, gathered from its processes.
#pragma once

#include <string>

#include "cli/launches/commands.hpp"
#include "emulator/findings/suppressions.hpp"

namespace lockstep::cli {

/// Reads the records of `folder`, prints and writes what is asked for, and returns the ExitCode. `status`: of
/// the program, as waitpid() gives it; `told`: whether this command was told to end, and told the program.
int report_launches(const ExecOptions& options, const findings::Suppressions& suppressions,
                    const std::string& folder, int status, bool told);

}  // namespace lockstep::cli
