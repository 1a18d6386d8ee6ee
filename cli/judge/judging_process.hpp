// A process in which one candidate is judged. It begins as a copy of the server, so it is warm, and what the
// candidate does to it stays in it.
#pragma once

#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <string>

#include <sys/types.h>

namespace lockstep::cli {

class JudgingProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts it; `work` runs there, and what it returns is what finish() returns here. `signals`: those that
  /// the process does not block. nullptr: the system has no process left.
  static std::unique_ptr<JudgingProcess> start(const std::function<std::string()>& work,
                                               const sigset_t& signals, Clock::time_point deadline);
  JudgingProcess(const JudgingProcess&) = delete;
  JudgingProcess& operator=(const JudgingProcess&) = delete;
  /// Ends it, and what it has started.
  ~JudgingProcess();

  int descriptor() const { return output_; }  ///< for poll(): readable when read() has something to do
  Clock::time_point deadline() const { return deadline_; }
  /// Takes what it has written. False: that was all.
  bool read();
  /// What it wrote; an error says how it ended otherwise. Once, after read() returned false.
  std::string finish(std::string& problem);

 private:
  JudgingProcess(pid_t process, int output, Clock::time_point deadline)
      : process_(process), output_(output), deadline_(deadline) {}

  pid_t process_;
  int output_;
  Clock::time_point deadline_;
  std::string text_;
};

}  // namespace lockstep::cli
