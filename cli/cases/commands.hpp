// The commands that run cases, and what their options are. Each returns an ExitCode.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/devices/commands.hpp"
#include "emulator/checks/policy.hpp"
#include "emulator/findings/finding_lines.hpp"
#include "properties/campaigns/sharing.hpp"
#include "properties/fuzzing/minimise.hpp"

namespace lockstep::laws {
class CodeCache;
}

namespace lockstep::cli {

struct SelfTest;

struct FuzzOptions {
  std::vector<std::string> kernels;  ///< names; empty: all
  std::vector<std::string> laws, models;
  std::vector<std::string> judges;  ///< names; "all"
  std::string build;                ///< empty: O3 and O2
  std::string recipe = "ceil";
  std::string order = "declared";
  std::string always;    ///< KEY=VALUE,... of every case that is drawn, whatever was drawn
  std::string schedule;  ///< schedule of every drawn case; empty: drawn, too
  std::string device;    ///< "hip:0"; empty: the emulator
  std::string against;   ///< "emulated": compare the device with it, instead of checking laws
  double timeout = kKernelSeconds;
  int runs_per_process = kRunsPerProcess;
  std::optional<std::uint64_t> step_limit;  ///< instructions of a wave before it counts as stuck
  std::optional<std::uint64_t> cases;
  std::optional<double> seconds;
  std::optional<std::uint64_t> seed;
  int jobs = 0;       ///< 0: one per processor
  int processes = 0;  ///< 0: this one
  std::uint64_t max_failures = 1;
  int shrink_tries = fuzzing::kMostShrinkTries;
  bool no_wide_offsets = false;
  bool steer = false;  ///< draws, by what earlier cases reached
  std::string corpus = ".lockstep/corpus";
  std::string findings;  ///< a folder that machines share; empty: none
  std::string json, junit, sarif, html;
  std::string coverage;                   ///< a file for what was not reached
  bool stats = false;                     ///< on a terminal, too
  bool selftest = false;                  ///< first, and nothing else where it fails
  std::string suppress;                   ///< a file of rules
  std::optional<campaigns::Shard> shard;  ///< nothing: the whole run, behind the cases of the corpus
  std::string journal, resume;            ///< files; both: begun where there is none
  checks::Policy policy;
};
int fuzz(const FuzzOptions& options);

/// A run that is a process of a campaign. Nobody reads what it prints at its end: that is not worked out.
struct FuzzUnit {
  // What it shares with the others of --processes; nullptr: it has a shard of its own.
  campaigns::SharedCases* cases = nullptr;
  campaigns::SharedProcessors* processors = nullptr;
};
/// Fuzzes with code objects that `cache` may have decoded already. `unit`: nullptr: it is none.
int fuzz(const FuzzOptions& options, laws::CodeCache& cache, const FuzzUnit* unit = nullptr);
/// `fuzz --against emulated`: cases on a GPU and on the emulator, whose bits are compared. Each kernel that
/// was named, or all that run on the GPU; cases and time are dealt among them.
int fuzz_against_emulator(const FuzzOptions& options);
/// Fuzzes in `options.processes` processes of this machine, which take the cases of one run in turn:
/// forked from one process that has decoded the kernels, and merged at the end. The output, the files and the
/// exit code are those of merge. A process that crashes, or that the kernel ends for want of memory, takes
/// nothing of the others with it, and decoding takes 2 s and 1 GB once, not in each.
int fuzz_in_processes(const FuzzOptions& options, const SelfTest* selftest);

struct ReplayOptions {
  std::vector<std::string> cases;  ///< a case line, in one piece or several, or files of them
  std::size_t every = 1;           ///< run the first of every so many cases of a file
  std::vector<std::string> laws, judges;
  bool spread = false;       ///< print the spread of the SNR over models
  bool sample_laws = false;  ///< those that fuzz checks of a case, where none are named
  std::string dump;          ///< folder for the files of the case
  std::uint64_t dump_bytes = std::uint64_t{1} << 30;
  int threads = 1;
  std::optional<std::uint64_t> step_limit;
  std::string device;  ///< "hip:0"; empty: the emulator
  double timeout = kKernelSeconds;
  int runs_per_process = kRunsPerProcess;
  std::string json, html;
  std::string suppress;   ///< a file of rules
  findings::Shown shown;  ///< what is printed of findings
  checks::Policy policy;
};
int replay(const ReplayOptions& options);

struct ProveOptions {
  std::vector<std::string> words;    ///< a case line; behind "==" another, or keys that differ in it
  std::optional<std::uint64_t> key;  ///< key of the fingerprints; nothing: a random one
  std::optional<std::uint64_t> step_limit;
  std::string json, html;
};
int prove(const ProveOptions& options);

struct ExplainOptions {
  std::vector<std::string> words;  ///< a case line
  std::string at;                  ///< "D[3,17]"
  std::optional<std::uint64_t> step_limit;
  std::string json;
};
int explain(const ExplainOptions& options);

struct CompareOptions {
  std::string first, second;  ///< comparison::Side, as text
  bool snr = false;           ///< demand that each reaches its SNR, instead of equal bits
  std::string case_line;      ///< this case alone
  std::optional<std::uint64_t> cases;
  std::optional<double> seconds;
  std::optional<std::uint64_t> seed;
  std::vector<std::string> models;
  std::optional<std::uint64_t> step_limit;
  int jobs = 0;  ///< 0: one per processor
  int shrink_tries = fuzzing::kMostShrinkTries;
  bool no_wide_offsets = false;
  double timeout = kKernelSeconds;
  int runs_per_process = kRunsPerProcess;
  std::string json, html;
};
int compare(const CompareOptions& options);

struct HuntOptions {
  std::vector<std::string> case_line;  ///< in one piece or several
  std::uint64_t seeds = 8;             ///< random schedules
  std::uint64_t seed = 1;              ///< seed of the first random schedule
  std::optional<std::uint64_t> step_limit;
  std::string json, suppress;
  findings::Shown shown;
  checks::Policy policy;
};
int hunt(const HuntOptions& options);

}  // namespace lockstep::cli
