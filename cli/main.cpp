#include <fmt/format.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <CLI/CLI.hpp>
#include <memory>

#include "commands.hpp"
#include "exit_code.hpp"
#include "lint_command.hpp"

namespace {

using namespace lockstep::cli;

constexpr const char* kFooter =
    "Exit codes: 0 holds, 1 falsified, 2 usage (words, numbers, files), 3 inconclusive or nothing executed,\n"
    "            4 the kernel trapped, 77 skipped, 130 interrupted.\n"
    "Results go to standard output, progress to standard error.";

constexpr const char* kRegions =
    "also report loads of bytes that are not to be read, such as padding, whatever becomes of them";
constexpr const char* kSuppressions =
    "accept the findings that a rule of this file covers: KIND KERNEL INSTRUCTION-OR-LINE  # REASON";

constexpr const char* kVersion =
    "lockstep " LOCKSTEP_VERSION " (" LOCKSTEP_GIT "), " LOCKSTEP_COMPILER ", LLVM " LOCKSTEP_LLVM;

void add_fuzz(CLI::App& app, int& code) {
  const auto options = std::make_shared<FuzzOptions>();
  FuzzOptions& o = *options;
  CLI::App* sub = app.add_subcommand(
      "fuzz", "Draw cases, run them, check laws; 60 s when neither --cases nor --time is given");
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
        if (used == 0 || factor == 0 || !(value > 0))
          throw CLI::ValidationError("--time", "'" + text + "' is not a time, as in 60s, 5m, 1h");
        o.seconds = value * factor;
      },
      "time to spend, as in 60s, 5m, 1h");
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
  sub->add_flag("--regions", o.regions, kRegions);
  sub->add_option("--suppress", o.suppress, kSuppressions);
  sub->callback([options, &code] { code = fuzz(*options); });
}

void add_replay(CLI::App& app, int& code) {
  const auto options = std::make_shared<ReplayOptions>();
  ReplayOptions& o = *options;
  CLI::App* sub = app.add_subcommand("replay", "Run one case from its line, or all cases of files");
  sub->add_option("CASE", o.words, "a case line, or files of them")->required();
  sub->add_option("--every", o.every, "of each file the first of every N cases (1)")
      ->check(CLI::PositiveNumber);
  sub->add_option("--law", o.laws, "check only this law; may be repeated");
  sub->add_option("--threads", o.threads, "host threads for the workgroups of one run (1)")
      ->check(CLI::Range(1, 1024));
  sub->add_option("--json", o.json, "write results as JSON");
  sub->add_flag("--regions", o.regions, kRegions);
  sub->add_option("--suppress", o.suppress, kSuppressions);
  sub->callback([options, &code] { code = replay(*options); });
}

void add_launch_flags(CLI::App& sub, LaunchFlags& l) {
  sub.add_option("--object", l.object, "code object");
  sub.add_option("--kernel", l.kernel, "kernel, where the object has several");
  sub.add_option("--grid", l.grid, "workgroups, as in 4,2,1");
  sub.add_option("--block", l.block, "threads of one, as in 256,1,1");
  sub.add_option("--dynamic-lds", l.dynamic_lds, "bytes of LDS beyond the kernel's own (0)");
  sub.add_option("--buffer", l.buffers, "as in name=a,size=1024,random=f32,low=-1,high=1; may be repeated")
      ->allow_extra_args(false);
  sub.add_option("--arg", l.arguments, "as in pointer=a,offset=16 or i32=5 or at=8,f32=1; may be repeated")
      ->allow_extra_args(false);
  sub.add_option("--argument-bytes", l.argument_bytes, "size of the argument segment (the metadata's)");
  sub.add_option("--output", l.outputs, "as in buffer=c,file=c.bin,expect=right.bin; may be repeated")
      ->allow_extra_args(false);
  sub.add_option("--model", l.model, "matrix model (the first of the arch)");
  sub.add_option("--schedule", l.schedule, "earliest, latest or random:SEED (earliest)");
  sub.add_option("--seed", l.seed, "of what undefined memory and registers read as (1)");
  sub.add_option("--step-limit", l.step_limit, "instructions of one wave before it counts as stuck");
  sub.add_flag("--no-checks", l.no_checks, "report no findings, only traps");
}

void add_run(CLI::App& app, int& code) {
  const auto options = std::make_shared<RunOptions>();
  RunOptions& o = *options;
  CLI::App* sub = app.add_subcommand("run", "Run anybody's kernel, described by a file, flags, or both");
  sub->add_option("LAUNCH", o.launch.file, "a launch as JSON (docs/json.md); flags go over what it says");
  add_launch_flags(*sub, o.launch);
  sub->add_option("--threads", o.launch.threads, "host threads for the workgroups (1)");
  sub->add_option("--json", o.json, "write the result as JSON");
  sub->add_flag("--regions", o.regions, kRegions);
  sub->add_option("--suppress", o.suppress, kSuppressions);
  sub->callback([options, &code] { code = run_launch(*options); });
}

void add_trace(CLI::App& app, int& code) {
  const auto options = std::make_shared<TraceOptions>();
  TraceOptions& o = *options;
  CLI::App* sub =
      app.add_subcommand("trace", "Log what one wave of a case or a launch executes, with values");
  sub->add_option("CASE", o.words, "a case line, a file with one, or a launch (.json)");
  sub->add_option("--workgroup", o.workgroup, "X,Y,Z (0,0,0)");
  sub->add_option("--wave", o.wave, "of the workgroup (0)")->check(CLI::Range(0, 15));
  sub->add_option("--launch", o.launch_number, "of a case with several launches (0)")
      ->check(CLI::Range(0, 1000));
  sub->add_option("--from", o.from, "first instruction: an address such as 0x1a00, or how many to pass over");
  sub->add_option("--count", o.count, "instructions to log (100; 0: all)");
  sub->add_flag("--json", o.json, "a line of JSON per instruction");
  add_launch_flags(*sub, o.launch);
  sub->callback([options, &code] { code = trace(*options); });
}

void add_hunt(CLI::App& app, int& code) {
  const auto options = std::make_shared<HuntOptions>();
  HuntOptions& o = *options;
  CLI::App* sub = app.add_subcommand(
      "hunt", "Run one case under many schedules and name the pair of instructions that races");
  sub->add_option("CASE", o.words, "a case line")->required();
  sub->add_option("--seeds", o.seeds, "random schedules, besides earliest and latest (8)")
      ->check(CLI::Range(0, 10000));
  sub->add_option("--seed", o.seed, "seed of the first random schedule (1)");
  sub->add_option("--json", o.json, "write the result as JSON");
  sub->add_option("--suppress", o.suppress, kSuppressions);
  sub->callback([options, &code] { code = lockstep::cli::hunt(*options); });
}

void add_format(CLI::App& app, int& code) {
  const auto options = std::make_shared<FormatOptions>();
  FormatOptions& o = *options;
  CLI::App* sub =
      app.add_subcommand("format", "Take codes of a number format apart: fields, value, neighbours");
  sub->add_option("NAME", o.name, "a format, with or without float8_")->required();
  sub->add_option("CODE", o.codes, "codes, as in 0x7e or 126")->required();
  sub->add_flag("--json", o.json, "as JSON");
  sub->callback([options, &code] { code = lockstep::cli::format(*options); });
}

void add_quantise(CLI::App& app, int& code) {
  const auto options = std::make_shared<QuantiseOptions>();
  QuantiseOptions& o = *options;
  CLI::App* sub = app.add_subcommand("quantise", "Quantise a row of numbers by block scales, and back");
  sub->add_option("--recipe", o.recipes, "rule from largest magnitude to scale (all); may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  sub->add_option("--format", o.format, "element format")->required();
  sub->add_option("--block", o.block, "tensor, row, 1x128, 128x128, 1x32 or 1x16 (1x32)");
  sub->add_option("--conversion", o.conversion, "rounding and overflow of the elements (ocp_saturate)");
  sub->add_option("VALUES", o.values, "numbers: decimal, 0x1.8p3, inf, nan")->required();
  sub->add_flag("--packed", o.packed, "also the scales as DeepGEMM packs them, four e8m0 to a word");
  sub->add_flag("--json", o.json, "as JSON");
  sub->callback([options, &code] { code = quantise(*options); });
}

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
  add_check_formats(*check, code);
  add_check_matrix(*check, code);
  add_check_waits(*check, code);
}

void add_mma(CLI::App& app, int& code) {
  const auto options = std::make_shared<MmaOptions>();
  MmaOptions& o = *options;
  CLI::App* sub = app.add_subcommand("mma", "A pipe: lines of hexadecimal codes in, one result each out");
  sub->add_option("UNIT", o.unit, "a matrix unit, as `lockstep list models` prints them")->required();
  sub->add_flag("--slow", o.slow, "the other implementation, in exact arithmetic");
  sub->add_option("--a", o.a_format, "format of a, where the unit takes several (e4m3fn)");
  sub->add_option("--b", o.b_format, "format of b, where the unit takes several (e4m3fn)");
  sub->footer(
      "Each line: a0 a1 ... / b0 b1 ... / c, and for scaled units also / scales of a ... / scales of b ...");
  sub->callback([options, &code] { code = mma(*options); });
}

void add_probe(CLI::App& app, int& code) {
  const auto options = std::make_shared<ProbeOptions>();
  ProbeOptions& o = *options;
  CLI::App* sub = app.add_subcommand("probe", "Name the matrix models that survive what a device answers");
  CLI::Option* device =
      sub->add_option("--device", o.device, "emulated:gfx950, emulated:gfx942 or hip:0 (emulated:gfx950)");
  CLI::Option* model =
      sub->add_option("--model", o.model, "matrix model of an emulated device (the first of its arch)");
  sub->add_option("--from", o.from, "judge this file, that --json wrote, instead of a device")
      ->excludes(device)
      ->excludes(model);
  sub->add_option("--json", o.json, "write inputs and observed bits, to send");
  sub->add_flag("--all", o.all, "print every probe, the rungs of ladders too");
  sub->footer(
      "Exit codes: 0 when one model, or models that are one function, survive; 1 when none does; 3 when "
      "several do;\n"
      "            77 without a GPU or its driver.");
  sub->callback([options, &code] { code = probe(*options); });
}

void add_layout(CLI::App& app, int& code) {
  const auto options = std::make_shared<LayoutOptions>();
  LayoutOptions& o = *options;
  CLI::App* sub = app.add_subcommand(
      "layout",
      "Print where a matrix instruction's operand lies: element to lane, register and bits; or where a scale "
      "lies in memory");
  sub->add_option("INSTRUCTION", o.instruction,
                  "as in 'lockstep list layouts'; or a layout in memory: deepgemm_float_scales, "
                  "deepgemm_packed_scales")
      ->required();
  sub->add_option("--operand", o.operand, "A, B, C, D, scaleA or scaleB");
  sub->add_option("--rows", o.rows, "of a layout in memory: rows of A, or columns of B");
  sub->add_option("--blocks", o.blocks, "of a layout in memory: blocks of k");
  sub->add_option("--byte", o.byte, "the inverse of a layout in memory: what this byte holds");
  sub->add_option("--arch", o.arch, "refuse an instruction that this arch lacks, as in gfx950");
  for (const char* arch : {"gfx908", "gfx90a", "gfx942", "gfx950", "gfx1201", "gfx1250"})
    sub->add_flag_callback(
        std::string("--") + arch, [&o, arch] { o.arch = arch; }, std::string("--arch ") + arch);
  sub->add_option("--format", o.format, "elements of an f8f6f4 operand (e4m3fn)");
  sub->add_option(
      "--select", o.select,
      "of a scale: byte 0 to 3 of its register on gfx950, lower or upper lanes (0, 1) on gfx1250 (0)");
  sub->add_option("--lane", o.lane, "the inverse: only what lies in this lane");
  sub->add_option("--register", o.reg,
                  "with --lane: only what lies in this register, counted from the operand's first");
  sub->add_flag("--csv", o.csv, "as CSV");
  sub->callback([options, &code] { code = layout(*options); });
}

void add_list(CLI::App& app, int& code) {
  struct Options {
    std::string what;
    bool json = false, markdown = false;
    InstructionListOptions instructions;
  };
  const auto o = std::make_shared<Options>();
  CLI::App* sub = app.add_subcommand("list",
                                     "Print what there is: kernels, laws, models, formats, conversions, "
                                     "recipes, archs, layouts, instructions, mutants");
  sub->add_option("WHAT", o->what, "one of the lists (all)");
  sub->add_flag("--json", o->json, "as JSON");
  sub->add_flag("--markdown", o->markdown, "the table of kernels, for a document");
  sub->add_option("--arch", o->instructions.arch, "of instructions: gfx942 or gfx950 (both)");
  sub->add_flag("--unsupported", o->instructions.unsupported,
                "of instructions: only those that kernels use and the machine lacks");
  sub->footer(
      "The rows of instructions: how undefined bits travel (dataflow), the class that wait states go by "
      "(waits), uses "
      "in\npublished gfx950 code + in kernels built by clang / in published gfx942 code.");
  sub->callback([o, &code] {
    o->instructions.json = o->json;
    code =
        o->what == "instructions" ? list_instructions(o->instructions) : list(o->what, o->json, o->markdown);
  });
}

void add_bench(CLI::App& app, int& code) {
  const auto options = std::make_shared<BenchOptions>();
  CLI::App* sub = app.add_subcommand("bench", "Measure speed on one core, with ratios within the run");
  sub->add_option("FILTER", options->filter, "only benchmarks whose name contains this");
  sub->add_option("--seconds", options->seconds, "time per measurement (0.4)")->check(CLI::PositiveNumber);
  sub->add_option("--json", options->json, "write results as JSON");
  sub->callback([options, &code] { code = bench(*options); });
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
      "the file is "
      "no\ncode object or lacks the kernel, 3 when some instruction is unsupported.");
  sub->callback([options, &code] { code = disassemble(*options); });
}

/// One row per word of the command line, in the order of --help.
using Add = void (*)(CLI::App& app, int& code);
constexpr Add kCommands[] = {add_fuzz,   add_replay, add_hunt,  add_run,         add_trace,
                             add_list,   add_bench,  add_probe, add_format,      add_quantise,
                             add_layout, add_mma,    add_check, add_disassemble, add_lint};

int run(int argc, char** argv) {
  CLI::App app{"Lockstep proves low-precision GPU GEMM kernels right without the GPU.", "lockstep"};
  app.set_version_flag("--version", kVersion);
  app.require_subcommand(1);
  app.footer(kFooter);
  int code = kUsage;
  for (const Add add : kCommands) add(app, code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? kHolds : kUsage;
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) {
#if defined(__GLIBC__)
  // Every run has fresh device memory: what goes back to the system in between is cleared and mapped again.
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
#endif
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
