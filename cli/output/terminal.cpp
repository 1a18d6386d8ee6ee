#include "cli/output/terminal.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "properties/fuzzing/case_loop.hpp"

namespace lockstep::cli {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kColours{{
    {"FALSIFIED", "\x1b[1;31m"},
    {"falsified", "\x1b[31m"},
    {"trapped", "\x1b[31m"},
    {"INCONCLUSIVE", "\x1b[1;33m"},
    {"inconclusive", "\x1b[33m"},
    {"HOLDS", "\x1b[1;32m"},
    {"holds", "\x1b[32m"},
}};

bool takes_colours() {
  const char* const kind = std::getenv("TERM");
  const char* const none = std::getenv("NO_COLOR");
  return ::isatty(STDOUT_FILENO) != 0 && (none == nullptr || *none == '\0') &&
         (kind == nullptr || std::string_view(kind) != "dumb");
}

}  // namespace

std::string painted(std::string_view text) {
  if (!takes_colours()) return std::string(text);
  std::string out;
  while (!text.empty()) {
    const std::string_view line =
        text.substr(0, text.find('\n') + 1 == 0 ? text.size() : text.find('\n') + 1);
    text.remove_prefix(line.size());
    std::string_view rest = line;
    for (const auto& [word, colour] : kColours)
      if (line.starts_with(word) && (line.size() == word.size() || line[word.size()] == ' ')) {
        out.append(colour).append(word).append("\x1b[0m");
        rest.remove_prefix(word.size());
        break;
      }
    out += rest;
  }
  return out;
}

using std::chrono::milliseconds;

namespace {

// Whether standard error is a terminal whose line can be written again; TERM=dumb says that it can't.
bool is_terminal() {
  const char* const kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && (kind == nullptr || std::string_view(kind) != "dumb");
}

// Columns of the terminal that the line is on.
std::size_t width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) return size.ws_col;
  return 80;
}

}  // namespace

Progress::Progress(std::uint64_t total)
    : total_(total),
      terminal_(is_terminal()),
      start_(Clock::now()),
      next_(start_ +
            (total == 0 ? milliseconds(terminal_ ? 200 : 10'000) : milliseconds(terminal_ ? 0 : 1000))) {}

double Progress::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void Progress::ends_after(std::optional<std::uint64_t> steps, std::optional<double> seconds) {
  total_ = steps.value_or(0);
  seconds_ = seconds;
}

std::string progress_line(std::optional<double> part, double seconds, const std::string& what) {
  if (!part) return fmt::format("elapsed {:.0f} s   {}", seconds, what);
  const double known = std::clamp(*part, 0.0, 1.0);
  return fmt::format("[{:<30}] {:5.1f} %   {:.0f} s, {:.0f} s left   {}",
                     std::string(std::size_t(known * 30), '#'), known * 100, seconds,
                     known > 0 ? seconds / known - seconds : 0.0, what);
}

std::string Progress::line(std::uint64_t done, const std::string& what) const {
  std::optional<double> part;
  if (total_ != 0) part = double(done) / double(total_);
  if (seconds_) part = std::max(part.value_or(0), elapsed() / *seconds_);
  std::string text = progress_line(part, elapsed(), what);
  if (terminal_ && text.size() >= width()) text.resize(width() - 1);
  return text;
}

void Progress::update(std::uint64_t done, const std::string& what) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + milliseconds(terminal_ ? 200 : 10'000);
  fmt::print(stderr, "{}{}{}", terminal_ ? "\r\x1b[K" : "", line(done, what), terminal_ ? "" : "\n");
  std::fflush(stderr);
  open_line_ = terminal_;
}

void Progress::finish() {
  const std::lock_guard lock(mutex_);
  if (open_line_) fmt::print(stderr, "\r\x1b[K");
  open_line_ = false;
}

std::string where_interrupted(const laws::CaseResult& result) {
  std::string all = fmt::format("interrupted  {}\n", cases::print(result.the_case));
  for (const std::string& note : result.notes) all += fmt::format("  {}\n", note);
  return all;
}

fuzzing::LoopResult run(fuzzing::CaseLoop loop, std::optional<std::uint64_t> cases, Progress& progress) {
  progress.ends_after(cases, loop.seconds);
  if (loop.seconds) *loop.seconds -= progress.elapsed();
  loop.progress = [&progress](std::uint64_t done, std::uint64_t failures) {
    progress.update(done, fmt::format("cases {}   {:.1f} cases/s   failures {}", done,
                                      double(done) / progress.elapsed(), failures));
  };
  loop.cut_short = [&progress](const laws::CaseResult& r) {
    progress.finish();
    fmt::print(stderr, "{}", where_interrupted(r));
  };
  fuzzing::LoopResult result = fuzzing::run(loop);
  progress.finish();
  return result;
}

namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int signal) {
  interrupted.store(true);
  std::signal(signal, SIG_DFL);  // a second one ends the process at once
}

}  // namespace

const std::atomic<bool>& watch_for_interrupt() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  return interrupted;
}

}  // namespace lockstep::cli
