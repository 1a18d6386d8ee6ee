#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "commands.hpp"
#include "exit_code.hpp"

namespace {

using namespace lockstep::cli;

constexpr const char* kFooter =
    "Exit codes: 0 holds, 1 falsified, 2 usage (words, numbers, files), 3 inconclusive or nothing executed,\n"
    "            4 the kernel trapped, 77 skipped, 130 interrupted.\n"
    "Results go to standard output, progress to standard error.";

const std::string kVersion = fmt::format("lockstep {} ({}), {}, LLVM {}", LOCKSTEP_VERSION, LOCKSTEP_GIT, LOCKSTEP_COMPILER, LOCKSTEP_LLVM);

void add_fuzz(CLI::App& app, FuzzOptions& o) {
  CLI::App* sub = app.add_subcommand("fuzz", "Draw cases, run them, check laws; 60 s when neither --cases nor --time is given");
  sub->add_option("KERNEL", o.kernels, "kernels to fuzz (all)");
  sub->add_option("--cases", o.cases, "number of cases");
  sub->add_option_function<std::string>(
      "--time",
      [&o](const std::string& text) {
        std::size_t used = 0;
        double value = 0;
        try {
          value = std::stod(text, &used);
        } catch (const std::exception&) {
          used = 0;
        }
        const std::string unit = text.substr(used);
        const double factor = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
        if (used == 0 || factor == 0 || !(value > 0)) throw CLI::ValidationError("--time", "'" + text + "' is not a time, as in 60s, 5m, 1h");
        o.seconds = value * factor;
      },
      "time to spend, as in 60s, 5m, 1h");
  sub->add_option("--seed", o.seed, "seed of the cases (random, always printed)")->envname("LOCKSTEP_SEED");
  sub->add_option("--jobs", o.jobs, "threads (one per processor)")->check(CLI::Range(1, 1024));
  sub->add_option("--law", o.laws, "check only this law; may be repeated");
  sub->add_option("--model", o.models, "use only this matrix model; may be repeated");
  sub->add_option("--build", o.build, "O3, O2, a mutant, or the path of a code object (O3 and O2)");
  sub->add_option("--recipe", o.recipe, "scale recipe of quantised operands: ceil or floor")->check(CLI::IsMember({"ceil", "floor"}));
  sub->add_option("--failures", o.max_failures, "stop after this many falsified cases (1)")->check(CLI::PositiveNumber);
  sub->add_option("--shrink-time", o.shrink_seconds, "seconds to spend on shrinking a failure (10)")->check(CLI::NonNegativeNumber);
  sub->add_flag("--no-wide-offsets", o.no_wide_offsets, "no tensors of 2 GiB and more");
  sub->add_option("--corpus", o.corpus, "folder of failing cases, tried first (.lockstep/corpus)");
  sub->add_option("--json", o.json, "write results as JSON");
  sub->add_option("--junit", o.junit, "write results as JUnit XML");
}

void add_replay(CLI::App& app, ReplayOptions& o) {
  CLI::App* sub = app.add_subcommand("replay", "Run one case from its line, or all cases of a file");
  sub->add_option("CASE", o.words, "a case line, or a file of them")->required();
  sub->add_option("--law", o.laws, "check only this law; may be repeated");
  sub->add_option("--threads", o.threads, "host threads for the workgroups of one run (1)")->check(CLI::Range(1, 1024));
  sub->add_option("--json", o.json, "write results as JSON");
}

void add_probe(CLI::App& app, ProbeOptions& o) {
  CLI::App* sub = app.add_subcommand("probe", "Name the matrix models that survive what a device answers; 0 one, 1 none, 3 several survive");
  sub->add_option("--device", o.device, "emulated:gfx950 or hip:0 (emulated:gfx950)");
  CLI::Option* model = sub->add_option("--model", o.model, "matrix model of an emulated device (exact)");
  sub->add_option("--from", o.from, "judge this file, that --json wrote, instead of a device")->excludes(model);
  sub->add_option("--json", o.json, "write inputs and observed bits, to send");
  sub->add_flag("--all", o.all, "print every probe, the rungs of ladders too");
}

int run(int argc, char** argv) {
  CLI::App app{"Lockstep proves low-precision GPU GEMM kernels right without the GPU.", "lockstep"};
  app.set_version_flag("--version", kVersion);
  app.require_subcommand(1);
  app.footer(kFooter);

  FuzzOptions fuzz_options;
  ReplayOptions replay_options;
  BenchOptions bench_options;
  ProbeOptions probe_options;
  std::string what;
  bool list_json = false;
  add_fuzz(app, fuzz_options);
  add_replay(app, replay_options);
  add_probe(app, probe_options);
  CLI::App* list_command = app.add_subcommand("list", "Print what there is: kernels, laws, models, formats, archs, mutants");
  list_command->add_option("WHAT", what, "one of the lists (all)");
  list_command->add_flag("--json", list_json, "as JSON");
  CLI::App* bench_command = app.add_subcommand("bench", "Measure speed on one core, with ratios within the run");
  bench_command->add_option("FILTER", bench_options.filter, "only benchmarks whose name contains this");
  bench_command->add_option("--seconds", bench_options.seconds, "time per measurement (0.4)")->check(CLI::PositiveNumber);
  bench_command->add_option("--json", bench_options.json, "write results as JSON");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    const int code = app.exit(e);
    return code == 0 ? kHolds : kUsage;
  }
  if (app.got_subcommand("fuzz")) return fuzz(fuzz_options);
  if (app.got_subcommand("replay")) return replay(replay_options);
  if (app.got_subcommand("probe")) return probe(probe_options);
  if (app.got_subcommand("list")) return list(what, list_json);
  return bench(bench_options);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int code = run(argc, argv);
    if (std::fflush(stdout) == 0) return code;
    fmt::print(stderr, "lockstep: the results could not be written to standard output\n");
    return code == kHolds ? kUsage : code;
  } catch (const std::exception& e) {
    fmt::print(stderr, "lockstep: {}\n", e.what());
    return kUsage;
  }
}
