// Scripts that complete the command line in a shell, and lockstep(1).
#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "cli/options/command_line.hpp"

namespace lockstep::cli {

namespace {

using Commands = std::vector<DescribedCommand>;

std::string first_word(const std::string& name) {
  return name.substr(0, name.find(' '));
}

// A group of commands is completed as one, whose words and options are theirs.
struct Merged {
  std::string description;
  std::vector<std::string> words;  ///< words that an argument may be
  std::vector<DescribedOption> options;
};

std::vector<std::pair<std::string, Merged>> merged(const Commands& commands,
                                                   const std::vector<std::string>& kernels) {
  std::vector<std::pair<std::string, Merged>> all;
  for (const DescribedCommand& c : commands) {
    if (c.name.find(' ') == std::string::npos) all.push_back({c.name, {c.description, {}, {}}});
    Merged& m = all.back().second;
    if (c.name != first_word(c.name)) m.words.push_back(c.name.substr(c.name.find(' ') + 1));
    for (const DescribedOption& o : c.options)
      if (std::ranges::find(m.options, o.name, &DescribedOption::name) == m.options.end())
        m.options.push_back(o);
    for (const DescribedArgument& a : c.arguments)
      if (a.name == "KERNEL") m.words.insert(m.words.end(), kernels.begin(), kernels.end());
  }
  return all;
}

// Between single quotes.
std::string in_quotes(std::string_view text, std::string_view escaped = "") {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else
      out += (escaped.find(c) != std::string_view::npos ? "\\" : "") + std::string(1, c);
  }
  return out + "'";
}

std::string bash(const Commands& commands, const std::vector<std::string>& kernels) {
  std::string names, cases, values;
  for (const auto& [name, m] : merged(commands, kernels)) {
    names += (names.empty() ? "" : " ") + name;
    std::string options;
    for (const DescribedOption& o : m.options) {
      options += o.name + " ";
      if (!o.choices.empty())
        values += fmt::format("    {}/{}) COMPREPLY=($(compgen -W '{}' -- \"$now\")); return ;;\n", name,
                              o.name, fmt::join(o.choices, " "));
    }
    cases += fmt::format("    {}) options='{}' words='{}' ;;\n", name, options, fmt::join(m.words, " "));
  }
  return fmt::format(
      R"(# Completion of lockstep in bash: source this file, or put it into ~/.local/share/bash-completion/completions/lockstep
_lockstep() {{
  local now=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command=${{COMP_WORDS[1]}} options= words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '{} --help --version' -- "$now"))
    return
  fi
  case $command/$before in
{}  esac
  case $command in
{}  esac
  if [[ $now == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$now"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$now") $(compgen -f -- "$now"))
  fi
}}
complete -o filenames -F _lockstep lockstep
)",
      names, values, cases);
}

std::string zsh(const Commands& commands, const std::vector<std::string>& kernels) {
  std::string names, cases;
  for (const auto& [name, m] : merged(commands, kernels)) {
    names += "    " + in_quotes(name + ":" + m.description) + "\n";
    cases += fmt::format("    {}) _arguments", name);
    for (const DescribedOption& o : m.options) {
      const std::string ending = o.value.empty()     ? ""
                                 : o.choices.empty() ? ":value:_files"
                                                     : fmt::format(":value:({})", fmt::join(o.choices, " "));
      cases += " \\\n      " + in_quotes("*" + o.name + "[", "") + in_quotes(o.description, "[]:\\") +
               in_quotes("]" + ending);
    }
    const std::string words = fmt::format("{}", fmt::join(m.words, " "));
    cases += " \\\n      " +
             in_quotes(words.empty() ? "*:argument:_files" : fmt::format("*:argument:({})", words)) + " ;;\n";
  }
  return fmt::format(R"(#compdef lockstep
# Completion of lockstep in zsh: put this file into a folder of $fpath as _lockstep
_lockstep() {{
  local -a commands
  commands=(
{}  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
{}  esac
}}
compdef _lockstep lockstep
)",
                     names, cases);
}

std::string fish(const Commands& commands, const std::vector<std::string>& kernels) {
  std::string out =
      "# Completion of lockstep in fish: put this file into ~/.config/fish/completions/lockstep.fish\n";
  for (const auto& [name, m] : merged(commands, kernels)) {
    out += fmt::format("complete -c lockstep -n __fish_use_subcommand -a {} -d {}\n", name,
                       in_quotes(m.description));
    const std::string on = fmt::format("-n '__fish_seen_subcommand_from {}'", name);
    for (const DescribedOption& o : m.options)
      out += fmt::format("complete -c lockstep {} -l {}{}{} -d {}\n", on, o.name.substr(2),
                         o.value.empty() ? "" : " -r",
                         o.choices.empty() ? "" : fmt::format(" -f -a '{}'", fmt::join(o.choices, " ")),
                         in_quotes(o.description));
    if (!m.words.empty())
      out += fmt::format("complete -c lockstep {} -a '{}'\n", on, fmt::join(m.words, " "));
  }
  return out;
}

}  // namespace

std::string completion_script(const std::string& shell, const Commands& commands,
                              const std::vector<std::string>& kernels) {
  return shell == "bash"   ? bash(commands, kernels)
         : shell == "zsh"  ? zsh(commands, kernels)
         : shell == "fish" ? fish(commands, kernels)
                           : "";
}

namespace {

// Text that roff takes as it stands: no requests at the beginning of a line, no escapes, hyphens as they are
// typed.
std::string roff(const std::string& text) {
  std::string out;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
    begins = c == '\n';
  }
  return out;
}

}  // namespace

std::string manual_page(const std::vector<DescribedCommand>& commands, const std::string& version,
                        const std::string& ending) {
  std::string out = fmt::format(".TH LOCKSTEP 1 \"\" \"{}\" \"User Commands\"\n", roff(version));
  out += ".SH NAME\nlockstep \\- prove low\\-precision GPU kernels right without the GPU\n";
  out += ".SH SYNOPSIS\n.B lockstep\n.I COMMAND\n[\\fIOPTION\\fR ...] [\\fIARGUMENT\\fR ...]\n";
  out +=
      ".SH DESCRIPTION\nLockstep runs the machine code of AMD GPU kernels instruction by instruction on the "
      "CPU, and holds each "
      "output to a reference of its own.\n.SH COMMANDS\n";
  for (const DescribedCommand& c : commands) {
    out += fmt::format(".SS {}", roff(c.name));
    for (const DescribedArgument& a : c.arguments) out += fmt::format(" {}", a.name);
    out += "\n" + roff(c.description) + ".\n";
    for (const DescribedArgument& a : c.arguments)
      out += fmt::format(".TP\n.I {}\n{}\n", roff(a.name), roff(a.description));
    for (const DescribedOption& o : c.options)
      out += fmt::format(".TP\n.B {}{}\n{}\n", roff(o.name),
                         o.value.empty() ? "" : " \\fI" + o.value + "\\fR", roff(o.description));
    if (!c.footer.empty()) out += ".PP\n" + roff(c.footer) + "\n";
  }
  out += ".SH EXIT STATUS AND OUTPUT\n.nf\n" + roff(ending) + "\n.fi\n";
  return out;
}

}  // namespace lockstep::cli
