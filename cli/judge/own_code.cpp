#include "cli/judge/own_code.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include "host/demangle.hpp"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 8> kExtensions{".hip", ".cpp", ".cu", ".h",
                                                      ".hpp", ".cuh", ".py", ".s"};
/// A folder with more files than this is no kernel's.
constexpr std::size_t kLargestFolder = 10000;

bool is_source(const fs::path& path) {
  return std::ranges::find(kExtensions, path.extension().string()) != kExtensions.end();
}

/// The name without its namespaces, template arguments and parameters.
std::string bare(const std::string& symbol) {
  std::string name = host::demangled(symbol);
  name = name.substr(0, name.find('('));
  name = name.substr(0, name.find('<'));
  if (const std::size_t space = name.rfind(' '); space != std::string::npos) name = name.substr(space + 1);
  if (const std::size_t colons = name.rfind("::"); colons != std::string::npos)
    name = name.substr(colons + 2);
  return name;
}

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Whether a decorator stands above the last line: a plain function of Python's is no kernel.
bool is_decorated(std::string_view so_far) {
  const std::size_t line = so_far.rfind('\n');
  if (line == std::string_view::npos) return false;
  std::string_view above = so_far.substr(0, line);
  above = above.substr(above.rfind('\n') + 1);
  return above.find_first_not_of(' ') != std::string_view::npos && above[above.find_first_not_of(' ')] == '@';
}

/// "TYPE NAME(", in Python "def NAME(" below a decorator, or, of assembly, "NAME:" at the begin of a line.
bool defines(const std::string& text, const std::string& name) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    std::size_t before = at, end = at + name.size();
    while (before != 0 && text[before - 1] == ' ') --before;
    while (end < text.size() && text[end] == ' ') ++end;
    if (end == text.size() || (at != 0 && is_of_name(text[at - 1]))) continue;
    const bool begins_line = before == 0 || text[before - 1] == '\n';
    if (text[end] == ':' && begins_line) return true;
    if (text[end] != '(' || begins_line || before == at) continue;
    const std::string_view so_far = std::string_view(text).substr(0, before);
    if (so_far.ends_with("return")) continue;
    if (so_far.ends_with("def") ? is_decorated(so_far)
                                : is_of_name(so_far.back()) || so_far.back() == '*' || so_far.back() == ')')
      return true;
  }
  return false;
}

}  // namespace

OwnSources::OwnSources(const std::string& candidate) {
  std::error_code error;
  const bool is_folder = fs::is_directory(candidate, error);
  const fs::path file = fs::absolute(candidate, error);
  const auto add = [&](const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    texts_.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  };
  std::size_t files = 0;
  for (fs::recursive_directory_iterator i(is_folder ? file : file.parent_path(), error), end;
       !error && i != end && files < kLargestFolder; i.increment(error), ++files)
    if (i->is_regular_file(error) && is_source(i->path())) add(i->path());
}

bool OwnSources::define(const std::string& symbol) const {
  const std::string name = bare(symbol);
  return !name.empty() && std::ranges::any_of(texts_, [&](const std::string& t) { return defines(t, name); });
}

}  // namespace lockstep::cli
