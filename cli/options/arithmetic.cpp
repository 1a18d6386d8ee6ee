// Options of the commands about number formats and matrix instructions.

#include <fmt/format.h>

#include "cli/arithmetic/commands.hpp"
#include "cli/devices/commands.hpp"
#include "cli/options/options.hpp"
#include "emulator/arch/arch.hpp"

namespace lockstep::cli {

namespace {

void add_probe(CLI::App& app, int& code) {
  const auto [sub, o] = command<ProbeOptions>(
      app, code, "probe", "Identify which matrix models match the results of a device", probe);
  CLI::Option* device = sub->add_option("--device", o.device,
                                        fmt::format("{} or hip:0 (default emulated:{})",
                                                    arch::emulated_names("emulated:", ","), arch::kDefault));
  CLI::Option* model =
      sub->add_option("--model", o.model, "matrix model of an emulated device (default: that of its arch)");
  sub->add_option("--from", o.from, "evaluate a file written by --json instead of a device")
      ->excludes(device)
      ->excludes(model);
  sub->add_option("--json", o.json, "write the inputs and the observed bits to this file");
  sub->add_flag("--all", o.all, "print every probe, including each step of a series");
  sub->footer(
      "Exit codes: 0 when one model, or several that are the same function, match; 1 when none does; 3 when "
      "several do;\n"
      "            77 without a GPU or its driver.");
}

void add_order(CLI::App& app, int& code) {
  const auto [sub, o] = command<OrderOptions>(
      app, code, "order", "Find the order in which a matrix product D = A B^T adds, from its results alone",
      lockstep::cli::order);
  sub->add_option("PRODUCT", o.callable,
                  "FILE.py:FUNCTION or MODULE:FUNCTION, called with A and B; or what the emulator runs, or "
                  "with device=cuda:0 a GPU, as `compare` and `replay` take it: "
                  "KERNEL[@ARCH][:BUILD][,KEY=VALUE]... or a case's line")
      ->required();
  CLI::Option* k = sub->add_option("--k", o.k, "columns of a function's A and B, from 2 on");
  k->check(CLI::Range(2, 1 << 20));
  sub->add_option("--a", o.a, "format of A as ml_dtypes names it (default bfloat16)")->needs(k);
  sub->add_option("--b", o.b, "format of B (default: that of A)")->needs(k);
  sub->add_option("--rows", o.rows, "rows of A and of B in a call (default 128)")
      ->needs(k)
      ->check(CLI::Range(1, 4096));
  sub->add_option("--arrays", o.arrays,
                  "what the function takes: numpy arrays, torch tensors, or those of a device: torch:cuda:0")
      ->needs(k);
  CLI::Option* scales =
      sub->add_option("--scales", o.scales, "format of block scales, which are called with behind A and B")
          ->needs(k)
          ->check(CLI::IsMember({"float32", "float8_e8m0fnu"}));
  sub->add_option("--scale-block", o.scale_block, "consecutive k that a scale covers (default 128)")
      ->needs(scales)
      ->check(CLI::PositiveNumber);
  sub->add_option("--scale-rows", o.scale_rows, "rows of A and rows of B that share a scale (default 1,1)")
      ->needs(scales)
      ->delimiter(',')
      ->expected(2)
      ->check(CLI::PositiveNumber);
  sub->add_option("--seed", o.seed, "seed of the hostile operands (default 1)");
  sub->add_option("--json", o.json, "write the result to this file as JSON");
  sub->footer(
      "lockstep order my_gemm.py:multiply --k 512 --a float8_e4m3fn\n"
      "lockstep order torch:matmul --k 64 --arrays torch:cuda:0\n"
      "lockstep order grouped_gemm_masked@gfx950:recipe.json,k=512\n"
      "lockstep order grouped_gemm_masked@sm_90,device=cuda:0\n"
      "Exit codes: 0 when an order explains the results; 1 when they are not those of the order that the\n"
      "            kernel declares; 3 when none does, as with atomics.");
}

void add_format(CLI::App& app, int& code) {
  const auto [sub, o] = command<FormatOptions>(
      app, code, "format", "Decode bit patterns of a number format: fields, value, neighbours",
      lockstep::cli::format);
  sub->add_option("NAME", o.name, "a format, with or without the prefix float8_")->required();
  sub->add_option("CODE", o.codes, "bit patterns, as in 0x7e or 126")->required();
  sub->add_flag("--json", o.json, "print JSON");
}

void add_quantise(CLI::App& app, int& code) {
  const auto [sub, o] = command<QuantiseOptions>(
      app, code, "quantise", "Quantise a row of numbers, or drawn data, with block scales, and dequantise it",
      quantise);
  sub->add_option("--recipe", o.recipes,
                  "rule that derives the scale from the largest magnitude (default: all); may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  sub->add_option("--format", o.format, "element format; with --snr: only this");
  sub->add_option("--block", o.block,
                  "tensor, row, 1x128, 128x128, 1x32 or 1x16 (default 1x32); with --snr: only this");
  sub->add_option("--conversion", o.conversion,
                  "rounding and overflow of the elements (default ocp_saturate)");
  sub->add_option("--global-scale", o.global,
                  "scale of the whole tensor, which block scales are relative to, for recipes that have one");
  sub->add_option("VALUES", o.values, "numbers: decimal, 0x1.8p3, inf, nan");
  sub->add_flag("--packed", o.packed,
                "also print the scales as DeepGEMM packs them: four e8m0 values per 32-bit word");
  CLI::Option* snr = sub->add_flag("--snr", o.snr,
                                   "print the signal-to-noise ratios of what is in use on Gaussian data, "
                                   "heavy tails and outliers; --format "
                                   "and --block together name anything else");
  sub->add_option("--seed", o.seed, "--snr: seed of the data (default 1)")->needs(snr);
  sub->add_flag("--markdown", o.markdown,
                "--snr: print a table in Markdown, one row for recipes with the same ratios")
      ->needs(snr);
  sub->add_flag("--json", o.json, "print JSON");
}

void add_layout(CLI::App& app, int& code) {
  const auto [sub, o] = command<LayoutOptions>(
      app, code, "layout",
      "Print the register layout of a matrix instruction's operand (element to lane, register, bits) or the "
      "memory layout of scales",
      layout);
  sub->add_option("INSTRUCTION", o.instruction,
                  "a name from 'lockstep list layouts', or a memory layout: deepgemm_float_scales, "
                  "deepgemm_packed_scales")
      ->required();
  sub->add_option("--operand", o.operand, "A, B, C, D, scaleA, scaleB, or index of a sparse instruction");
  sub->add_option("--rows", o.rows, "memory layouts: rows of A, or columns of B");
  sub->add_option("--blocks", o.blocks, "memory layouts: number of k blocks");
  sub->add_option("--byte", o.byte, "memory layouts: print what this byte holds");
  sub->add_option("--arch", o.arch, "reject an instruction that this arch does not have, as in gfx950");
  for (const arch::Arch* const arch : arch::all())
    if (!arch->has(arch::Feature::warpgroups))  // layouts of wgmma are not known here
      sub->add_flag_callback(
          fmt::format("--{}", arch->name), [&o, arch] { o.arch = arch->name; },
          fmt::format("short for --arch {}", arch->name));
  sub->add_option("--format", o.format, "element format of an f8f6f4 operand (default e4m3fn)");
  sub->add_option(
      "--select", o.select,
      "scales: byte 0 to 3 of the register on gfx950; lower or upper lanes, 0 or 1, on gfx1250 (default 0)");
  sub->add_option("--lane", o.lane, "print only what this lane holds");
  sub->add_option("--register", o.reg,
                  "with --lane: print only what this register holds, counted from the operand's first");
  sub->add_flag("--csv", o.csv, "print CSV");
}

void add_mma(CLI::App& app, int& code) {
  const auto [sub, o] = command<MmaOptions>(
      app, code, "mma",
      "Filter: read dot products as hexadecimal bit patterns, one per line, and write their results", mma);
  sub->add_option("UNIT", o.unit, "a matrix unit from 'lockstep list models'")->required();
  sub->add_flag("--slow", o.slow, "use the reference implementation, in exact arithmetic");
  sub->add_option("--a", o.a_format, "format of a, where the unit accepts several (default e4m3fn)");
  sub->add_option("--b", o.b_format, "format of b, where the unit accepts several (default e4m3fn)");
  sub->footer(
      "Each line: a0 a1 ... / b0 b1 ... / c; scaled units take / scales of a ... / scales of b ... as well.");
}

void add_judges(CLI::App& app, int& code) {
  const auto [sub, o] = command<JudgesOptions>(
      app, code, "judges", "Run every planted bug and report which tolerances of other projects notice it",
      lockstep::cli::judges);
  sub->add_option("KERNEL", o.kernels, "kernels, or KERNEL@ARCH (default: all)");
  sub->add_option("--bug", o.bugs, "only this planted bug; may be repeated (default: all that are built)")
      ->allow_extra_args(false);
  sub->add_option("--cases", o.cases, "cases of each bug, and of each kernel without one (default 100)")
      ->check(CLI::PositiveNumber);
  sub->add_option("--seed", o.seed, "seed of the cases (default 1)");
  sub->add_option("--jobs", o.jobs, kJobs)->check(CLI::Range(1, 1024));
  sub->add_option("--json", o.json, "write the results to this file as JSON");
  sub->add_option("--markdown", o.markdown, "write the tables to this file as Markdown");
  sub->footer("A build has few planted bugs or none; `./lockstep mutants` builds them all.");
}

}  // namespace

void add_arithmetic_commands(CLI::App& app, int& code) {
  add_order(app, code);
  add_group(
      app, code, "arith",
      "Number formats, block scales, matrix instructions, and tolerances of other projects, by themselves",
      {add_format, add_quantise, add_mma, add_layout, add_probe, add_judges});
}

}  // namespace lockstep::cli
