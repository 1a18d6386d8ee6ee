// What the command and the process that owns a GPU say to each other over a socket: programs there, results
// back.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "devices/device.hpp"

namespace lockstep::devices {

struct Message {
  enum class Kind : std::uint32_t {
    program,   ///< to the process
    identity,  ///< from it: the device is there
    note,      ///< what it sets about
    ran,
    failure,
  };
  Kind kind = Kind::note;
  std::vector<std::uint8_t> bytes;
};

/// Sends a message. False: the other side is gone.
bool send(int socket, const Message& message);

enum class Received : std::uint8_t { message, nothing_in_time, gone };
/// Waits for the start of a message so long; forever where `wait` is negative.
Received receive(int socket, std::chrono::milliseconds wait, Message& message);

Message message_of(const Program& program);
/// A program's message for a process that has the image of the program before.
Message message_without_image(const Program& program);
Message message_of(const Identity& identity);
Message message_of(const std::string& note);
Message message_of(const Ran& ran);
Message message_of(const Failure& failure);

/// Reads what a message of the same build holds.
void read(const Message& message, Program& program);
void read(const Message& message, Identity& identity);
void read(const Message& message, std::string& note);
void read(const Message& message, Ran& ran);
void read(const Message& message, Failure& failure);

}  // namespace lockstep::devices
