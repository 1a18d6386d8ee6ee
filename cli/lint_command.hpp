// `lockstep lint`: code objects checked without running them.
#pragma once

namespace CLI {
class App;
}

namespace lockstep::cli {

/// Adds the word to the command line; `code` receives its ExitCode.
void add_lint(CLI::App& app, int& code);

}  // namespace lockstep::cli
