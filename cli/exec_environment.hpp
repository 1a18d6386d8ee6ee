// What a program of `lockstep exec` finds in its environment.
#pragma once

#include <string>

namespace lockstep::cli {

/// In this process. `libraries`: the folder of the runtime; `settings`: as the runtime reads them.
void set_exec_environment(const std::string& libraries, const std::string& settings);

}  // namespace lockstep::cli
