// Options of the commands that run cases.

#include "cli/campaigns/commands.hpp"
#include "cli/cases/commands.hpp"
#include "cli/options/options.hpp"

namespace lockstep::cli {

namespace {

void add_units(CLI::App& app, int& code) {
  CLI::App* sub =
      app.add_subcommand("units", "Run units of campaigns that standard input names, as a worker does")
          ->group("");  // in no list: only workers name it
  sub->footer(
      "A line a unit: {\"id\": N, \"words\": [those of fuzz], \"folder\": DIR, \"errors\": FILE}. When it "
      "ends the answer is a line: "
      "{\"id\": N, \"code\": N}.");
  sub->callback([&code] { code = units(); });
}

void add_merge(CLI::App& app, int& code) {
  const auto [sub, o] =
      command<MergeOptions>(app, code, "merge", "Count the journals of many fuzz runs as one run", merge);
  sub->add_option("PATH", o.paths, "journals, and folders whose *.jsonl files are journals")->required();
  sub->add_flag("--all", o.all, "also count cases behind the last failure that one run would have come to");
  sub->add_flag("--timings", o.timings, "also say how long cases took");
  sub->add_flag("--selftest", o.selftest_first, kSelfTest);
  sub->add_option("--json", o.json, "write the result to this file as JSON");
  sub->add_option("--junit", o.junit, "write kernels and laws to this file as JUnit XML");
  sub->add_option("--sarif", o.sarif, "write the causes of failures to this file as SARIF");
  sub->add_option("--html", o.html, kHtml);
  sub->add_option("--findings", o.findings, "note the causes of failures in this folder of findings")
      ->option_text("DIR");
}

void add_findings(CLI::App& app, int& code) {
  const auto [sub, o] = command<FindingsOptions>(
      app, code, "findings", "List what fuzz --findings noted over time; accept a finding, or open it again",
      lockstep::cli::findings);
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
      "Exit codes: 0 none that is listed is open, 1 some are, 2 the folder can't be read, or not all of "
      "it.\n\n"
      "Examples:\n  lockstep findings /shared/findings --state open\n"
      "  lockstep findings /shared/findings --accept 5e1f --reason 'known of the old tile; see the release "
      "notes'");
}

void add_replay(CLI::App& app, int& code) {
  const auto [sub, o] =
      command<ReplayOptions>(app, code, "replay", "Run one case, or all cases in files", replay);
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
  add_notes_option(*sub, o.shown);
  sub->add_option("--suppress", o.suppress, kSuppressions);
  sub->footer(
      with_keys("lockstep replay 'grouped_gemm_masked@gfx950 groups=2 n=256 k=256 m=17,40 m_max=64 "
                "seed=0x5'\n  lockstep replay .lockstep/corpus/*.case --html report.html"));
}

void add_prove(CLI::App& app, int& code) {
  const auto [sub, o] = command<ProveOptions>(
      app, code, "prove",
      "Prove a case for all contents of its operands, or that two builds compute the same", prove);
  sub->add_option("CASE", o.words, "a case line; behind ==, another one, or the keys that differ in it")
      ->required();
  sub->add_option("--key", o.key, "key of the fingerprints (default: random)");
  sub->add_option("--step-limit", o.step_limit, kStepLimit)->check(CLI::PositiveNumber);
  sub->add_option("--json", o.json, "write the result to this file as JSON");
  sub->add_option("--html", o.html, kHtml);
  sub->footer(
      with_keys("lockstep prove 'grouped_gemm_masked@gfx950 m=17,40 m_max=64 n=256 k=256'\n  lockstep prove "
                "'grouped_gemm_masked@gfx950 m=17 m_max=64 n=256 k=256' == build=O2"));
}

void add_explain(CLI::App& app, int& code) {
  const auto [sub, o] = command<ExplainOptions>(
      app, code, "explain",
      "Say of which operands, in which order and by which instructions one element of a case is made",
      explain);
  sub->add_option("CASE", o.words, "a case line")->required();
  sub->add_option("--at", o.at, "the element: its output, row and column, as in D[3,17]")->required();
  sub->add_option("--step-limit", o.step_limit, kStepLimit)->check(CLI::PositiveNumber);
  sub->add_option("--json", o.json, "write the result to this file as JSON");
  sub->footer(
      with_keys("lockstep explain 'grouped_gemm_masked@gfx950 m=17,40 m_max=64 n=256 k=256' --at 'D[3,17]'"));
}

void add_compare(CLI::App& app, int& code) {
  const auto [sub, o] = command<CompareOptions>(
      app, code, "compare",
      "Run two implementations of one operator on the same problems; they must give the same bits", compare);
  constexpr const char* kSide =
      "KERNEL[@ARCH][:BUILD][,KEY=VALUE]..., as in grouped_gemm_masked:O2,tile=large";
  sub->add_option("FIRST", o.first, kSide)->required();
  sub->add_option("SECOND", o.second, "the same")->required();
  sub->add_flag("--snr", o.snr,
                "demand that each reaches the SNR derived for it, not that they have the same bits");
  sub->add_option("--case", o.case_line, "compare on this case of FIRST's kernel alone");
  sub->add_option("--cases", o.cases, "number of cases")->check(at_least("a number of cases", 1));
  in_units_of_time(*sub->add_option("--time", o.seconds, kTime));
  from_environment(*sub->add_option("--seed", o.seed, kSeed));
  sub->add_option("--jobs", o.jobs, kJobs)->check(CLI::Range(1, 1024));
  sub->add_option("--model", o.models, kModels);
  sub->add_option("--shrink-tries", o.shrink_tries, "cases tried while shrinking a difference (default 300)")
      ->check(at_least("cases", 0));
  sub->add_flag("--no-wide-offsets", o.no_wide_offsets, kNoWideOffsets);
  sub->add_option("--step-limit", o.step_limit, kStepLimit)->check(CLI::PositiveNumber);
  sub->add_option("--timeout", o.timeout, kTimeout)->check(CLI::PositiveNumber);
  sub->add_option("--runs-per-process", o.runs_per_process, kRunsPerProcessHelp)->check(CLI::PositiveNumber);
  sub->add_option("--json", o.json, "write the result to this file as JSON");
  sub->add_option("--html", o.html, kHtml);
  sub->footer(
      with_keys("lockstep compare grouped_gemm_masked grouped_gemm_masked:O2 --cases 50\n  lockstep compare "
                "grouped_gemm_masked grouped_gemm_masked,tile=large"));
}

}  // namespace

void add_case_commands(CLI::App& app, int& code) {
  for (const Add add :
       {add_fuzz, add_units, add_merge, add_findings, add_replay, add_prove, add_explain, add_compare})
    add(app, code);
}

}  // namespace lockstep::cli
