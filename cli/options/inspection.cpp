// Options of the commands that check what cases rest on, and of those that look into code objects.

#include "cli/arithmetic/commands.hpp"
#include "cli/cases/commands.hpp"
#include "cli/inspection/commands.hpp"
#include "cli/options/options.hpp"

namespace lockstep::cli {

namespace {

void add_check_formats(CLI::App& check, int& code) {
  const auto [sub, o] = command<CheckFormatsOptions>(
      check, code, "formats", "Check conversions to narrow formats against a search of the format's values",
      check_formats);
  sub->add_flag("--exhaustive", o.exhaustive,
                "convert all 2^32 binary32 numbers, not only values, midpoints and their neighbours");
  sub->add_option("--format", o.formats, "only this format; may be repeated")->allow_extra_args(false);
  sub->add_option("--conversion", o.conversions, "only this conversion, or 'all'; may be repeated")
      ->allow_extra_args(false);
  sub->add_option("--against", o.against,
                  "make the search follow this conversion, to show that the check can fail");
  sub->add_option("--jobs", o.jobs, kJobs)->check(CLI::Range(1, 1024));
}

void add_check_matrix(CLI::App& check, int& code) {
  const auto [sub, o] = command<CheckMatrixOptions>(
      check, code, "matrix", "Check the fast implementation of each matrix unit against exact arithmetic",
      check_matrix);
  sub->add_option("--unit", o.units, "only this unit; may be repeated")->allow_extra_args(false);
  sub->add_option("--cases", o.cases, "dot products per unit (default 10000000)")->check(CLI::PositiveNumber);
  sub->add_option("--seed", o.seed, "seed of the dot products (default 1)");
  sub->add_option("--against", o.against,
                  "make exact arithmetic compute this unit instead, to show that the check can fail");
  sub->add_option("--jobs", o.jobs, kJobs)->check(CLI::Range(1, 1024));
}

void add_check_lemmas(CLI::App& check, int& code) {
  const auto [sub, o] = command<CheckLemmasOptions>(
      check, code, "lemmas", "Check what proofs take for the same function of 32 bits, by all 2^32 values",
      check_lemmas);
  sub->add_option("--jobs", o.jobs, kJobs)->check(CLI::Range(1, 1024));
}

void add_hunt(CLI::App& app, int& code) {
  const auto [sub, o] = command<HuntOptions>(
      app, code, "hunt", "Run one case under many schedules and name the pair of instructions that races",
      lockstep::cli::hunt);
  sub->add_option("CASE", o.case_line, "a case line")->required();
  sub->add_option("--seeds", o.seeds, "random schedules, in addition to earliest and latest (default 8)")
      ->check(CLI::Range(0, 10000));
  sub->add_option("--seed", o.seed, "seed of the first random schedule (default 1)");
  sub->add_option("--step-limit", o.step_limit, kStepLimit)->check(CLI::PositiveNumber);
  sub->add_option("--json", o.json, "write the result to this file as JSON");
  add_severity_options(*sub, o.policy);
  add_notes_option(*sub, o.shown);
  sub->add_option("--suppress", o.suppress, kSuppressions);
  sub->footer(kKeys);
}

void add_check_waits(CLI::App& check, int& code) {
  const auto [sub, o] = command<CheckWaitsOptions>(
      check, code, "waits",
      "Drop or weaken each wait, barrier and s_nop in a kernel's machine code and report what detects it",
      check_waits);
  sub->add_option("KERNEL", o.kernels, "kernels, or KERNEL@ARCH (default: all)");
  sub->add_option("--case", o.lines, "run this case instead of choosing cases; may be repeated")
      ->allow_extra_args(false);
  sub->add_option("--build", o.build, "O3, O2 or the path of a code object (default O3)");
  sub->add_option("--cases", o.cases, "number of cases to choose, by the instructions they reach (default 8)")
      ->check(CLI::Range(1, 100));
  sub->add_option("--seeds", o.seeds, "random schedules, in addition to earliest and latest (default 2)")
      ->check(CLI::Range(0, 100));
  sub->add_option("--seed", o.seed, "seed of the cases and of the first random schedule (default 1)");
  sub->add_option("--limit", o.limit,
                  "test at most this many mutants, spread evenly over the program (default: all)");
  sub->add_option("--at", o.at, "test only mutants of the instruction at this address; may be repeated")
      ->allow_extra_args(false);
  sub->add_option("--jobs", o.jobs, kJobs)->check(CLI::Range(1, 1024));
  sub->add_flag("--first", o.first, "stop running a mutant at its first detection (faster)");
  sub->add_flag("--survivors", o.survivors, "print only surviving mutants");
  sub->footer(
      "Prints, for each mutant and schedule, the finding, law or trap that detected it. A survivor is "
      "printed "
      "with the rule\nthat explains it; the exit code is 1 when no rule explains one.");
  sub->add_option("--json", o.json, "write the matrices to this file as JSON");
  sub->add_option("--suppress", o.suppress, kSuppressions);
}

void add_check_compiler(CLI::App& check, int& code) {
  const auto [sub, o] = command<CheckCompilerOptions>(
      check, code, "compiler",
      "Check our rules of waits and wait states against LLVM 22's, on random programs, both ways",
      check_compiler);
  sub->add_option("--arch", o.arch, "the arch to compile for")->required();
  sub->add_option("--programs", o.programs, "number of programs (default 200)")->check(CLI::PositiveNumber);
  sub->add_option("--seed", o.seed, "seed of the first program; the next has the next one (default 1)");
  sub->add_option("--mode", o.mode, "normal, or expert, where vector instructions are ordered by s_wait_alu")
      ->check(CLI::IsMember({"normal", "expert"}));
  sub->add_option("--jobs", o.jobs,
                  "compile and judge so many batches at the same time (default: one per processor)")
      ->check(CLI::Range(1, 1024));
  sub->add_option("--save", o.save,
                  "write an example of each failure into this folder, shrunk: its assembly and machine IR");
  sub->footer(
      "What the compiler emits must hold in lint and under five schedules, and compute what a build with all "
      "waits does.\nWithout any one wait or wait state it must be falsified, but for what a table of the "
      "compiler's own caution explains.\nExit codes: 0 holds, 1 falsified or recall below 98 %, 77 without "
      "llc-22.");
}

void add_disassemble(CLI::App& app, int& code) {
  const auto [sub, o] = command<DisassembleOptions>(
      app, code, "disasm", "Print the instructions of a code object and mark unsupported ones", disassemble);
  sub->add_option("FILE", o.file, "a code object (.co, .hsaco, linked .o)")->required();
  sub->add_option("--kernel", o.kernel, "only this kernel");
  sub->add_flag("--json", o.json, "print JSON");
  sub->footer(
      "A '!' marks instructions that the emulator does not support. Exit codes: 0 when all are supported, 2 "
      "when the file is not a\ncode object or does not contain the kernel, 3 when some instruction is "
      "unsupported.");
}

void add_info(CLI::App& app, int& code) {
  const auto [sub, o] = command<InfoOptions>(
      app, code, "info",
      "Print what a code object is for: version, kernels, arguments, registers, LDS, waves per SIMD", info);
  sub->add_option("FILE", o.file, "a code object (.co, .hsaco, linked .o)")->required();
  sub->add_option("--kernel", o.kernel, "only this kernel");
  sub->add_option("--block", o.threads,
                  "threads of a workgroup, for the waves that LDS allows (default: the most)");
  sub->add_option("--dynamic-lds", o.dynamic_lds,
                  "bytes of LDS in addition to the kernel's static LDS (default 0)");
  sub->add_flag("--json", o.json, "print JSON");
  sub->footer(
      "Exit codes: 0 when every kernel can run, 2 when the file is not a code object or does not contain the "
      "kernel, 3 "
      "when a kernel\nmay reach an instruction that the emulator does not support, or can't be started.");
}

void add_lint(CLI::App& app, int& code) {
  const auto [sub, o] = command<LintOptions>(
      app, code, "lint",
      "Check waits, wait states and copies into LDS in code objects statically, over all paths", lint);
  sub->add_option("FILE", o.paths, "code objects, or folders to search for them")->required();
  sub->add_option("--kernel", o.kernel, "only the kernel of this name");
  add_finding_options(*sub, o.rules, o.shown);
  sub->add_option("--json", o.json, "write the results to this file as JSON");
  sub->add_option("--sarif", o.sarif, kSarif);
  add_severity_options(*sub, o.policy);
  sub->footer(
      "Examples:\n  lockstep lint gemm.co\n  lockstep lint --fail-on risk build/\n\nExit codes: 0 when every "
      "kernel holds, 1 when one is falsified, 2 when a file cannot be read, 3 when a "
      "result is undecided or\nthere was no kernel to check.");
}

void add_selftest(CLI::App& app, int& code) {
  const auto [sub, o] = command<SelfTestOptions>(
      app, code, "selftest",
      "Check on built-in programs that this installation finds a bug of each kind and accuses no right one",
      selftest);
  sub->add_option("--arch", o.arch, "only this arch");
  sub->add_option("--json", o.json, "write the results, versions and digests to this file as JSON");
  sub->add_option(
      "--images", o.images,
      "take the programs from selftest.ARCH.controls.co in this folder, to show that the check can fail");
  sub->add_flag("--no-checks", o.no_checks, "run without checks, to show that the check can fail");
  sub->footer(
      "Exit codes: 0 when every bug was found and every right program holds, 1 when one was not, 3 when a "
      "program could not run.");
}

}  // namespace

void add_inspection_commands(CLI::App& app, int& code) {
  add_group(
      app, code, "check",
      "Check the arithmetic against its reference implementations, the lemmas of proofs, a kernel's waits by "
      "mutation, our rules against the compiler, or a case under many schedules",
      {add_check_formats, add_check_matrix, add_check_lemmas, add_check_waits, add_check_compiler, add_hunt});
  add_group(app, code, "object", "Look into a code object: what it is for, its instructions",
            {add_info, add_disassemble});
  add_lint(app, code);
  add_selftest(app, code);
}

}  // namespace lockstep::cli
