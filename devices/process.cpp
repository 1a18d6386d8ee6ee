#include "devices/process.hpp"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "devices/worker.hpp"

namespace lockstep::devices {

Process::Process(const std::string& device, const std::string& command) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
  const std::string socket = std::to_string(ends[1]);
  child_ = fork();
  if (child_ == 0) {
    // No more than what a process with threads may do between fork and exec.
    fcntl(ends[1], F_SETFD, 0);
    execl(command.c_str(), "lockstep", kWorkerCommand, device.c_str(), socket.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  socket_ = ends[0];
}

std::string Process::end() {
  if (socket_ >= 0) close(socket_);
  socket_ = -1;
  if (child_ <= 0) return "it is not running";
  kill(child_, SIGKILL);  // one that has ended already keeps how it did
  int status = 0;
  while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
  return WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                             : fmt::format("exit code {}", WEXITSTATUS(status));
}

}  // namespace lockstep::devices
