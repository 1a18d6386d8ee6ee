// Options of the commands that run cases.
#include <map>
#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "cli/options/options.hpp"

namespace lockstep::cli {

namespace {

void add_fuzz(CLI::App& app, int& code) {
  const auto options = std::make_shared<FuzzOptions>();
  FuzzOptions& o = *options;
  CLI::App* sub = app.add_subcommand(
      "fuzz", "Draw cases, run them, check laws; 60 s when neither --cases nor --time is given");
  sub->add_option("KERNEL", o.kernels, "kernels to fuzz (all)");
  sub->add_option("--cases", o.cases, "number of cases");
  sub->add_option("--time", o.seconds, "time to spend, as in 60s, 5m, 1h")
      ->transform(CLI::AsNumberWithUnit(std::map<std::string, double>{{"s", 1}, {"m", 60}, {"h", 3600}},
                                        CLI::AsNumberWithUnit::CASE_SENSITIVE))
      ->check(CLI::PositiveNumber);
  sub->add_option("--seed", o.seed, "seed of the cases (random, always printed)")->envname("LOCKSTEP_SEED");
  sub->add_option("--jobs", o.jobs, "threads (one per processor)")->check(CLI::Range(1, 1024));
  sub->add_option("--law", o.laws, "check only this law; may be repeated");
  sub->add_option("--model", o.models, "use only this matrix model; may be repeated");
  sub->add_option("--build", o.build, "O3, O2, a mutant, or the path of a code object (O3 and O2)");
  sub->add_option("--schedule", o.schedule,
                  "of every case: earliest, latest, random:SEED, or hunt, which compares many (drawn)");
  sub->add_option("--recipe", o.recipe, "scale recipe of quantised operands: ceil or floor")
      ->check(CLI::IsMember({"ceil", "floor"}));
  sub->add_option("--failures", o.max_failures, "stop after this many falsified cases (1)")
      ->check(CLI::PositiveNumber);
  sub->add_option("--shrink-time", o.shrink_seconds, "seconds to spend on shrinking a failure (10)")
      ->check(CLI::NonNegativeNumber);
  sub->add_flag("--no-wide-offsets", o.no_wide_offsets, "no tensors of 2 GiB and more");
  sub->add_option("--corpus", o.corpus, "folder of failing cases, tried first (.lockstep/corpus)");
  sub->add_option("--json", o.json, "write results as JSON");
  sub->add_option("--junit", o.junit, "write results as JUnit XML");
  sub->add_option("--coverage", o.coverage, "write which instructions and ways of branches no case reached");
  add_opt_in_checks(*sub, o.opt_in);
  sub->add_option("--suppress", o.suppress, kSuppressions);
  sub->callback([options, &code] { code = fuzz(*options); });
}

void add_replay(CLI::App& app, int& code) {
  const auto options = std::make_shared<ReplayOptions>();
  ReplayOptions& o = *options;
  CLI::App* sub = app.add_subcommand("replay", "Run one case from its line, or all cases of files");
  sub->add_option("CASE", o.cases, "a case line, or files of them")->required();
  sub->add_option("--every", o.every, "of each file the first of every N cases (1)")
      ->check(CLI::PositiveNumber);
  sub->add_option("--law", o.laws, "check only this law; may be repeated");
  sub->add_option("--threads", o.threads, "host threads for the workgroups of one run (1)")
      ->check(CLI::Range(1, 1024));
  sub->add_option("--json", o.json, "write results as JSON");
  add_opt_in_checks(*sub, o.opt_in);
  sub->add_option("--suppress", o.suppress, kSuppressions);
  sub->callback([options, &code] { code = replay(*options); });
}

void add_hunt(CLI::App& app, int& code) {
  const auto options = std::make_shared<HuntOptions>();
  HuntOptions& o = *options;
  CLI::App* sub = app.add_subcommand(
      "hunt", "Run one case under many schedules and name the pair of instructions that races");
  sub->add_option("CASE", o.case_line, "a case line")->required();
  sub->add_option("--seeds", o.seeds, "random schedules, besides earliest and latest (8)")
      ->check(CLI::Range(0, 10000));
  sub->add_option("--seed", o.seed, "seed of the first random schedule (1)");
  sub->add_option("--json", o.json, "write the result as JSON");
  sub->add_option("--suppress", o.suppress, kSuppressions);
  sub->callback([options, &code] { code = lockstep::cli::hunt(*options); });
}

}  // namespace

void add_case_commands(CLI::App& app, int& code) {
  for (const Add add : {add_fuzz, add_replay, add_hunt}) add(app, code);
}

}  // namespace lockstep::cli
