// Messages over a socket: a header, then the bytes.
#include <cerrno>

#include <poll.h>
#include <sys/socket.h>

#include "devices/messages.hpp"

namespace lockstep::devices {

namespace {

struct Header {
  std::uint32_t kind;
  std::uint64_t bytes;
};

bool send_all(int socket, const void* from, std::size_t bytes) {
  const auto* at = static_cast<const std::uint8_t*>(from);
  while (bytes > 0) {
    const ssize_t n = ::send(socket, at, bytes, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    bytes -= std::size_t(n);
  }
  return true;
}

bool receive_all(int socket, void* to, std::size_t bytes) {
  auto* at = static_cast<std::uint8_t*>(to);
  while (bytes > 0) {
    const ssize_t n = ::recv(socket, at, bytes, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    bytes -= std::size_t(n);
  }
  return true;
}

}  // namespace

bool send(int socket, const Message& message) {
  const Header header{std::uint32_t(message.kind), message.bytes.size()};
  return send_all(socket, &header, sizeof header) &&
         send_all(socket, message.bytes.data(), message.bytes.size());
}

Received receive(int socket, std::chrono::milliseconds wait, Message& message) {
  pollfd ready{socket, POLLIN, 0};
  int n = 0;
  while ((n = poll(&ready, 1, int(wait.count()))) < 0 && errno == EINTR) {
  }
  if (n == 0) return Received::nothing_in_time;
  Header header{};
  if (n < 0 || !receive_all(socket, &header, sizeof header)) return Received::gone;
  message.kind = Message::Kind(header.kind);
  message.bytes.resize(header.bytes);
  return receive_all(socket, message.bytes.data(), header.bytes) ? Received::message : Received::gone;
}

}  // namespace lockstep::devices
