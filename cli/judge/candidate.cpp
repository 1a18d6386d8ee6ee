#include "cli/judge/candidate.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;

/// Runs a program of PATH, its messages in a file. Its exit code; 127 where there is none.
int spawn(std::vector<std::string> words, const std::string& messages) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0600);
  pid_t child = 0;
  const bool started = posix_spawnp(&child, arguments[0], &files, nullptr, arguments.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&files);
  int status = 0;
  if (!started || waitpid(child, &status, 0) != child) return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
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
  std::ifstream file(path, std::ios::binary);
  if (!file) return tl::unexpected(fmt::format("{}: can't be read", path));
  const std::string extension = fs::path(path).extension().string();
  if (extension == ".hip" || extension == ".cpp") return JudgedFile{JudgedKind::source, path};
  char magic[4] = {};
  file.read(magic, sizeof magic);
  const bool is_elf = std::string_view(magic, sizeof magic) == std::string_view(
                                                                   "\x7F"
                                                                   "ELF",
                                                                   4);
  return JudgedFile{is_elf ? JudgedKind::object : JudgedKind::launch, path};
}

TemporaryFolder::TemporaryFolder() : TemporaryFolder(fs::temp_directory_path().string()) {}

TemporaryFolder::TemporaryFolder(const std::string& parent) {
  std::string pattern = (fs::path(parent) / ".lockstep-judge-XXXXXX").string();
  if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

tl::expected<std::string, std::string> compile_hip(const std::string& source, const std::string& arch,
                                                   const std::string& folder) {
  if (folder.empty()) return tl::unexpected(fmt::format("{}: there is no folder to compile it in", source));
  std::string object = folder + "/candidate.co";
  const std::string messages = folder + "/messages";
  int code = 127;
  for (const char* compiler : {"clang++-22", "clang++"}) {
    code = spawn({compiler, "-x", "hip", "-nogpulib", "-nogpuinc", "--offload-device-only",
                  "--no-gpu-bundle-output", "-gline-tables-only", "-fhip-kernel-arg-name", "-O3",
                  "--offload-arch=" + arch, source, "-o", object},
                 messages);
    if (code != 127) break;
  }
  if (code == 0) return object;
  if (code == 127) return tl::unexpected(fmt::format("{}: clang++ is not in PATH", source));
  std::ifstream said(messages);
  std::string line;
  std::getline(said, line);
  return tl::unexpected(fmt::format("{} does not compile: {}", source, line));
}

}  // namespace lockstep::cli
