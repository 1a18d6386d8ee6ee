#include "emulator/runtime/interrupt.hpp"

namespace lockstep::runtime {

namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void on_interrupt(int) {
  interrupted.store(true);
}

}  // namespace

TakeInterrupts::TakeInterrupts() {
  interrupted.store(false);
  struct sigaction ours{};
  ours.sa_handler = on_interrupt;
  if (sigaction(SIGINT, nullptr, &before_) != 0 || before_.sa_handler == SIG_IGN) return;
  taken_ = sigaction(SIGINT, &ours, nullptr) == 0;
}

TakeInterrupts::~TakeInterrupts() {
  if (!taken_) return;
  sigaction(SIGINT, &before_, nullptr);
  if (interrupted.load()) std::raise(SIGINT);
}

const std::atomic<bool>& TakeInterrupts::came() const {
  return interrupted;
}

}  // namespace lockstep::runtime
