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
  sub->add_option("--build", o.build, "O3, O2 or a mutant (O3 and O2)");
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

void add_format(CLI::App& app, FormatOptions& o) {
  CLI::App* sub = app.add_subcommand("format", "Take codes of a number format apart: fields, value, neighbours");
  sub->add_option("NAME", o.name, "a format, with or without float8_")->required();
  sub->add_option("CODE", o.codes, "codes, as in 0x7e or 126")->required();
  sub->add_flag("--json", o.json, "as JSON");
}

void add_quantise(CLI::App& app, QuantiseOptions& o) {
  CLI::App* sub = app.add_subcommand("quantise", "Quantise a row of numbers by block scales, and back");
  sub->add_option("--recipe", o.recipes, "rule from largest magnitude to scale (all); may be repeated")
      ->take_all()->allow_extra_args(false);
  sub->add_option("--format", o.format, "element format")->required();
  sub->add_option("--block", o.block, "tensor, row, 1x128, 128x128, 1x32 or 1x16 (1x32)");
  sub->add_option("--conversion", o.conversion, "rounding and overflow of the elements (ocp_saturate)");
  sub->add_option("VALUES", o.values, "numbers: decimal, 0x1.8p3, inf, nan")->required();
  sub->add_flag("--json", o.json, "as JSON");
}

void add_check(CLI::App& app, CheckFormatsOptions& o, CheckMatrixOptions& m) {
  CLI::App* check = app.add_subcommand("check", "Check the arithmetic against its own slow twins");
  check->require_subcommand(1);
  CLI::App* sub = check->add_subcommand("formats", "Conversions to narrow formats: convert, and the vector loop, against a search");
  sub->add_flag("--exhaustive", o.exhaustive, "all 2^32 binary32 numbers, not only values, midpoints and neighbours");
  sub->add_option("--format", o.formats, "only this format; may be repeated")->allow_extra_args(false);
  sub->add_option("--conversion", o.conversions, "only this conversion; may be repeated")->allow_extra_args(false);
  sub->add_option("--against", o.against, "let the search follow this conversion: shows that the check can fail");
  sub->add_option("--jobs", o.jobs, "threads (one per processor)")->check(CLI::Range(1, 1024));
  CLI::App* matrix = check->add_subcommand("matrix", "Matrix units: the fast implementation against exact arithmetic");
  matrix->add_option("--unit", m.units, "only this unit; may be repeated")->allow_extra_args(false);
  matrix->add_option("--cases", m.cases, "dot products per unit (10000000)")->check(CLI::PositiveNumber);
  matrix->add_option("--seed", m.seed, "seed of the dot products (1)");
  matrix->add_option("--against", m.against, "let exact arithmetic compute this unit: shows that the check can fail");
  matrix->add_option("--jobs", m.jobs, "threads (one per processor)")->check(CLI::Range(1, 1024));
}

void add_mma(CLI::App& app, MmaOptions& o) {
  CLI::App* sub = app.add_subcommand("mma", "A pipe: lines of hexadecimal codes in, one result each out");
  sub->add_option("UNIT", o.unit, "a matrix unit, as `lockstep list models` prints them")->required();
  sub->add_flag("--slow", o.slow, "the other implementation, in exact arithmetic");
  sub->add_option("--a", o.a_format, "format of a, where the unit takes several (e4m3fn)");
  sub->add_option("--b", o.b_format, "format of b, where the unit takes several (e4m3fn)");
  sub->footer("Each line: a0 a1 ... / b0 b1 ... / c, and for scaled units also / scales of a ... / scales of b ...");
}

int run(int argc, char** argv) {
  CLI::App app{"Lockstep proves low-precision GPU GEMM kernels right without the GPU.", "lockstep"};
  app.set_version_flag("--version", kVersion);
  app.require_subcommand(1);
  app.footer(kFooter);

  FuzzOptions fuzz_options;
  ReplayOptions replay_options;
  BenchOptions bench_options;
  FormatOptions format_options;
  QuantiseOptions quantise_options;
  CheckFormatsOptions check_formats_options;
  CheckMatrixOptions check_matrix_options;
  MmaOptions mma_options;
  std::string what;
  bool list_json = false;
  add_fuzz(app, fuzz_options);
  add_replay(app, replay_options);
  add_format(app, format_options);
  add_quantise(app, quantise_options);
  add_check(app, check_formats_options, check_matrix_options);
  add_mma(app, mma_options);
  CLI::App* list_command = app.add_subcommand("list", "Print what there is: kernels, laws, models, formats, conversions, recipes, archs, mutants");
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
  if (app.got_subcommand("format")) return lockstep::cli::format(format_options);
  if (app.got_subcommand("quantise")) return quantise(quantise_options);
  if (app.got_subcommand("mma")) return mma(mma_options);
  if (app.got_subcommand("check"))
    return app.get_subcommand("check")->got_subcommand("matrix") ? check_matrix(check_matrix_options)
                                                                 : check_formats(check_formats_options);
  if (app.got_subcommand("list")) return list(what, list_json);
  return bench(bench_options);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {
    fmt::print(stderr, "lockstep: {}\n", e.what());
    return kUsage;
  }
}
