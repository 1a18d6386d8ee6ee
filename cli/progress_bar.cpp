#include "cli/progress_bar.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

namespace lockstep::cli {

ProgressBar::ProgressBar(std::uint64_t total)
    : total_(std::max<std::uint64_t>(total, 1)),
      terminal_(::isatty(STDERR_FILENO) != 0),
      start_(Clock::now()),
      next_(start_ + std::chrono::seconds(terminal_ ? 0 : 1)) {}

void ProgressBar::update(std::uint64_t done, const std::string& what) {
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + (terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10'000));
  const double part = double(done) / double(total_);
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const auto filled = std::size_t(part * 30);
  fmt::print(stderr, "{}[{:<30}] {:5.1f} %   {:.0f} s, {:.0f} s left   {}{}", terminal_ ? "\r\x1b[K" : "",
             std::string(filled, '#'), part * 100, seconds, part > 0 ? seconds / part - seconds : 0.0, what,
             terminal_ ? "" : "\n");
  std::fflush(stderr);
  open_line_ = terminal_;
}

void ProgressBar::finish() {
  if (open_line_) fmt::print(stderr, "\r\x1b[K");
  open_line_ = false;
}

}  // namespace lockstep::cli
