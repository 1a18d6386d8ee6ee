// Options of the commands that check the arithmetic and machine code that cases rest on.
#include <memory>

#include "cli/commands.hpp"
#include "cli/options/options.hpp"

namespace lockstep::cli {

namespace {

void add_check_formats(CLI::App& check, int& code) {
  const auto options = std::make_shared<CheckFormatsOptions>();
  CheckFormatsOptions& o = *options;
  CLI::App* sub = check.add_subcommand(
      "formats", "Conversions to narrow formats: convert, and the vector loop, against a search");
  sub->add_flag("--exhaustive", o.exhaustive,
                "all 2^32 binary32 numbers, not only values, midpoints and neighbours");
  sub->add_option("--format", o.formats, "only this format; may be repeated")->allow_extra_args(false);
  sub->add_option("--conversion", o.conversions, "only this conversion, or all; may be repeated")
      ->allow_extra_args(false);
  sub->add_option("--against", o.against,
                  "let the search follow this conversion: shows that the check can fail");
  sub->add_option("--jobs", o.jobs, "threads (one per processor)")->check(CLI::Range(1, 1024));
  sub->callback([options, &code] { code = check_formats(*options); });
}

void add_check_matrix(CLI::App& check, int& code) {
  const auto options = std::make_shared<CheckMatrixOptions>();
  CheckMatrixOptions& o = *options;
  CLI::App* sub =
      check.add_subcommand("matrix", "Matrix units: the fast implementation against exact arithmetic");
  sub->add_option("--unit", o.units, "only this unit; may be repeated")->allow_extra_args(false);
  sub->add_option("--cases", o.cases, "dot products per unit (10000000)")->check(CLI::PositiveNumber);
  sub->add_option("--seed", o.seed, "seed of the dot products (1)");
  sub->add_option("--against", o.against,
                  "let exact arithmetic compute this unit: shows that the check can fail");
  sub->add_option("--jobs", o.jobs, "threads (one per processor)")->check(CLI::Range(1, 1024));
  sub->callback([options, &code] { code = check_matrix(*options); });
}

void add_check_waits(CLI::App& check, int& code) {
  const auto options = std::make_shared<CheckWaitsOptions>();
  CheckWaitsOptions& o = *options;
  CLI::App* sub = check.add_subcommand(
      "waits", "Drop or weaken every wait, barrier and s_nop of a kernel's machine code: who notices?");
  sub->add_option("KERNEL", o.kernels, "kernels, or KERNEL@ARCH (all)");
  sub->add_option("--case", o.lines, "run this case, instead of choosing some; may be repeated")
      ->allow_extra_args(false);
  sub->add_option("--build", o.build, "O3, O2 or the path of a code object (O3)");
  sub->add_option("--cases", o.cases, "cases to choose by the code they reach (8)")
      ->check(CLI::Range(1, 100));
  sub->add_option("--seeds", o.seeds, "random schedules, besides earliest and latest (2)")
      ->check(CLI::Range(0, 100));
  sub->add_option("--seed", o.seed, "seed of the cases and of the first random schedule (1)");
  sub->add_option("--limit", o.limit, "only so many mutants, spread over the code (all)");
  sub->add_option("--at", o.at, "only mutants of the instruction at this address; may be repeated")
      ->allow_extra_args(false);
  sub->add_option("--jobs", o.jobs, "threads (one per processor)")->check(CLI::Range(1, 1024));
  sub->add_flag("--first", o.first, "run a mutant only until something notices it: faster");
  sub->add_flag("--survivors", o.survivors, "print only the mutants that survive");
  sub->footer(
      "Per mutant and schedule: the finding, law or trap that noticed it. A survivor comes with the rule "
      "that\n"
      "explains it; exit code 1 when one has none.");
  sub->add_option("--json", o.json, "write the matrices as JSON");
  sub->add_option("--suppress", o.suppress, kSuppressions);
  sub->callback([options, &code] { code = check_waits(*options); });
}

void add_check(CLI::App& app, int& code) {
  CLI::App* check = app.add_subcommand(
      "check", "Check the arithmetic against its own slow twins, and a kernel's waits by dropping them");
  check->require_subcommand(1);
  for (const Add add : {add_check_formats, add_check_matrix, add_check_waits}) add(*check, code);
}

void add_disassemble(CLI::App& app, int& code) {
  const auto options = std::make_shared<DisassembleOptions>();
  DisassembleOptions& o = *options;
  CLI::App* sub =
      app.add_subcommand("disasm", "Print the instructions of a code object, and which are supported");
  sub->add_option("FILE", o.file, "a code object (.co, .hsaco, .o linked)")->required();
  sub->add_option("--kernel", o.kernel, "only this kernel");
  sub->add_flag("--json", o.json, "as JSON");
  sub->footer(
      "A '!' marks what the emulator does not execute. Exit codes: 0 when it knows every instruction, 2 when "
      "the file is no\ncode object or lacks the kernel, 3 when some instruction is unsupported.");
  sub->callback([options, &code] { code = disassemble(*options); });
}

void add_lint(CLI::App& app, int& code) {
  const auto options = std::make_shared<LintOptions>();
  LintOptions& o = *options;
  CLI::App* sub = app.add_subcommand(
      "lint",
      "Check waits, wait states and copies into LDS of code objects, over all paths, without running them");
  sub->add_option("FILE", o.paths, "code objects, and folders that are searched for them")->required();
  sub->add_option("--kernel", o.kernel, "only kernels of this name");
  sub->add_option("--json", o.json, "write results as JSON");
  sub->footer(
      "Exit codes: 0 when every kernel holds, 1 when one is falsified, 2 when a file can't be read, 3 when "
      "something is undecided or\nthere was no kernel to check.");
  sub->callback([options, &code] { code = lint(*options); });
}

}  // namespace

void add_check_commands(CLI::App& app, int& code) {
  for (const Add add : {add_check, add_disassemble, add_lint}) add(app, code);
}

}  // namespace lockstep::cli
