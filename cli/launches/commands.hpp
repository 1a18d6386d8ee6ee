// The commands that launch a kernel or a program, and what their options are. Each returns an ExitCode.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/devices/commands.hpp"
#include "emulator/arch/arch.hpp"
#include "emulator/checks/policy.hpp"
#include "emulator/findings/finding_lines.hpp"

namespace lockstep::cli {

/// The options that describe a launch, as `run --help` names them.
struct LaunchFlags {
  std::string file;  ///< LAUNCH.json; empty: flags alone
  std::string object, kernel, grid, block, cluster, model, schedule;
  std::vector<std::string> buffers, arguments, outputs;
  std::string dynamic_lds, argument_bytes, seed, threads, step_limit, granularity;
  bool no_checks = false;
  bool expects_later = false;  ///< something else than a file says what outputs must be
};

struct RunOptions {
  LaunchFlags launch;
  std::vector<std::string> rules;  ///< kinds or rules of wait states; empty: all
  findings::Shown shown;           ///< what is printed of findings
  std::string json, junit, sarif, html;
  std::string suppress;  ///< a file of rules
  checks::Policy policy;
  std::string device;   ///< "hip:0"; empty: the emulator
  std::string against;  ///< "emulated": the device's outputs are compared with its
  double timeout = kKernelSeconds;
};
int run_launch(const RunOptions& options);
int run_launch_on_device(const RunOptions& options);

struct ExecOptions {
  std::vector<std::string> program;  ///< the program and its arguments
  std::string arch{arch::kDefault}, model, schedule = "several";
  std::uint64_t seed = 1;
  int threads = 1;
  std::optional<std::uint64_t> step_limit;
  bool no_checks = false, keep_going = false;
  std::string kernel;       ///< a regular expression: only these are checked; empty: all
  std::uint64_t every = 0;  ///< check one of so many launches of these kernels; 0: all, the same one once
  bool bare = false, lint = false;
  bool torch = false;              ///< PyTorch from PyPI finds the device, too
  std::string record;              ///< a folder for the launches that are checked
  std::vector<std::string> rules;  ///< rules as RunOptions has them
  findings::Shown shown;
  std::string json, junit, sarif, html, suppress;
  checks::Policy policy;
};
int exec(const ExecOptions& options);

struct TraceOptions {
  std::vector<std::string> target;  ///< a case line, or the file of one case or of a launch
  LaunchFlags launch;               ///< the launch of a launch file; its `file` comes from `target`
  std::string workgroup = "0,0,0";
  int wave = 0, launch_number = 0;
  std::string from;  ///< an address with 0x, or how many instructions to pass over
  std::uint64_t count = 100;
  bool json = false;
};
int trace(const TraceOptions& options);

}  // namespace lockstep::cli
