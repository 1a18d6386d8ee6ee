// What `lockstep exec` asks of the runtime in a program's process: handed over in one environment variable.
#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "emulator/checks/policy.hpp"
#include "emulator/machine/schedule/schedule.hpp"
#include "emulator/matrix/models/model.hpp"

namespace lockstep::runtime {

inline constexpr const char* kSettingsVariable = "LOCKSTEP_EXEC";

struct Settings {
  std::string arch = "gfx950";
  std::string model;  ///< empty: the arch's first
  machine::Schedule schedule;
  std::uint64_t seed = 1;
  int threads = 1;
  bool checks = true;
  bool keep_going = false;  ///< a launch that stops leaves no error to later calls
  checks::Policy policy;
  std::string report;  ///< a folder for one file of each process; empty: findings go to standard error
};

/// JSON, as the variable holds it.
std::string to_text(const Settings& settings);
tl::expected<Settings, std::string> parse_settings(std::string_view text);

}  // namespace lockstep::runtime
