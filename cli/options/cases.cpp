// Options of the commands that run cases.
#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/options/fuzz_words.hpp"
#include "cli/options/options.hpp"
#include "host/number.hpp"

namespace lockstep::cli {

namespace {

constexpr const char* kKeys =
    "The keys of a case line, their values and defaults: lockstep list keys [KERNEL]";

/// Behind a command's options.
std::string with_keys(const std::string& examples) {
  return fmt::format("Examples:\n  {}\n\n{}", examples, kKeys);
}

constexpr const char* kRunsPerProcessHelp =
    "runs of launches that a process does on a GPU before another takes its place (default 1000)";

constexpr const char* kJudges =
    "report what this tolerance of another project says, beside the laws; a name, or all; may be repeated";

/// A whole number, refused in a sentence: a count would take -1 for the largest there is.
CLI::Validator at_least(const std::string& what, std::int64_t least) {
  return CLI::Validator(
      [=](const std::string& text) {
        const auto number = host::parse_number<std::int64_t>(text);
        if (number && *number >= least) return std::string();
        return fmt::format("'{}' is not {} from {} on", text, what, least);
      },
      "");
}

void add_time(CLI::App& sub, std::optional<double>& seconds) {
  sub.add_option("--time", seconds, "time limit, as in 60s, 5m or 1h")
      ->transform(CLI::AsNumberWithUnit(std::map<std::string, double>{{"s", 1}, {"m", 60}, {"h", 3600}},
                                        CLI::AsNumberWithUnit::CASE_SENSITIVE))
      ->check([](const std::string& text) {
        return std::stod(text) > 0 ? std::string() : "must be longer than 0, as in 60s, 5m or 1h";
      });
}

CLI::App* describe_fuzz(CLI::App& app, FuzzOptions& o) {
  CLI::App* sub =
      app.add_subcommand("fuzz", "Draw random cases, run them and check the laws (default: for 60 s)");
  sub->add_option("KERNEL", o.kernels, "kernels to fuzz (default: all)");
  sub->add_option("--cases", o.cases, "number of cases; 0: those of the corpus alone")
      ->check(at_least("a number of cases", 0));
  add_time(*sub, o.seconds);
  sub->add_option("--seed", o.seed, "seed of the cases (default: random; always printed)")
      ->envname("LOCKSTEP_SEED");
  sub->add_option("--jobs", o.jobs, "threads (default: one per processor)")->check(CLI::Range(1, 1024));
  sub->add_option("--law", o.laws, "check only this law; may be repeated");
  sub->add_option("--judge", o.judges, kJudges)->allow_extra_args(false);
  sub->add_option("--model", o.models, "use only this matrix model; may be repeated");
  sub->add_option("--build", o.build, "O3, O2, a mutant, or the path of a code object (default: O3 and O2)");
  sub->add_option("--always", o.always,
                  "keys of case lines that every drawn case has, as in n=256,k=512,out=bf16")
      ->option_text("KEY=VALUE,...");
  sub->add_option(
      "--schedule", o.schedule,
      "schedule of every case: earliest, latest, vmem-late, lds-late, random:SEED, or hunt to compare many (default: "
      "drawn per case)");
  sub->add_option("--order", o.order,
                  "declared, or any for code objects that add in another order than the kernel declares")
      ->check(CLI::IsMember({"declared", "any"}));
  sub->add_option("--recipe", o.recipe, "scale recipe of quantised operands")
      ->check(CLI::IsMember({"ceil", "floor"}));
  sub->add_option("--device", o.device, kDevice);
  sub->add_option("--against", o.against,
                  "compare the GPU with the emulator on every case, instead of checking laws")
      ->check(CLI::IsMember({"emulated"}));
  sub->add_option("--timeout", o.timeout, kTimeout)->check(CLI::PositiveNumber);
  sub->add_option("--runs-per-process", o.runs_per_process, kRunsPerProcessHelp)->check(CLI::PositiveNumber);
  sub->add_option("--failures", o.max_failures, "stop after this many falsified cases (default 1)")
      ->check(at_least("a number of cases", 1));
  sub->add_option("--shrink-tries", o.shrink_tries, "cases tried while shrinking a failure (default 300)")
      ->check(at_least("cases", 0));
  sub->add_option("--shrink-time", o.shrink_seconds,
                  "0: shrink nothing; other values have no effect, since tries are counted")
      ->check(CLI::NonNegativeNumber);
  sub->add_flag("--no-wide-offsets", o.no_wide_offsets, "draw no tensors of 2 GiB or more");
  sub->add_flag(
      "--steer", o.steer,
      "aim draws at instructions, branch directions and pairs of rows and data that no case reached");
  sub->add_option("--corpus", o.corpus, "folder of failing cases; they run first (default .lockstep/corpus)");
  sub->add_option(
         "--findings", o.findings,
         "folder of findings that machines share: known cases run first, what is found is noted there")
      ->option_text("DIR");
  sub->add_option(
         "--shard",
         [&o](const CLI::results_t& text) {
           const auto shard = campaigns::parse_shard(text.front());
           if (!shard) throw CLI::ValidationError("--shard", shard.error());
           o.shard = *shard;
           return true;
         },
         "run every N-th case of the seed, from the I-th on: N machines have the cases of one, each once")
      ->option_text("I/N");
  sub->add_option(
         "--processes", o.processes,
         "run --cases in so many processes, which decode once and take cases in turn; --journal and --resume name a folder then")
      ->check(CLI::Range(1, 1024));
  sub->add_option("--journal", o.journal, "write each finished case to this file, for --resume and merge")
      ->option_text("FILE");
  sub->add_option("--resume", o.resume, "go on with this journal: what it has is not run again")
      ->option_text("FILE");
  sub->add_option("--json", o.json, "write the results to this file as JSON");
  sub->add_option("--junit", o.junit, "write the results to this file as JUnit XML");
  sub->add_option("--sarif", o.sarif, "write the causes of failures to this file as SARIF");
  sub->add_option("--html", o.html, kHtml);
  sub->add_flag(
      "--stats", o.stats,
      "on a terminal, too, print what was drawn, reached and judged; elsewhere it is always printed");
  sub->add_option("--coverage", o.coverage,
                  "write the instructions and branch directions that no case reached to this file");
  add_check_options(*sub, o.policy);
  sub->add_option("--suppress", o.suppress, kSuppressions);
  sub->footer(with_keys(
      "lockstep fuzz --time 5m\n  lockstep fuzz grouped_gemm_masked --cases 100 --seed 7\n  lockstep fuzz grouped_gemm_masked --build ./mine.co --html report.html"));
  return sub;
}

void add_fuzz(CLI::App& app, int& code) {
  const auto options = std::make_shared<FuzzOptions>();
  describe_fuzz(app, *options)->callback([options, &code] { code = fuzz(*options); });
}

void add_units(CLI::App& app, int& code) {
  CLI::App* sub =
      app.add_subcommand("units", "Run units of campaigns that standard input names, as a worker does");
  sub->footer(
      "A line a unit: {\"id\": N, \"words\": [those of fuzz], \"folder\": DIR, \"errors\": FILE}. When it ends the answer is a line: "
      "{\"id\": N, \"code\": N}.");
  sub->callback([&code] { code = units(); });
}

void add_merge(CLI::App& app, int& code) {
  const auto options = std::make_shared<MergeOptions>();
  MergeOptions& o = *options;
  CLI::App* sub = app.add_subcommand("merge", "Count the journals of many fuzz runs as one run");
  sub->add_option("PATH", o.paths, "journals, and folders whose *.jsonl files are journals")->required();
  sub->add_flag("--all", o.all, "also count cases behind the last failure that one run would have come to");
  sub->add_flag("--timings", o.timings, "also say how long cases took");
  sub->add_option("--json", o.json, "write the result to this file as JSON");
  sub->add_option("--junit", o.junit, "write kernels and laws to this file as JUnit XML");
  sub->add_option("--sarif", o.sarif, "write the causes of failures to this file as SARIF");
  sub->add_option("--html", o.html, kHtml);
  sub->add_option("--findings", o.findings, "note the causes of failures in this folder of findings")
      ->option_text("DIR");
  sub->callback([options, &code] { code = merge(*options); });
}

void add_findings(CLI::App& app, int& code) {
  const auto options = std::make_shared<FindingsOptions>();
  FindingsOptions& o = *options;
  CLI::App* sub = app.add_subcommand(
      "findings", "List what fuzz --findings noted over time; accept a finding, or open it again");
  sub->add_option("DIR", o.folder, "folder of findings")->required();
  sub->add_option("--state", o.states, "only these: open, gone or accepted; may be repeated")
      ->check(CLI::IsMember({"open", "gone", "accepted"}))
      ->allow_extra_args(false);
  sub->add_option("--kernel", o.kernels, "only of this kernel, as KERNEL or KERNEL@ARCH; may be repeated")
      ->allow_extra_args(false);
  sub->add_option("--law", o.laws, "only under this law; may be repeated")->allow_extra_args(false);
  CLI::Option* accept =
      sub->add_option("--accept", o.accept, "this finding may stay, for a --reason")->option_text("ID");
  CLI::Option* reopen =
      sub->add_option("--reopen", o.reopen, "this finding may not stay after all")->option_text("ID");
  sub->add_option("--reason", o.reason, "why, in a sentence");
  accept->excludes(reopen);
  sub->add_option("--json", o.json, "write the list to this file as JSON");
  sub->footer(
      "Exit codes: 0 none that is listed is open, 1 some are, 2 the folder can't be read, or not all of it.\n\n"
      "Examples:\n  lockstep findings /shared/findings --state open\n"
      "  lockstep findings /shared/findings --accept 5e1f --reason 'known of the old tile; see the release notes'");
  sub->callback([options, &code] { code = lockstep::cli::findings(*options); });
}

void add_replay(CLI::App& app, int& code) {
  const auto options = std::make_shared<ReplayOptions>();
  ReplayOptions& o = *options;
  CLI::App* sub = app.add_subcommand("replay", "Run one case, or all cases in files");
  sub->add_option("CASE", o.cases, "a case line, or files of case lines")->required();
  sub->add_option("--every", o.every, "of each file, run the first of every N cases (default 1)")
      ->check(CLI::PositiveNumber);
  sub->add_option("--law", o.laws, "check only this law; may be repeated");
  sub->add_flag("--sample-laws", o.sample_laws,
                "check each law that needs another run in one case of 64, as fuzz does");
  sub->add_option(
      "--dump", o.dump,
      "write the case to this folder as plain files, with a HIP program that launches it and compares");
  sub->add_option("--dump-bytes", o.dump_bytes,
                  "refuse to dump tensors of more bytes together (default 2^30)");
  sub->add_flag("--spread", o.spread, "also say how far the SNRs of the arch's matrix models are apart");
  sub->add_option("--judge", o.judges, kJudges)->allow_extra_args(false);
  sub->add_option("--device", o.device, kDevice);
  sub->add_option("--timeout", o.timeout, kTimeout)->check(CLI::PositiveNumber);
  sub->add_option("--runs-per-process", o.runs_per_process, kRunsPerProcessHelp)->check(CLI::PositiveNumber);
  sub->add_option("--step-limit", o.step_limit, kStepLimit)->check(CLI::PositiveNumber);
  sub->add_option("--threads", o.threads, "host threads for the workgroups of one run (default 1)")
      ->check(CLI::Range(1, 1024));
  sub->add_option("--json", o.json, "write the results to this file as JSON");
  sub->add_option("--html", o.html, kHtml);
  add_check_options(*sub, o.policy);
  sub->add_option("--suppress", o.suppress, kSuppressions);
  sub->footer(with_keys(
      "lockstep replay 'grouped_gemm_masked@gfx950 groups=2 n=256 k=256 m=17,40 m_max=64 seed=0x5'\n  lockstep replay .lockstep/corpus/*.case --html report.html"));
  sub->callback([options, &code] { code = replay(*options); });
}

void add_compare(CLI::App& app, int& code) {
  const auto options = std::make_shared<CompareOptions>();
  CompareOptions& o = *options;
  CLI::App* sub = app.add_subcommand(
      "compare",
      "Run two implementations of one operator on the same problems; they must give the same bits");
  constexpr const char* kSide =
      "KERNEL[@ARCH][:BUILD][,KEY=VALUE]..., as in grouped_gemm_masked:O2,tile=large";
  sub->add_option("FIRST", o.first, kSide)->required();
  sub->add_option("SECOND", o.second, "the same")->required();
  sub->add_flag("--snr", o.snr,
                "demand that each reaches the SNR derived for it, not that they have the same bits");
  sub->add_option("--case", o.case_line, "compare on this case of FIRST's kernel alone");
  sub->add_option("--cases", o.cases, "number of cases")->check(at_least("a number of cases", 1));
  add_time(*sub, o.seconds);
  sub->add_option("--seed", o.seed, "seed of the cases (default: random; always printed)")
      ->envname("LOCKSTEP_SEED");
  sub->add_option("--jobs", o.jobs, "threads (default: one per processor)")->check(CLI::Range(1, 1024));
  sub->add_option("--model", o.models, "use only this matrix model; may be repeated");
  sub->add_option("--shrink-tries", o.shrink_tries, "cases tried while shrinking a difference (default 300)")
      ->check(at_least("cases", 0));
  sub->add_flag("--no-wide-offsets", o.no_wide_offsets, "draw no tensors of 2 GiB or more");
  sub->add_option("--timeout", o.timeout, kTimeout)->check(CLI::PositiveNumber);
  sub->add_option("--runs-per-process", o.runs_per_process, kRunsPerProcessHelp)->check(CLI::PositiveNumber);
  sub->add_option("--json", o.json, "write the result to this file as JSON");
  sub->add_option("--html", o.html, kHtml);
  sub->footer(with_keys(
      "lockstep compare grouped_gemm_masked grouped_gemm_masked:O2 --cases 50\n  lockstep compare grouped_gemm_masked grouped_gemm_masked,tile=large"));
  sub->callback([options, &code] { code = compare(*options); });
}

void add_hunt(CLI::App& app, int& code) {
  const auto options = std::make_shared<HuntOptions>();
  HuntOptions& o = *options;
  CLI::App* sub = app.add_subcommand(
      "hunt", "Run one case under many schedules and name the pair of instructions that races");
  sub->add_option("CASE", o.case_line, "a case line")->required();
  sub->add_option("--seeds", o.seeds, "random schedules, in addition to earliest and latest (default 8)")
      ->check(CLI::Range(0, 10000));
  sub->add_option("--seed", o.seed, "seed of the first random schedule (default 1)");
  sub->add_option("--step-limit", o.step_limit, kStepLimit)->check(CLI::PositiveNumber);
  sub->add_option("--json", o.json, "write the result to this file as JSON");
  add_severity_options(*sub, o.policy);
  sub->add_option("--suppress", o.suppress, kSuppressions);
  sub->footer(kKeys);
  sub->callback([options, &code] { code = lockstep::cli::hunt(*options); });
}

void add_judges(CLI::App& app, int& code) {
  const auto options = std::make_shared<JudgesOptions>();
  JudgesOptions& o = *options;
  CLI::App* sub = app.add_subcommand(
      "judges", "Run every planted bug and report which tolerances of other projects notice it");
  sub->add_option("KERNEL", o.kernels, "kernels, or KERNEL@ARCH (default: all)");
  sub->add_option("--bug", o.bugs, "only this planted bug; may be repeated (default: all that are built)")
      ->allow_extra_args(false);
  sub->add_option("--cases", o.cases, "cases of each bug, and of each kernel without one (default 100)")
      ->check(CLI::PositiveNumber);
  sub->add_option("--seed", o.seed, "seed of the cases (default 1)");
  sub->add_option("--jobs", o.jobs, "threads (default: one per processor)")->check(CLI::Range(1, 1024));
  sub->add_option("--json", o.json, "write the results to this file as JSON");
  sub->add_option("--markdown", o.markdown, "write the tables to this file as Markdown");
  sub->footer("A build has few planted bugs or none; `./lockstep mutants` builds them all.");
  sub->callback([options, &code] { code = lockstep::cli::judges(*options); });
}

}  // namespace

tl::expected<FuzzOptions, std::string> read_fuzz_words(std::vector<std::string> words) {
  CLI::App app;
  FuzzOptions options;
  describe_fuzz(app, options);
  words.insert(words.begin(), "fuzz");
  std::ranges::reverse(words);  // as CLI11 takes them
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& e) {
    return tl::unexpected(std::string(e.what()));
  }
  return options;
}

void add_case_commands(CLI::App& app, int& code) {
  for (const Add add :
       {add_fuzz, add_units, add_merge, add_findings, add_replay, add_compare, add_hunt, add_judges})
    add(app, code);
}

}  // namespace lockstep::cli
