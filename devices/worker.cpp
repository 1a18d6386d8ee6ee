#include "devices/worker.hpp"

#include <cerrno>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "devices/messages.hpp"
#include "emulator/arch/arch.hpp"

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

namespace {

// A kernel without end keeps the main thread; the process goes when the command does all the same.
void leave_with_the_other_side(int socket) {
  std::thread([socket] {
    pollfd other{socket, POLLRDHUP, 0};
    while (poll(&other, 1, -1) < 0) {
    }
    _exit(1);
  }).detach();
}

}  // namespace

int serve(const std::string& name, int socket) {
  leave_with_the_other_side(socket);
  const auto device = open(name, matrix::models(arch::kDefault).front());
  if (!device) return send(socket, message_of(device.error())) ? 0 : 1;
  if (!send(socket, message_of((*device)->identity()))) return 1;
  Message message;
  Program program;
  while (receive(socket, std::chrono::milliseconds(-1), message) == Received::message) {
    std::vector<std::uint8_t> image = std::move(program.image);
    read(message, program);
    if (program.image.empty()) program.image = std::move(image);  // that of the program before
    const auto ran =
        (*device)->run(program, [socket](const std::string& kernel) { send(socket, message_of(kernel)); });
    if (!send(socket, ran ? message_of(*ran) : message_of(ran.error()))) break;
  }
  return 0;
}

}  // namespace lockstep::devices
