#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace lockstep::cli {

using Clock = std::chrono::steady_clock;

Progress::Progress() : terminal_(::isatty(STDERR_FILENO) != 0), start_(Clock::now()), printed_(start_) {}

double Progress::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void Progress::update(std::uint64_t cases, std::uint64_t failures) {
  const std::lock_guard lock(mutex_);
  const auto interval = terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10'000);
  if (Clock::now() - printed_ < interval) return;
  printed_ = Clock::now();
  print(cases, failures);
}

void Progress::print(std::uint64_t cases, std::uint64_t failures) {
  const double seconds = elapsed();
  fmt::print(stderr, "{}elapsed {:.0f} s   cases {}   {:.1f} cases/s   failures {}{}",
             terminal_ ? "\r\x1b[K" : "", seconds, cases, double(cases) / seconds, failures,
             terminal_ ? "" : "\n");
  std::fflush(stderr);
  open_line_ = terminal_;
}

void Progress::finish() {
  const std::lock_guard lock(mutex_);
  if (open_line_) fmt::print(stderr, "\r\x1b[K");
  open_line_ = false;
}

}  // namespace lockstep::cli
