// The commands that check, list and measure, and what their options are. Each returns an ExitCode.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/devices/commands.hpp"
#include "emulator/checks/policy.hpp"
#include "emulator/findings/finding_lines.hpp"

namespace lockstep::cli {

int list(const std::string& what, bool json, bool markdown);

struct InstructionListOptions {
  std::string arch;          ///< empty: all
  bool unsupported = false;  ///< only what kernels use and the machine lacks
  bool json = false;
};
int list_instructions(const InstructionListOptions& options);

struct KeyListOptions {
  std::string of;  ///< a kernel, or "common"; empty: all
  bool json = false, markdown = false;
};
int list_keys(const KeyListOptions& options);

struct DisassembleOptions {
  std::string file;
  std::string kernel;  ///< empty: the whole code
  bool json = false;
};
int disassemble(const DisassembleOptions& options);

struct InfoOptions {
  std::string file;
  std::string kernel;             ///< empty: all
  std::uint32_t threads = 0;      ///< threads of a workgroup; 0: the most that the kernel allows
  std::uint32_t dynamic_lds = 0;  ///< bytes that a launch adds
  bool json = false;
};
int info(const InfoOptions& options);

struct LintOptions {
  std::vector<std::string> paths;  ///< code objects and folders
  std::string kernel;              ///< empty: all
  std::vector<std::string> rules;  ///< kinds or rules of wait states; empty: all
  findings::Shown shown;           ///< what is printed of findings
  std::string json, sarif;
  checks::Policy policy;
};
int lint(const LintOptions& options);

struct BenchOptions {
  std::string json;
  double seconds = 0.4;  ///< per measurement
  std::string filter;
  std::string device;  ///< "hip:0": kernels there instead; empty: the emulator and what it is made of
  std::vector<std::string> cases;  ///< on a device: case lines to time instead of the kernels' own
  double timeout = kKernelSeconds;
};
int bench(const BenchOptions& options);
int bench_device(const BenchOptions& options);

struct CheckWaitsOptions {
  std::vector<std::string> kernels;  ///< KERNEL or KERNEL@ARCH; none: all
  std::vector<std::string> lines;    ///< cases of one kernel, instead of kernels
  std::string build = "O3";
  std::size_t cases = 8;          ///< to choose
  std::uint64_t seeds = 2;        ///< random schedules
  std::uint64_t seed = 1;         ///< seed of the cases and of the first random schedule
  std::size_t limit = 0;          ///< mutants; 0: all
  std::vector<std::uint64_t> at;  ///< only mutants of the instructions at these addresses
  int jobs = 0;                   ///< 0: one per processor
  bool first = false;             ///< each mutant only until something notices it
  bool survivors = false;         ///< print only mutants that survive
  std::string json;
  std::string suppress;  ///< a file of rules
};
int check_waits(const CheckWaitsOptions& options);

struct CheckCompilerOptions {
  std::string arch;
  std::string mode = "normal";  ///< normal or expert
  std::uint64_t programs = 200;
  std::uint64_t seed = 1;
  int jobs = 0;      ///< batches compiled and judged at the same time; 0: one per processor
  std::string save;  ///< a folder for programs that fail
};
int check_compiler(const CheckCompilerOptions& options);

struct SelfTestOptions {
  std::string arch;  ///< empty: all
  std::string json;
  std::string images;      ///< a folder with the controls' images; empty: those that are built in
  bool no_checks = false;  ///< as in `run`
};
int selftest(const SelfTestOptions& options);

}  // namespace lockstep::cli
