// A GPU in a process of its own: what hangs, faults or takes the driver down with it costs that process, not
// the command.
#pragma once

#include <chrono>
#include <string>

#include <sys/types.h>

#include "devices/device.hpp"

namespace lockstep::devices {

// A process that serves one device, and the socket to it.

class Process {
 public:
  /// Runs `command device-worker DEVICE SOCKET`.
  Process(const std::string& device, const std::string& command);
  ~Process() { end(); }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  int socket() const { return socket_; }
  /// Ends it, if need be by force. How it ended, in words.
  std::string end();

 private:
  pid_t child_ = -1;
  int socket_ = -1;
};

/// The word after the command's name that makes it serve programs: `lockstep device-worker cuda:0 SOCKET`.
inline constexpr const char* kWorkerCommand = "device-worker";

/// What that process does: opens the device and runs programs until the other side is gone. The exit code.
int serve(const std::string& device, int socket);

/// A device whose programs run in processes of `command`, this program as a rule; as many as threads ask for
/// at once. One that says nothing for `patience` while a kernel runs is killed, and the kernel counts as
/// trapped; after that, or a fault, the next program gets a new process. So does the one after `programs` of
/// them: what one breaks unseen is not to be every later one's.
Opened open_in_processes(const std::string& device, const std::string& command,
                         std::chrono::milliseconds patience, int programs);

}  // namespace lockstep::devices
