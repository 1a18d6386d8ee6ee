#include "cli/output/paint.hpp"

#include <array>
#include <cstdlib>
#include <utility>

#include <unistd.h>

namespace lockstep::cli {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kColours{{
    {"FALSIFIED", "\x1b[1;31m"},
    {"falsified", "\x1b[31m"},
    {"trapped", "\x1b[31m"},
    {"INCONCLUSIVE", "\x1b[1;33m"},
    {"inconclusive", "\x1b[33m"},
    {"HOLDS", "\x1b[1;32m"},
    {"holds", "\x1b[32m"},
}};

bool takes_colours() {
  const char* const kind = std::getenv("TERM");
  const char* const none = std::getenv("NO_COLOR");
  return ::isatty(STDOUT_FILENO) != 0 && (none == nullptr || *none == '\0') &&
         (kind == nullptr || std::string_view(kind) != "dumb");
}

}  // namespace

std::string painted(std::string_view text) {
  if (!takes_colours()) return std::string(text);
  std::string out;
  while (!text.empty()) {
    const std::string_view line =
        text.substr(0, text.find('\n') + 1 == 0 ? text.size() : text.find('\n') + 1);
    text.remove_prefix(line.size());
    std::string_view rest = line;
    for (const auto& [word, colour] : kColours)
      if (line.starts_with(word) && (line.size() == word.size() || line[word.size()] == ' ')) {
        out.append(colour).append(word).append("\x1b[0m");
        rest.remove_prefix(word.size());
        break;
      }
    out += rest;
  }
  return out;
}

}  // namespace lockstep::cli
