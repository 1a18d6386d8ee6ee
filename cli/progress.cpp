#include "cli/progress.hpp"

#include <cstdlib>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

namespace lockstep::cli {

using std::chrono::milliseconds;

namespace {

// One whose line can be written again; TERM=dumb says that it can't.
bool is_terminal() {
  const char* const kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && (kind == nullptr || std::string_view(kind) != "dumb");
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

std::string Progress::line(std::uint64_t done, const std::string& what) const {
  const double seconds = elapsed();
  if (total_ == 0) return fmt::format("elapsed {:.0f} s   {}", seconds, what);
  const double part = double(done) / double(total_);
  return fmt::format("[{:<30}] {:5.1f} %   {:.0f} s, {:.0f} s left   {}",
                     std::string(std::size_t(part * 30), '#'), part * 100, seconds,
                     part > 0 ? seconds / part - seconds : 0.0, what);
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

}  // namespace lockstep::cli
