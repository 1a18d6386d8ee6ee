// A process that serves one device, and the socket to it.
#pragma once

#include <string>

#include <sys/types.h>

namespace lockstep::devices {

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

}  // namespace lockstep::devices
