// All families, and the options of the commands about Lockstep itself.
#include "cli/options/command_line.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/inspection/commands.hpp"
#include "cli/options/options.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/version.hpp"
#include "emulator/arch/arch.hpp"
#include "kernels/kernel.hpp"
#include "properties/cases/keys.hpp"

namespace lockstep::cli {

namespace {

// CLI11 says the members of a set in its type name: "TEXT:{declared,any}".
std::vector<std::string> choices_in(const std::string& type) {
  std::vector<std::string> all;
  const std::size_t open = type.find('{'), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos) return all;
  std::string word;
  for (std::size_t i = open + 1; i <= close; ++i)
    if (type[i] == ',' || i == close)
      all.push_back(word), word.clear();
    else
      word += type[i];
  return all;
}

DescribedCommand command_of(const CLI::App& app, const std::string& name) {
  DescribedCommand command{name, app.get_description(), app.get_footer(), {}, {}};
  for (const CLI::Option* o : app.get_options()) {
    if (o->get_positional()) command.arguments.push_back({o->get_single_name(), o->get_description()});
    if (o->get_lnames().empty()) continue;
    const bool is_flag = o->get_items_expected_max() == 0;
    const std::string type = o->get_type_name();
    command.options.push_back({"--" + o->get_lnames().front(),
                               is_flag ? "" : type.substr(0, type.find_first_of(":{ ")), o->get_description(),
                               choices_in(type)});
    if (!is_flag && command.options.back().value.empty()) command.options.back().value = "VALUE";
  }
  return command;
}

void add(const CLI::App& app, const std::string& before, std::vector<DescribedCommand>& all) {
  const auto is_shown = [](const CLI::App* sub) { return !sub->get_group().empty(); };
  for (const CLI::App* sub : app.get_subcommands(is_shown)) {
    all.push_back(command_of(*sub, before + sub->get_name()));
    add(*sub, before + sub->get_name() + " ", all);
  }
}

}  // namespace

std::vector<DescribedCommand> described(const CLI::App& app) {
  std::vector<DescribedCommand> all;
  add(app, "", all);
  return all;
}

namespace {

constexpr const char* kFooter =
    "Exit codes: 0 holds, 1 falsified, 2 usage error (options, values, files), 3 inconclusive or no case "
    "run,\n"
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
      "Columns of the instruction list: propagation of undefined bits (dataflow); wait-state class (waits); "
      "uses "
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
  const auto [sub, o] = command<BenchOptions>(
      app, code, "bench", "Measure speed on one core, or on a GPU, as rates and ratios", bench);
  sub->add_option("FILTER", o.filter, "only benchmarks whose name contains this");
  sub->add_option("--seconds", o.seconds, "seconds per measurement (default 0.4)")
      ->check(CLI::PositiveNumber);
  sub->add_option("--json", o.json, "write the results to this file as JSON");
  sub->add_option("--device", o.device, "time kernels on this GPU, as in hip:0 or cuda:0");
  sub->add_option(
         "--case", o.cases,
         "on a GPU: time this case instead; may be repeated, the first is what the others are held against")
      ->allow_extra_args(false);
  sub->add_option("--timeout", o.timeout, kTimeout)->check(CLI::PositiveNumber);
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
      "Examples:\n  source <(lockstep shell completion bash)\n"
      "  lockstep shell completion zsh > ~/.zfunc/_lockstep\n"
      "  lockstep shell completion fish > ~/.config/fish/completions/lockstep.fish");
  sub->callback([shell, &app, &code] {
    fmt::print("{}", completion_script(*shell, described(*app.get_parent()), kernel_names()));
    code = kHolds;
  });
}

void add_manual(CLI::App& app, int& code) {
  CLI::App* sub = app.add_subcommand("manual", "Print the manual page, in roff");
  sub->footer(
      "Examples:\n  lockstep shell manual | man -l -\n  lockstep shell manual > "
      "~/.local/share/man/man1/lockstep.1");
  sub->callback([&app, &code] {
    fmt::print("{}", manual_page(described(*app.get_parent()), version(), kFooter));
    code = kHolds;
  });
}

void add_general_commands(CLI::App& app, int& code) {
  for (const Add add : {add_list, add_bench}) add(app, code);
  add_group(app, code, "shell", "Print what a shell takes: completion of this command line, the manual page",
            {add_completion, add_manual});
}

/// The group of a command that once stood by itself and may still be named so; nullptr: it never did.
const char* group_of(std::string_view word) {
  constexpr std::pair<std::string_view, const char*> kGroups[] = {
      {"format", "arith"}, {"quantise", "arith"},   {"mma", "arith"},   {"layout", "arith"},
      {"probe", "arith"},  {"judges", "arith"},     {"info", "object"}, {"disasm", "object"},
      {"hunt", "check"},   {"completion", "shell"}, {"manual", "shell"}};
  const auto* const found =
      std::ranges::find(kGroups, word, &std::pair<std::string_view, const char*>::first);
  return found == std::end(kGroups) ? nullptr : found->second;
}

/// The name of each command, behind that of its group.
std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const DescribedCommand& c : described(app)) names.push_back(c.name);
  return names;
}

bool has(const CLI::App& app, const std::string& command) {
  return !app.get_subcommands([&](const CLI::App* sub) { return sub->get_name() == command; }).empty();
}

/// The command whose last word is nearest to `word`.
std::string nearest_command(const CLI::App& app, const std::string& word) {
  const std::vector<std::string> names = commands_of(app);
  std::vector<std::string_view> last;
  for (const std::string& name : names) last.push_back(std::string_view(name).substr(name.rfind(' ') + 1));
  const auto nearest = cases::nearest(word, last, 1).front();
  return names[std::size_t(std::ranges::find(last, nearest) - last.begin())];
}

bool is_option(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && word != "--" &&
         std::string_view("0123456789.").find(word[1]) == word.npos;
}

/// "--cases" and the like; and those that stand before a value.
struct OptionNames {
  std::vector<std::string> all, with_value;
};

OptionNames options_of(const CLI::App& command) {
  OptionNames names;
  for (const CLI::Option* option : command.get_options()) {
    std::vector<std::string> spelt;
    for (const std::string& name : option->get_lnames()) spelt.push_back("--" + name);
    for (const std::string& name : option->get_snames()) spelt.push_back("-" + name);
    names.all.insert(names.all.end(), spelt.begin(), spelt.end());
    if (option->get_items_expected_min() > 0)
      names.with_value.insert(names.with_value.end(), spelt.begin(), spelt.end());
  }
  return names;
}

/// The first of a command's words that is an option and none of its own; empty: there is none before what may
/// be words of a program.
std::string unknown_option(const OptionNames& names, std::span<const std::string> words, bool has_program) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    std::string name = words[i].substr(0, words[i].find('='));
    if (!is_option(name) && has_program) return {};
    if (!is_option(name)) continue;
    if (std::ranges::find(names.all, name) == names.all.end()) return name;
    if (name == words[i] && std::ranges::find(names.with_value, name) != names.with_value.end()) ++i;
  }
  return {};
}

/// What is wrong with words that a command does not take; empty: nothing that could be said better than by
/// CLI11, which complains of another word, or of one that is missing.
std::string mistake(const CLI::App& app, std::span<const std::string> words) {
  const CLI::App* command = &app;
  std::string path = "lockstep";
  if (!words.empty() && words.front() == "campaign")
    return "campaign is in Python: run it by ./lockstep of a clone, or by the lockstep that a wheel installs";
  for (; !words.empty() && has(*command, words.front()); words = words.subspan(1)) {
    command = command->get_subcommand(words.front());
    path += " " + words.front();
  }
  const bool is_group = !command->get_subcommands([](const CLI::App*) { return true; }).empty();
  if (is_group && !words.empty() && !is_option(words.front()))
    return fmt::format("no command '{}'; nearest: {}; {} --help lists them", words.front(),
                       nearest_command(*command, words.front()), path);
  const OptionNames names = options_of(*command);
  const std::string option = unknown_option(names, words, command->get_name() == "exec");
  if (option.empty()) return {};
  const std::vector<std::string_view> known(names.all.begin(), names.all.end());
  constexpr std::size_t kLetter = 2;  // as in -x: every other option of one letter is equally near
  const std::string nearest =
      option.size() > kLetter ? fmt::format("; nearest: {}", cases::nearest(option, known, 1).front()) : "";
  return fmt::format("no option '{}'{}; {} --help lists them", option, nearest, path);
}

/// In the order of --help.
constexpr Add kFamilies[] = {add_case_commands, add_launch_commands, add_general_commands,
                             add_arithmetic_commands, add_inspection_commands};

}  // namespace

int run_command_line(int argc, char** argv, const char* version) {
  CLI::App app{"Lockstep tests compiled low-precision GEMM kernels for AMD GPUs, bit for bit, without a GPU.",
               "lockstep"};
  app.set_version_flag("--version", version);
  app.require_subcommand(1);
  app.footer(kFooter);
  int code = kUsage;
  for (const Add add : kFamilies) add(app, code);
  std::vector<std::string> words(argv + 1, argv + argc);
  if (const char* const group = words.empty() ? nullptr : group_of(words.front())) {
    fmt::print(stderr, "lockstep: `{}` is now `{} {}`\n", words.front(), group, words.front());
    words.insert(words.begin(), group);
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 reads the last word first
  } catch (const CLI::ParseError& e) {
    const auto its_code = CLI::ExitCodes(e.get_exit_code());
    const bool of_words =
        its_code == CLI::ExitCodes::ExtrasError || its_code == CLI::ExitCodes::RequiredError;
    const std::string why = of_words ? mistake(app, words) : "";
    if (why.empty()) return app.exit(e) == 0 ? kHolds : kUsage;
    fmt::print(stderr, "lockstep: {}\n", why);
    return kUsage;
  }
  return code;
}

}  // namespace lockstep::cli
