// Options of the commands about number formats and matrix instructions.
#include <memory>

#include "cli/commands.hpp"
#include "cli/options/options.hpp"

namespace lockstep::cli {

namespace {

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

}  // namespace

void add_arithmetic_commands(CLI::App& app, int& code) {
  for (const Add add : {add_probe, add_format, add_quantise, add_layout, add_mma}) add(app, code);
}

}  // namespace lockstep::cli
