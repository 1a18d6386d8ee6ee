#include "cli/judge/judging_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep::cli {

namespace {

constexpr std::size_t kLargestText = 64 << 20;

void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t done = write(file, text.data(), text.size());
    if (done < 0 && errno != EINTR) return;
    text.remove_prefix(std::size_t(std::max<ssize_t>(done, 0)));
  }
}

[[noreturn]] void work_in_child(const std::function<std::string()>& work, const sigset_t& signals,
                                int output) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  sigprocmask(SIG_SETMASK, &signals, nullptr);
  // Where memory runs out, this process goes, not the server.
  if (const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); file >= 0) {
    write_all(file, "1000");
    close(file);
  }
  // Standard output belongs to the server's answers.
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  try {
    write_all(output, work());
  } catch (...) {
    _exit(1);
  }
  _exit(0);
}

}  // namespace

std::unique_ptr<JudgingProcess> JudgingProcess::start(const std::function<std::string()>& work,
                                                      const sigset_t& signals, Clock::time_point deadline) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return nullptr;
  const pid_t process = fork();
  if (process == 0) work_in_child(work, signals, ends[1]);
  close(ends[1]);
  if (process > 0) {
    setpgid(process, process);
    return std::unique_ptr<JudgingProcess>(new JudgingProcess(process, ends[0], deadline));
  }
  close(ends[0]);
  return nullptr;
}

JudgingProcess::~JudgingProcess() {
  if (process_ > 0) {
    kill(-process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  if (output_ >= 0) close(output_);
}

bool JudgingProcess::read() {
  std::array<char, 65536> piece{};
  const ssize_t got = ::read(output_, piece.data(), piece.size());
  if (got < 0) return errno == EINTR;
  text_.append(piece.data(), std::size_t(got));
  return got != 0 && text_.size() < kLargestText;
}

std::string JudgingProcess::finish(std::string& problem) {
  kill(-process_, SIGKILL);  // what it left running; itself has written all, or too much
  int status = 0;
  waitpid(std::exchange(process_, 0), &status, 0);
  if (WIFSIGNALED(status) && text_.empty())
    problem =
        fmt::format("the process ended by signal {}, {}", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else if (text_.empty())
    problem = "the process ended without a verdict";
  return std::move(text_);
}

}  // namespace lockstep::cli
