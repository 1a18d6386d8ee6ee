// All families, and the options of the commands about Lockstep itself.
#include "cli/options/command_line.hpp"

#include <memory>

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/options/options.hpp"

namespace lockstep::cli {

namespace {

constexpr const char* kFooter =
    "Exit codes: 0 holds, 1 falsified, 2 usage (words, numbers, files), 3 inconclusive or nothing executed,\n"
    "            4 the kernel trapped, 77 skipped, 130 interrupted.\n"
    "Results go to standard output, progress to standard error.";

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
      "(waits), uses in\npublished gfx950 code + in kernels built by clang / in published gfx942 code.");
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

void add_general_commands(CLI::App& app, int& code) {
  for (const Add add : {add_list, add_bench}) add(app, code);
}

/// In the order of --help.
constexpr Add kFamilies[] = {add_case_commands, add_launch_commands, add_general_commands,
                             add_arithmetic_commands, add_check_commands};

}  // namespace

int run_command_line(int argc, char** argv, const char* version) {
  CLI::App app{"Lockstep proves low-precision GPU GEMM kernels right without the GPU.", "lockstep"};
  app.set_version_flag("--version", version);
  app.require_subcommand(1);
  app.footer(kFooter);
  int code = kUsage;
  for (const Add add : kFamilies) add(app, code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? kHolds : kUsage;
  }
  return code;
}

}  // namespace lockstep::cli
