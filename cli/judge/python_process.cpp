#include "cli/judge/python_process.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <unistd.h>

#include "host/process.hpp"

namespace lockstep::cli {

namespace {

using Clock = std::chrono::steady_clock;

/// The ends of a pipe, which programs do not inherit.
struct Pipe {
  std::array<int, 2> ends{-1, -1};
  bool opened = pipe2(ends.data(), O_CLOEXEC) == 0;
  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    for (int& end : ends) close_end(end);
  }
  static void close_end(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
};

pid_t start(std::vector<std::string>& words, const Pipe& in, const Pipe& out) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in.ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out.ends[1], STDOUT_FILENO);
  pid_t child = -1;
  if (posix_spawnp(&child, arguments[0], &files, nullptr, arguments.data(), environ) != 0) child = -1;
  posix_spawn_file_actions_destroy(&files);
  return child;
}

/// Reads to the end, or until the time is over: false.
bool read_all(int from, double seconds, std::string& text) {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::array<char, 1 << 16> some{};
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd one{from, POLLIN, 0};
    if (left <= 0 || poll(&one, 1, int(std::min<long long>(left, 1000))) < 0) {
      if (left <= 0) return false;
      continue;
    }
    if (one.revents == 0) continue;
    const ssize_t count = read(from, some.data(), some.size());
    if (count <= 0) return true;
    text.append(some.data(), std::size_t(count));
  }
}

}  // namespace

std::string python() {
  const char* const named = std::getenv("LOCKSTEP_PYTHON");
  return named != nullptr && *named != '\0' ? named : "python3";
}

Answer ask(std::vector<std::string> words, const std::string& input, double seconds) {
  Answer answer;
  Pipe in;
  Pipe out;
  const host::Descendants started;
  const pid_t child = in.opened && out.opened ? start(words, in, out) : -1;
  answer.started = child >= 0;
  if (!answer.started) return answer;
  Pipe::close_end(in.ends[0]);
  Pipe::close_end(out.ends[1]);
  // A request is shorter than what a pipe holds.
  if (write(in.ends[1], input.data(), input.size()) != ssize_t(input.size())) answer.started = false;
  Pipe::close_end(in.ends[1]);
  answer.late = !read_all(out.ends[0], seconds, answer.text);
  started.kill_new();
  return answer;
}

}  // namespace lockstep::cli
