// The commands, and what their options are. Each returns an ExitCode.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emulator/arch/arch.hpp"
#include "emulator/checks/policy.hpp"
#include "properties/campaigns/sharing.hpp"
#include "properties/fuzzing/minimise.hpp"

namespace lockstep::laws {
class CodeCache;
}

namespace lockstep::cli {

/// How long a kernel may take on a GPU.
inline constexpr double kKernelSeconds = 60;
/// How many runs of launches a process does on a GPU before another takes its place.
inline constexpr int kRunsPerProcess = 1000;

struct FuzzOptions {
  std::vector<std::string> kernels;  ///< names; empty: all
  std::vector<std::string> laws, models;
  std::vector<std::string> judges;  ///< names; "all"
  std::string build;                ///< empty: O3 and O2
  std::string recipe = "ceil";
  std::string order = "declared";
  std::string always;    ///< KEY=VALUE,... of every case that is drawn, whatever was drawn
  std::string schedule;  ///< of every case that is drawn; empty: drawn, too
  std::string device;    ///< "hip:0"; empty: the emulator
  std::string against;   ///< "emulated": compare the device with it, instead of checking laws
  double timeout = kKernelSeconds;
  int runs_per_process = kRunsPerProcess;
  std::optional<std::uint64_t> cases;
  std::optional<double> seconds;
  std::optional<std::uint64_t> seed;
  int jobs = 0;       ///< 0: one per processor
  int processes = 0;  ///< 0: this one
  std::uint64_t max_failures = 1;
  int shrink_tries = fuzzing::kMostShrinkTries;
  std::optional<double> shrink_seconds;  ///< as before tries were counted: 0 shrinks nothing
  bool no_wide_offsets = false;
  bool steer = false;  ///< draws, by what earlier cases reached
  std::string corpus = ".lockstep/corpus";
  std::string findings;  ///< a folder that machines share; empty: none
  std::string json, junit, sarif, html;
  std::string coverage;                   ///< a file for what was not reached
  bool stats = false;                     ///< on a terminal, too
  bool silent = false;                    ///< nobody reads what is printed at the end: it is not worked out
  std::string suppress;                   ///< a file of rules
  std::optional<campaigns::Shard> shard;  ///< nothing: the whole run, behind the cases of the corpus
  // Of a shard that is one of several processes, what they share.
  campaigns::SharedCases* shared = nullptr;
  campaigns::SharedProcessors* processors = nullptr;
  std::string journal, resume;  ///< files; both: begun where there is none
  checks::Policy policy;
};
int fuzz(const FuzzOptions& options);
/// The same with objects that may be decoded already.
int fuzz(const FuzzOptions& options, laws::CodeCache& cache);
/// `fuzz --against emulated`: cases on a GPU and on the emulator, whose bits are compared. Each kernel that was named, or all
/// that run on the GPU; cases and time are dealt among them.
int fuzz_against_emulator(const FuzzOptions& options);
/// In as many processes of this machine as `options.processes`, which take the cases of one run in turn: forked from one
/// process that has decoded the kernels, and merged at the end. The output, the files and the exit code are those of merge.
/// A process that crashes, or that the kernel ends for want of memory, takes nothing of the others with it, and decoding
/// takes 2 s and 1 GB once, not in each.
int fuzz_in_processes(const FuzzOptions& options);
/// Runs units of campaigns as standard input names them, until nothing runs and nothing more comes for a minute.
int units();

struct MergeOptions {
  std::vector<std::string> paths;  ///< journals, and folders of them
  bool all = false;                ///< also cases behind the last failure that one run would have come to
  bool timings = false;
  std::string findings;  ///< a folder in which causes are noted; empty: none
  std::string json, junit, sarif, html;
};
int merge(const MergeOptions& options);
/// The same with objects that may be decoded already.
int merge(const MergeOptions& options, laws::CodeCache& cache);

struct FindingsOptions {
  std::string folder;
  std::vector<std::string> states, kernels, laws;  ///< of those that are listed; empty: all
  std::string accept, reopen;                      ///< an ID, or how it begins
  std::string reason;
  std::string json;
};
int findings(const FindingsOptions& options);

struct ReplayOptions {
  std::vector<std::string> cases;  ///< a case line, in one piece or several, or files of them
  std::size_t every = 1;           ///< of each file the first of every so many cases
  std::vector<std::string> laws, judges;
  bool spread = false;       ///< of the SNR over models
  bool sample_laws = false;  ///< those that fuzz checks of a case, where none are named
  std::string dump;          ///< folder for the files of the case
  std::uint64_t dump_bytes = std::uint64_t{1} << 30;
  int threads = 1;
  std::optional<std::uint64_t> step_limit;
  std::string device;  ///< "hip:0"; empty: the emulator
  double timeout = kKernelSeconds;
  int runs_per_process = kRunsPerProcess;
  std::string json, html;
  std::string suppress;  ///< a file of rules
  checks::Policy policy;
};
int replay(const ReplayOptions& options);

struct CompareOptions {
  std::string first, second;  ///< comparison::Side, as text
  bool snr = false;           ///< demand that each reaches its SNR, instead of equal bits
  std::string case_line;      ///< this case alone
  std::optional<std::uint64_t> cases;
  std::optional<double> seconds;
  std::optional<std::uint64_t> seed;
  std::vector<std::string> models;
  int jobs = 0;  ///< 0: one per processor
  int shrink_tries = fuzzing::kMostShrinkTries;
  bool no_wide_offsets = false;
  double timeout = kKernelSeconds;
  int runs_per_process = kRunsPerProcess;
  std::string json, html;
};
int compare(const CompareOptions& options);

/// The options that describe a launch, as `run --help` names them.
struct LaunchFlags {
  std::string file;  ///< LAUNCH.json; empty: flags alone
  std::string object, kernel, grid, block, cluster, model, schedule;
  std::vector<std::string> buffers, arguments, outputs;
  std::string dynamic_lds, argument_bytes, seed, threads, step_limit, granularity;
  bool no_checks = false;
};

struct RunOptions {
  LaunchFlags launch;
  std::vector<std::string> rules;  ///< kinds or rules of wait states; empty: all
  std::size_t limit = 3;           ///< of findings alike that are printed; 0: none
  std::string json;
  std::string suppress;  ///< a file of rules
  checks::Policy policy;
  std::string device;   ///< "hip:0"; empty: the emulator
  std::string against;  ///< "emulated": the device's outputs are compared with its
  double timeout = kKernelSeconds;
};
int run_launch(const RunOptions& options);
int run_launch_on_device(const RunOptions& options);

struct ExecOptions {
  std::vector<std::string> program;  ///< and its arguments
  std::string arch{arch::kDefault}, model, schedule = "earliest";
  std::uint64_t seed = 1;
  int threads = 1;
  std::optional<std::uint64_t> step_limit;
  bool no_checks = false, keep_going = false;
  std::string kernel;       ///< a regular expression: only these are checked; empty: all
  std::uint64_t every = 1;  ///< of their launches one of so many
  bool bare = false, lint = false;
  std::string record;              ///< a folder for the launches that are checked
  std::vector<std::string> rules;  ///< as RunOptions has them
  std::size_t limit = 3;
  std::string json, junit, sarif, html, suppress;
  checks::Policy policy;
};
int exec(const ExecOptions& options);

struct TraceOptions {
  std::vector<std::string> target;  ///< a case line, or the file of one case or of a launch
  LaunchFlags launch;               ///< of a launch file; its `file` comes from `target`
  std::string workgroup = "0,0,0";
  int wave = 0, launch_number = 0;
  std::string from;  ///< an address with 0x, or how many instructions to pass over
  std::uint64_t count = 100;
  bool json = false;
};
int trace(const TraceOptions& options);

struct HuntOptions {
  std::vector<std::string> case_line;  ///< in one piece or several
  std::uint64_t seeds = 8;             ///< random schedules
  std::uint64_t seed = 1;              ///< of the first
  std::optional<std::uint64_t> step_limit;
  std::string json, suppress;
  checks::Policy policy;
};
int hunt(const HuntOptions& options);

struct ProbeOptions {
  std::string device = "emulated:" + std::string(arch::kDefault);
  std::string model;  ///< of an emulated device; empty: the arch's first
  std::string from;   ///< a file to judge instead of a device
  std::string json;
  bool all = false;  ///< print every rung of the ladders, too
};
int probe(const ProbeOptions& options);

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
  std::uint32_t threads = 0;      ///< of a workgroup; 0: the most that the kernel allows
  std::uint32_t dynamic_lds = 0;  ///< bytes that a launch adds
  bool json = false;
};
int info(const InfoOptions& options);

struct LintOptions {
  std::vector<std::string> paths;  ///< code objects and folders
  std::string kernel;              ///< empty: all
  std::vector<std::string> rules;  ///< kinds or rules of wait states; empty: all
  std::size_t limit = 3;           ///< of findings alike that are printed; 0: none
  std::string json, sarif;
  checks::Policy policy;
};
int lint(const LintOptions& options);

struct LayoutOptions {
  std::string instruction, operand;
  std::string arch;    ///< empty: any
  std::string format;  ///< of an f8f6f4 operand; empty: e4m3fn
  int select = 0;      ///< of a scale
  std::optional<int> lane, reg;
  std::int64_t rows = 0, blocks = 0;  ///< of a layout in memory
  std::optional<std::int64_t> byte;   ///< the inverse of one
  bool csv = false;
};
int layout(const LayoutOptions& options);

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

struct FormatOptions {
  std::string name;
  std::vector<std::string> codes;
  bool json = false;
};
int format(const FormatOptions& options);

struct QuantiseOptions {
  std::vector<std::string> recipes;  ///< empty: all
  std::string format;                ///< empty: all, with `snr`
  std::string block;                 ///< empty: 1x32, or all with `snr`
  std::string conversion = "ocp_saturate";
  std::string global;  ///< the scale of the tensor, a number; empty: 1
  std::vector<std::string> values;
  bool snr = false;        ///< of data that is drawn, instead of values
  bool markdown = false;   ///< the table of `snr`
  std::uint64_t seed = 1;  ///< of the data
  bool packed = false;     ///< e8m0 scales as DeepGEMM packs them, four to a word
  bool json = false;
};
int quantise(const QuantiseOptions& options);

struct CheckFormatsOptions {
  bool exhaustive = false;
  std::vector<std::string> formats, conversions;  ///< empty: a choice that fits
  std::string against;                            ///< the slow twin follows this rule instead
  int jobs = 0;                                   ///< 0: one per processor
};
int check_formats(const CheckFormatsOptions& options);

struct CheckMatrixOptions {
  std::vector<std::string> units;    ///< empty: all
  std::string against;               ///< the slow implementation computes this unit instead
  std::uint64_t cases = 10'000'000;  ///< dot products per unit
  std::uint64_t seed = 1;
  int jobs = 0;  ///< 0: one per processor
};
int check_matrix(const CheckMatrixOptions& options);

struct CheckWaitsOptions {
  std::vector<std::string> kernels;  ///< KERNEL or KERNEL@ARCH; none: all
  std::vector<std::string> lines;    ///< cases of one kernel, instead of kernels
  std::string build = "O3";
  std::size_t cases = 8;          ///< to choose
  std::uint64_t seeds = 2;        ///< random schedules
  std::uint64_t seed = 1;         ///< of the cases and of the first random schedule
  std::size_t limit = 0;          ///< mutants; 0: all
  std::vector<std::uint64_t> at;  ///< only mutants of the instructions at these addresses
  int jobs = 0;                   ///< 0: one per processor
  bool first = false;             ///< each mutant only until something notices it
  bool survivors = false;         ///< print only mutants that survive
  std::string json;
  std::string suppress;  ///< a file of rules
};
int check_waits(const CheckWaitsOptions& options);

struct JudgesOptions {
  std::vector<std::string> kernels;  ///< KERNEL or KERNEL@ARCH; none: all
  std::vector<std::string> bugs;     ///< only these planted bugs; none: all that are built
  std::uint64_t cases = 100;         ///< of each bug, and of each kernel without one
  std::uint64_t seed = 1;
  int jobs = 0;  ///< 0: one per processor
  std::string json, markdown;
};
int judges(const JudgesOptions& options);

struct MmaOptions {
  std::string unit;
  std::string a_format, b_format;  ///< empty: the unit's
  bool slow = false;
};
int mma(const MmaOptions& options);

}  // namespace lockstep::cli
