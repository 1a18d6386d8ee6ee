// What control-C does to a program while the emulator runs its kernels: it stops them first, so that the
// report says where they were, and then does what the program has it do.
#pragma once

#include <atomic>
#include <csignal>

namespace lockstep::runtime {

/// Takes SIGINT for as long as it lives; one at a time. A program that ignores the signal goes on ignoring
/// it. At its end a signal that came is raised again, for the program.
class TakeInterrupts {
 public:
  TakeInterrupts();
  ~TakeInterrupts();
  TakeInterrupts(const TakeInterrupts&) = delete;
  TakeInterrupts& operator=(const TakeInterrupts&) = delete;

  /// Whether a signal has come.
  const std::atomic<bool>& came() const;

 private:
  struct sigaction before_{};
  bool taken_ = false;
};

}  // namespace lockstep::runtime
