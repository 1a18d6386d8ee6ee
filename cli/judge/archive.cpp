#include "cli/judge/archive.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/judge/tar.hpp"
#include "cli/judge/unpacking.hpp"
#include "cli/judge/zip.hpp"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

enum class Form : std::uint8_t { none, zip, tar };

Form form_of(const std::string& path) {
  constexpr std::size_t kMagicAt = 257;
  std::array<char, kMagicAt + 5> head{};
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), head.size());
  const std::string_view begin(head.data(), head.size());
  if (begin.starts_with("PK\x03\x04")) return Form::zip;
  if (begin.starts_with("\x1F\x8B") || begin.substr(kMagicAt) == "ustar") return Form::tar;
  return Form::none;
}

/// The first path in the launch that leaves its folder; empty: none does.
std::string path_outside(const json& of) {
  constexpr std::array<std::string_view, 3> kPaths{"object", "file", "expect"};
  if (!of.is_structured()) return {};
  for (const auto& [key, value] : of.items()) {
    const bool is_path = value.is_string() && std::ranges::find(kPaths, key) != kPaths.end();
    std::string found = is_path ? "" : path_outside(value);
    if (is_path && !stays_inside(value.get<std::string>())) found = value.get<std::string>();
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace

bool is_archive(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && form_of(path) != Form::none;
}

tl::expected<void, std::string> unpack(const std::string& archive, const std::string& folder) {
  Unpacking to(folder);
  const std::string problem = form_of(archive) == Form::zip ? read_zip(archive, to) : read_tar(archive, to);
  if (!problem.empty()) return tl::unexpected(fmt::format("{}: {}", archive, problem));
  return {};
}

tl::expected<std::string, std::string> launch_file_in(const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> folders{folder};
  for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error))
    if (i->is_directory(error)) folders.push_back(i->path());
  if (folders.size() > 2) folders.resize(1);
  for (const fs::path& in : folders)
    for (const char* name : {"LAUNCH.json", "launch.json"}) {
      const fs::path path = in / name;
      std::ifstream file(path, std::ios::binary);
      if (!file) continue;
      const json launch = json::parse(file, nullptr, false);
      if (const std::string outside = path_outside(launch); !outside.empty())
        return tl::unexpected(fmt::format("the launch file names '{}', outside the archive", outside));
      return path.string();
    }
  return tl::unexpected(std::string("the archive has no LAUNCH.json"));
}

}  // namespace lockstep::cli
