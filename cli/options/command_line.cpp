// All families, and the options of the commands about Lockstep itself.
#include "cli/options/command_line.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/options/described.hpp"
#include "cli/options/options.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/version.hpp"
#include "emulator/arch/arch.hpp"
#include "kernels/kernel.hpp"
#include "properties/cases/keys.hpp"

namespace lockstep::cli {

namespace {

constexpr const char* kFooter =
    "Exit codes: 0 holds, 1 falsified, 2 usage error (options, values, files), 3 inconclusive or no case run,\n"
    "            4 the kernel trapped, 77 skipped, 130 interrupted.\n"
    "Results go to standard output, progress to standard error.";

void add_list(CLI::App& app, int& code) {
  struct Options {
    std::string what, of;
    bool json = false, markdown = false;
    InstructionListOptions instructions;
  };
  const auto o = std::make_shared<Options>();
  CLI::App* sub =
      app.add_subcommand("list",
                         "List kernels, laws, judges, models, formats, conversions, recipes, archs, "
                         "layouts, instructions, keys, mutants, wait-states or errata");
  sub->add_option("WHAT", o->what, "one of these lists (default: all)");
  sub->add_option("KERNEL", o->of, "keys: of this kernel; common: those of every case (default: all)");
  sub->add_flag("--json", o->json, "print JSON");
  sub->add_flag(
      "--markdown", o->markdown,
      "print the table of kernels, of judges, of wait-states, or of the keys of KERNEL, as Markdown");
  sub->add_option("--arch", o->instructions.arch,
                  "instructions: " + arch::emulated_names("", "or") + " (default: gfx942 and gfx950)");
  sub->add_flag("--unsupported", o->instructions.unsupported,
                "instructions: only those that known kernels use and the emulator does not support");
  sub->footer(
      "Columns of the instruction list: propagation of undefined bits (dataflow); wait-state class (waits); uses "
      "in published\ngfx950 kernels + in kernels built with clang / in published gfx942 kernels.");
  sub->callback([o, &code] {
    o->instructions.json = o->json;
    if (!o->of.empty() && o->what != "keys")
      throw CLI::ValidationError("KERNEL", "is an argument of list keys only");
    code = o->what == "instructions" ? list_instructions(o->instructions)
           : o->what == "keys"       ? list_keys({o->of, o->json, o->markdown})
                                     : list(o->what, o->json, o->markdown);
  });
}

void add_bench(CLI::App& app, int& code) {
  const auto options = std::make_shared<BenchOptions>();
  CLI::App* sub = app.add_subcommand("bench", "Measure speed on one core, or on a GPU, as rates and ratios");
  sub->add_option("FILTER", options->filter, "only benchmarks whose name contains this");
  sub->add_option("--seconds", options->seconds, "seconds per measurement (default 0.4)")
      ->check(CLI::PositiveNumber);
  sub->add_option("--json", options->json, "write the results to this file as JSON");
  sub->add_option("--device", options->device, "time kernels on this GPU, as in hip:0 or cuda:0");
  sub->add_option(
         "--case", options->cases,
         "on a GPU: time this case instead; may be repeated, the first is what the others are held against")
      ->allow_extra_args(false);
  sub->add_option("--timeout", options->timeout, kTimeout)->check(CLI::PositiveNumber);
  sub->callback([options, &code] { code = bench(*options); });
}

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const kernels::Kernel& k : kernels::kernels())
    if (std::ranges::find(names, k.name) == names.end()) names.emplace_back(k.name);
  return names;
}

void add_completion(CLI::App& app, int& code) {
  const auto shell = std::make_shared<std::string>();
  CLI::App* sub =
      app.add_subcommand("completion", "Print a script with which a shell completes this command line");
  sub->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->option_text(" ");
  sub->footer(
      "Examples:\n  source <(lockstep completion bash)\n"
      "  lockstep completion zsh > ~/.zfunc/_lockstep\n"
      "  lockstep completion fish > ~/.config/fish/completions/lockstep.fish");
  sub->callback([shell, &app, &code] {
    fmt::print("{}", completion_script(*shell, described(app), kernel_names()));
    code = kHolds;
  });
}

void add_manual(CLI::App& app, int& code) {
  CLI::App* sub = app.add_subcommand("manual", "Print the manual page, in roff");
  sub->footer(
      "Examples:\n  lockstep manual | man -l -\n  lockstep manual > ~/.local/share/man/man1/lockstep.1");
  sub->callback([&app, &code] {
    fmt::print("{}", manual_page(described(app), version(), kFooter));
    code = kHolds;
  });
}

void add_general_commands(CLI::App& app, int& code) {
  for (const Add add : {add_list, add_bench, add_completion, add_manual}) add(app, code);
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  return names;
}

/// The first word where it is neither an option nor a command; else empty.
std::string unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return {};
  const std::vector<std::string> names = commands_of(app);
  return std::ranges::find(names, argv[1]) == names.end() ? argv[1] : "";
}

std::string nearest_command(const CLI::App& app, const std::string& word) {
  const std::vector<std::string> names = commands_of(app);
  const std::vector<std::string_view> views(names.begin(), names.end());
  return std::string(cases::nearest(word, views, 1).front());
}

/// In the order of --help.
constexpr Add kFamilies[] = {add_case_commands, add_launch_commands, add_general_commands,
                             add_arithmetic_commands, add_check_commands};

}  // namespace

int run_command_line(int argc, char** argv, const char* version) {
  CLI::App app{"Lockstep tests compiled low-precision GEMM kernels for AMD GPUs, bit for bit, without a GPU.",
               "lockstep"};
  app.set_version_flag("--version", version);
  app.require_subcommand(1);
  app.footer(kFooter);
  int code = kUsage;
  for (const Add add : kFamilies) add(app, code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (const std::string word = unknown_command(app, argc, argv); !word.empty()) {
      fmt::print(stderr, "lockstep: no command '{}'; nearest: {}; lockstep --help lists them\n", word,
                 nearest_command(app, word));
      return kUsage;
    }
    return app.exit(e) == 0 ? kHolds : kUsage;
  }
  return code;
}

}  // namespace lockstep::cli
