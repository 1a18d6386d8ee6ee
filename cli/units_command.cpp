// Units of campaigns, one after the other: each in a process of its own, forked from one that has decoded its kernels.
//
// Decoding takes 0.2 to 4 s, for each process of fuzz. A fork shares what the first has decoded, and nothing else of what
// the others did: a unit that crashes, is killed or leaks takes nothing with it.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/fuzz_scope.hpp"
#include "cli/options/fuzz_words.hpp"

namespace lockstep::cli {

namespace {

// A worker of a cluster that others use, too, gives the memory back when its campaign has no more for it.
constexpr int kIdleMilliseconds = 60'000;

struct Request {
  std::vector<std::string> words;  ///< of fuzz
  std::string folder;              ///< where it runs
  std::string errors;              ///< the file that its standard error goes to
};

Request request_of(const std::string& line) {
  const nlohmann::json j = nlohmann::json::parse(line);
  return {j.at("words").get<std::vector<std::string>>(), j.at("folder").get<std::string>(),
          j.at("errors").get<std::string>()};
}

volatile std::sig_atomic_t running = 0;  // the unit's process; 0: there is none

void pass_on(int signal) {
  if (running == 0) ::_exit(128 + signal);
  ::kill(pid_t(running), signal);
}

void redirect(int descriptor, const char* file, int flags) {
  const int opened = ::open(file, flags | O_CLOEXEC, 0600);
  if (opened >= 0) ::dup2(opened, descriptor);
  if (opened >= 0 && opened != descriptor) ::close(opened);
}

class Units {
 public:
  /// What became of a unit: the exit code of its process, or the negative number of the signal that ended it.
  int run(const Request& request) {
    auto options = read_fuzz_words(request.words);
    if (!options) return refuse(request, options.error());
    options->silent = true;  // its journal says all
    if (::chdir(request.folder.c_str()) != 0)
      return refuse(request, fmt::format("{} can't be entered: {}", request.folder, std::strerror(errno)));
    decode(*options);
    std::fflush(nullptr);
    const pid_t parent = ::getpid(), child = ::fork();
    if (child < 0) return refuse(request, fmt::format("no process can be forked: {}", std::strerror(errno)));
    if (child == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (::getppid() != parent) ::_exit(kUsage);
      redirect(STDERR_FILENO, request.errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
      const int code = be(*options);
      std::fflush(nullptr);
      ::_exit(code);
    }
    running = child;
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    running = 0;
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  }

 private:
  static int refuse(const Request& request, const std::string& why) {
    std::FILE* const file = std::fopen(request.errors.c_str(), "w");
    if (file == nullptr) return kUsage;
    fmt::print(file, "lockstep units: {}\n", why);
    std::fclose(file);
    return kUsage;
  }

  void decode(const FuzzOptions& options) {
    if (!options.device.empty()) return;
    const bool lints = options.laws.empty() || std::ranges::find(options.laws, "clean") != options.laws.end();
    if (const auto scope = FuzzScope::of(options, nullptr, cache_)) scope->decode(cache_, lints);  // else the unit says why
  }

  int be(const FuzzOptions& options) {
    std::signal(SIGTERM, SIG_DFL);
    std::signal(SIGINT, SIG_DFL);
    redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
    redirect(STDOUT_FILENO, "/dev/null", O_WRONLY);
    try {
      return fuzz(options, cache_);
    } catch (const std::exception& e) {
      fmt::print(stderr, "lockstep: {}\n", e.what());
      return kUsage;
    }
  }

  laws::CodeCache cache_;
};

}  // namespace

int units() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGTERM, pass_on);
  std::signal(SIGINT, SIG_IGN);  // control-C reaches the unit itself
  Units all;
  std::string line;
  for (pollfd input{STDIN_FILENO, POLLIN, 0}; ::poll(&input, 1, kIdleMilliseconds) > 0 && std::getline(std::cin, line);) {
    try {
      fmt::print("{}\n", nlohmann::json{{"code", all.run(request_of(line))}}.dump());
    } catch (const nlohmann::json::exception& e) {
      fmt::print(stderr, "lockstep units: '{}' is not {{\"words\": [...], \"folder\": DIR, \"errors\": FILE}}: {}\n", line, e.what());
      return kUsage;
    }
    std::fflush(stdout);
  }
  return kHolds;
}

}  // namespace lockstep::cli
