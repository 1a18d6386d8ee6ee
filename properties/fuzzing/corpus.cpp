#include "properties/fuzzing/corpus.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "host/files.hpp"
#include "host/random.hpp"

namespace lockstep::fuzzing {

namespace {

std::uint64_t digest(std::string_view text) {
  std::uint64_t h = 0;
  for (const char ch : text) h = host::hash(h, std::uint8_t(ch));
  return h;
}

}  // namespace

tl::expected<std::vector<cases::Case>, std::string> read_cases(const std::string& path) {
  const auto text = host::read_text(path);
  if (!text) return tl::unexpected(text.error());
  if (text->find('\0') != std::string::npos)
    return tl::unexpected(fmt::format("{}: is no text, expected lines of cases", path));
  std::istringstream lines(*text);
  std::vector<cases::Case> found;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    auto c = cases::parse(line);
    if (!c) return tl::unexpected(fmt::format("{}:{}: {}", path, number, c.error()));
    found.push_back(std::move(*c));
  }
  return found;
}

tl::expected<std::vector<cases::Case>, std::string> read_corpus(const std::string& folder) {
  std::error_code missing;
  std::vector<std::string> paths;
  if (std::filesystem::exists(folder, missing) && !std::filesystem::is_directory(folder, missing))
    return tl::unexpected(fmt::format("--corpus {}: is a file, expected a folder", folder));
  for (const auto& entry : std::filesystem::directory_iterator(folder, missing))
    if (entry.path().extension() == ".case") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  std::vector<cases::Case> all;
  for (const std::string& path : paths) {
    auto some = read_cases(path);
    if (!some) return some;
    all.insert(all.end(), some->begin(), some->end());
  }
  return all;
}

tl::expected<std::string, std::string> save_to_corpus(const std::string& folder, const cases::Case& c,
                                                      std::string_view law) {
  const std::string line = cases::print(c);
  std::string path = fmt::format("{}/{}-{}-{:08x}.case", folder, c.kernel, law, std::uint32_t(digest(line)));
  const std::string contents = fmt::format("# falsifies {}\n{}\n", law, line);
  if (std::string failure = host::write_whole(path, contents); !failure.empty())
    return tl::unexpected(std::move(failure));
  return path;
}

}  // namespace lockstep::fuzzing
