#include "host/process.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace lockstep::host {

namespace fs = std::filesystem;

std::string in_path(const char* name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (std::string file = folder + "/" + name; ::access(file.c_str(), X_OK) == 0) return file;
  return {};
}

TemporaryFolder::TemporaryFolder(const std::string& name, const std::string& parent) {
  std::error_code error;
  const fs::path in = parent.empty() ? fs::temp_directory_path(error) : fs::path(parent);
  std::string pattern = (in / (name + "-XXXXXX")).string();
  if (!error && ::mkdtemp(pattern.data()) != nullptr) path_ = std::move(pattern);
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

namespace {

std::set<pid_t> children() {
  std::ifstream file(fmt::format("/proc/self/task/{}/children", ::getpid()));
  std::set<pid_t> all;
  for (pid_t child = 0; file >> child;) all.insert(child);
  return all;
}

/// The status with which a child ended; nothing: `cancel` came first.
std::optional<int> status_of(pid_t child, const std::atomic<bool>* cancel) {
  constexpr std::chrono::milliseconds kOften(2);
  int status = 0;
  while (cancel == nullptr || !*cancel) {
    const pid_t ended = ::waitpid(child, &status, cancel == nullptr ? 0 : WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) return status;  // nobody says how it ended
    if (ended == 0) std::this_thread::sleep_for(kOften);
  }
  return std::nullopt;
}

}  // namespace

Descendants::Descendants() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  before_ = children();
}

void Descendants::kill_new() const {
  for (;;) {
    std::set<pid_t> left = children();
    std::erase_if(left, [&](pid_t child) { return before_.contains(child); });
    if (left.empty()) return;
    for (const pid_t child : left) ::kill(child, SIGKILL);
    for (const pid_t child : left) ::waitpid(child, nullptr, 0);
  }
}

tl::expected<int, std::string> run_process(std::vector<std::string> words, const std::string& said,
                                           const std::atomic<bool>* cancel) {
  std::optional<Descendants> started;
  if (cancel != nullptr) started.emplace();
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, said.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
  ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  pid_t child = -1;
  const int failed = ::posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return tl::unexpected(fmt::format("{}: {}", words[0], std::strerror(failed)));
  const std::optional<int> status = status_of(child, cancel);
  if (status) return WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status);
  started->kill_new();
  return 128 + SIGKILL;
}

}  // namespace lockstep::host
