#include "cli/campaigns/forked_units.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cases/fuzz_scope.hpp"
#include "cli/options/fuzz.hpp"
#include "host/parallel_for.hpp"

namespace lockstep::cli {

namespace {

int refuse(const std::string& errors, const std::string& why) {
  std::FILE* const file = std::fopen(errors.c_str(), "w");
  if (file == nullptr) return kUsage;
  fmt::print(file, "lockstep: {}\n", why);
  std::fclose(file);
  return kUsage;
}

void redirect(int descriptor, const char* file, int flags) {
  const int opened = ::open(file, flags | O_CLOEXEC, 0600);
  if (opened >= 0) ::dup2(opened, descriptor);
  if (opened >= 0 && opened != descriptor) ::close(opened);
}

/// What the process that forks it had changed for itself.
void restore_signals() {
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGINT, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

int code_of(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

ForkedUnits::~ForkedUnits() {
  for (const Running& one : running_) ::close(one.end);
}

std::optional<int> ForkedUnits::begin(const UnitRequest& request) {
  auto options = read_fuzz_words(request.words);
  if (!options) return refuse(request.errors, options.error());
  if (::chdir(request.folder.c_str()) != 0)
    return refuse(request.errors,
                  fmt::format("{} can't be entered: {}", request.folder, std::strerror(errno)));
  (void)decode(*options);  // where it fails, the unit says why
  return begin(request.id, *options, request.errors);
}

std::optional<int> ForkedUnits::begin(std::uint64_t id, const FuzzOptions& options, const std::string& errors,
                                      const FuzzUnit& unit) {
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0)
    return refuse(errors, fmt::format("no pipe can be made: {}", std::strerror(errno)));
  std::fflush(nullptr);
  const pid_t parent = ::getpid(), child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(kUsage);
    const int code = be(options, errors, unit);
    std::fflush(nullptr);
    ::_exit(code);
  }
  const int failed = errno;
  ::close(pipe[1]);
  if (child < 0) {
    ::close(pipe[0]);
    return refuse(errors, fmt::format("no process can be forked: {}", std::strerror(failed)));
  }
  running_.push_back({id, child, pipe[0]});
  return std::nullopt;
}

std::vector<pollfd> ForkedUnits::ends() const {
  std::vector<pollfd> all;
  for (const Running& one : running_) all.push_back({one.end, POLLIN, 0});
  return all;
}

std::vector<std::pair<std::uint64_t, int>> ForkedUnits::ended(const std::vector<pollfd>& polled) {
  std::vector<std::pair<std::uint64_t, int>> codes;
  for (const pollfd& one : polled) {
    const auto unit = std::ranges::find(running_, one.fd, &Running::end);
    if (one.revents == 0 || unit == running_.end()) continue;
    codes.emplace_back(unit->id, code_of(unit->process));
    ::close(unit->end);
    running_.erase(unit);
  }
  return codes;
}

void ForkedUnits::signal(int number) const {
  for (const Running& one : running_) ::kill(one.process, number);
}

tl::expected<void, Problem> ForkedUnits::decode(const FuzzOptions& options) {
  if (!options.device.empty()) return {};
  const auto scope = FuzzScope::of(options, nullptr, cache_);
  if (!scope) return tl::unexpected(scope.error());
  scope->decode(options, cache_, host::thread_count(0));
  return {};
}

int ForkedUnits::be(const FuzzOptions& options, const std::string& errors, const FuzzUnit& unit) {
  restore_signals();
  redirect(STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
  redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
  redirect(STDOUT_FILENO, "/dev/null", O_WRONLY);
  try {
    return fuzz(options, cache_, &unit);
  } catch (const std::exception& e) {
    fmt::print(stderr, "lockstep: {}\n", e.what());
    return kUsage;
  }
}

}  // namespace lockstep::cli
