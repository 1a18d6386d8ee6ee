#include "devices/worker.hpp"

#include <thread>

#include <poll.h>
#include <unistd.h>

#include "devices/messages.hpp"
#include "emulator/arch/arch.hpp"

namespace lockstep::devices {

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
