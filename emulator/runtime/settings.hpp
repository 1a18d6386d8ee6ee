// What `lockstep exec` asks of the runtime in a program's process: handed over in one environment variable.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "emulator/checks/policy.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"
#include "emulator/machine/schedule/schedule.hpp"

namespace lockstep::runtime {

inline constexpr const char* kSettingsVariable = "LOCKSTEP_EXEC";

struct Settings {
  std::string arch{arch::kDefault};
  std::string model;  ///< empty: the arch's first
  std::vector<machine::Schedule> schedules{
      machine::Schedule{}};  ///< the schedules of each launch; the first one's results stay
  std::uint64_t seed = 1;
  int threads = 1;
  std::uint64_t step_limit = machine::Settings{}.step_limit;
  bool checks = true;
  bool keep_going = false;  ///< a launch that stops leaves no error to later calls
  std::string kernel;  ///< a regular expression: only these kernels are checked (selection.hpp); empty: all
  std::uint64_t every = 1;
  bool bare = false;      ///< the others run without any check, not even those of the machine
  bool lint = false;      ///< lints each code object as it is loaded
  bool coverage = false;  ///< reports, too, what launches reach of their code objects
  std::string record;     ///< a folder for the launches that are checked, as files; empty: none
  checks::Policy policy;
  std::string report;  ///< a folder for one file of each process; empty: findings go to standard error
};

/// The settings as JSON, as the variable holds them.
std::string to_text(const Settings& settings);
tl::expected<Settings, std::string> parse_settings(std::string_view text);

}  // namespace lockstep::runtime
