#include "cli/interrupt.hpp"

#include <csignal>

namespace lockstep::cli {

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
