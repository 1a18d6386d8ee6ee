// lockstep(1).
#include <fmt/format.h>

#include "cli/options/described.hpp"

namespace lockstep::cli {

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
