// The command line as a whole.
#pragma once

#include <string>
#include <vector>

// The command line as data, for whoever describes it in another language: shells and the manual.
namespace CLI {
class App;
}

namespace lockstep::cli {

struct DescribedOption {
  std::string name;   ///< "--cases"
  std::string value;  ///< "UINT"; empty: a flag
  std::string description;
  std::vector<std::string> choices;  ///< where it takes one of these
};

struct DescribedArgument {
  std::string name, description;
};

struct DescribedCommand {
  std::string name;  ///< "fuzz", "check formats"
  std::string description, footer;
  std::vector<DescribedArgument> arguments;
  std::vector<DescribedOption> options;
};

/// All commands in the order of --help; those of a command come behind it.
std::vector<DescribedCommand> described(const CLI::App& app);

/// A script for "bash", "zsh" or "fish"; empty for another shell. `kernels`: what an argument KERNEL may be.
std::string completion_script(const std::string& shell, const std::vector<DescribedCommand>& commands,
                              const std::vector<std::string>& kernels);

/// The manual page lockstep(1), in roff. `version`: in its footer; `ending`: what all commands have in
/// common.
std::string manual_page(const std::vector<DescribedCommand>& commands, const std::string& version,
                        const std::string& ending);

}  // namespace lockstep::cli
namespace lockstep::cli {

/// Runs the command that the arguments name and returns an ExitCode. `version` is what --version prints.
int run_command_line(int argc, char** argv, const char* version);

}  // namespace lockstep::cli
