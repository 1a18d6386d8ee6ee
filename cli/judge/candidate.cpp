#include "cli/judge/candidate.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "host/archives/archive.hpp"
#include "host/archives/unpacking.hpp"
#include "host/files.hpp"
#include "host/json_reader.hpp"
#include "host/process.hpp"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// What nobody writes is nested deeper than this.
constexpr int kDeepest = 32;

/// What is wrong with the paths in the launch: the first that leaves its folder. Empty: nothing.
std::string problem_of_paths(const json& of, int depth = 0) {
  constexpr std::array<std::string_view, 3> kPaths{"object", "file", "expect"};
  if (!of.is_structured()) return {};
  if (depth > kDeepest) return "is nested too deep";
  for (const auto& [key, value] : of.items()) {
    const bool is_path = value.is_string() && std::ranges::find(kPaths, key) != kPaths.end();
    std::string problem = is_path ? "" : problem_of_paths(value, depth + 1);
    if (is_path && !host::stays_inside(value.get<std::string>()))
      problem = fmt::format("names {}, outside the archive", host::shown(value.get<std::string>()));
    if (!problem.empty()) return problem;
  }
  return {};
}

/// The launch file of an unpacked capsule, in `folder` or in the only folder there. Fails where there is
/// none, or it names a file outside.
tl::expected<std::string, std::string> launch_file_in(const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> folders{folder};
  for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error))
    if (i->is_directory(error)) folders.push_back(i->path());
  if (folders.size() > 2) folders.resize(1);
  for (const fs::path& in : folders)
    for (const char* name : {"LAUNCH.json", "launch.json"}) {
      const fs::path path = in / name;
      if (!fs::is_regular_file(path, error)) continue;
      const auto text = host::read_text(path.string());
      if (!text) return tl::unexpected(text.error());
      // By the reader that reads it later: what it takes for a path is looked at.
      const auto launch = host::parse_json(*text);
      const std::string problem = launch ? problem_of_paths(*launch) : launch.error();
      if (!problem.empty()) return tl::unexpected(fmt::format("its {}: {}", name, problem));
      return path.string();
    }
  return tl::unexpected(std::string("the archive has no LAUNCH.json"));
}

}  // namespace

tl::expected<JudgedFile, std::string> find_judged(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    for (const char* name : {"LAUNCH.json", "launch.json"})
      if (fs::exists(fs::path(path) / name, ignored))
        return JudgedFile{JudgedKind::launch, (fs::path(path) / name).string()};
    return tl::unexpected(fmt::format("{}: the folder has no LAUNCH.json", path));
  }
  // A pipe may have no writer, and what it holds is read only once.
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored))
    return tl::unexpected(fmt::format("{}: is neither a file nor a folder", path));
  std::ifstream file(path, std::ios::binary);
  if (!file) return tl::unexpected(fmt::format("{}: can't be read", path));
  const std::string extension = fs::path(path).extension().string();
  if (extension == ".hip" || extension == ".cpp") return JudgedFile{JudgedKind::source, path};
  char magic[4] = {};
  file.read(magic, sizeof magic);
  const bool is_elf = std::string_view(magic, sizeof magic) == "\177ELF";
  return JudgedFile{is_elf ? JudgedKind::object : JudgedKind::launch, path};
}

tl::expected<JudgedFile, std::string> find_unpacked(const std::string& path, const std::string& folder) {
  if (!host::is_archive(path)) return find_judged(path);
  if (const auto done = host::unpack(path, folder); !done) return tl::unexpected(done.error());
  const auto launch = launch_file_in(folder);
  if (!launch) return tl::unexpected(fmt::format("{}: {}", path, launch.error()));
  return JudgedFile{JudgedKind::launch, *launch};
}

tl::expected<std::string, std::string> compile_hip(const std::string& source, const std::string& arch,
                                                   const std::string& folder,
                                                   const std::atomic<bool>& cancel) {
  if (folder.empty()) return tl::unexpected(fmt::format("{}: there is no folder to compile it in", source));
  std::string object = folder + "/candidate.co";
  const std::string messages = folder + "/messages";
  std::string compiler = host::in_path("clang++-22");
  if (compiler.empty()) compiler = host::in_path("clang++");
  if (compiler.empty()) return tl::unexpected(fmt::format("{}: clang++ is not in PATH", source));
  const auto code = host::run_process(
      {compiler, "-x", "hip", "-nogpulib", "-nogpuinc", "--offload-device-only", "--no-gpu-bundle-output",
       "-gline-tables-only", "-fhip-kernel-arg-name", "-O3", "--offload-arch=" + arch, source, "-o", object,
       // Paths, which differ each time, stay out of the object: its digest names the source.
       "-fuse-cuid=none", "-fdebug-compilation-dir=."},
      messages, &cancel);
  if (!code) return tl::unexpected(code.error());
  if (*code == 0) return object;
  std::ifstream said(messages);
  std::string line;
  std::getline(said, line);
  return tl::unexpected(fmt::format("{} does not compile: {}", source, line));
}

}  // namespace lockstep::cli
