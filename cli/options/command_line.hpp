// The command line as a whole.
#pragma once

namespace lockstep::cli {

/// Runs the command that the arguments name and returns an ExitCode. `version` is what --version prints.
int run_command_line(int argc, char** argv, const char* version);

}  // namespace lockstep::cli
