// What `lockstep exec` asks of the runtime in a program's process: handed over in one environment variable.
#pragma once

#include <cstdint>
#include <map>
#include <regex>
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

// Which launches of a program are checked: those whose kernel is wanted, and of them one of every so many.

class Selection {
 public:
  /// `kernel`: a regular expression (ECMAScript) that is found in a kernel's name, in C++ or as the code
  /// object has it; empty: all. `every`: of the launches of a kernel the first, and then one of so many; 0:
  /// all. The expression must be a good one.
  Selection(const std::string& kernel, std::uint64_t every);

  /// Counts the launch.
  bool takes(const std::string& kernel);

 private:
  struct OfKernel {
    bool wanted = false;
    std::uint64_t launches = 0;
  };

  std::regex kernel_;
  bool all_;
  std::uint64_t every_;
  std::map<std::string, OfKernel> kernels_;
};

/// What is wrong with the expression, in words; empty: nothing.
std::string problem_of_expression(const std::string& kernel);

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
  std::string kernel;       ///< a regular expression: only these kernels are checked; empty: all
  std::uint64_t every =
      0;              ///< of the launches of a kernel one of so many is checked; 0: all, the same one once
  bool bare = false;  ///< the others run without any check, not even those of the machine
  bool lint = false;  ///< lints each code object as it is loaded
  bool coverage = false;  ///< reports, too, what launches reach of their code objects
  std::string record;     ///< a folder for the launches that are checked, as files; empty: none
  checks::Policy policy;
  std::string report;  ///< a folder for one file of each process; empty: findings go to standard error
};

/// The settings as JSON, as the variable holds them.
std::string to_text(const Settings& settings);
tl::expected<Settings, std::string> parse_settings(std::string_view text);

}  // namespace lockstep::runtime
