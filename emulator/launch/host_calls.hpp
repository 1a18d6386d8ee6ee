// What kernels ask of the host while they run: printf and assertions, through the buffer that the hidden
// argument hidden_hostcall_buffer points at.
//
// A wave takes a packet from a stack of free ones, puts eight words for each of its lanes into it, pushes it
// to the stack of those that are ready, adds to a signal, which interrupts the host, and waits until the
// packet's bit "ready" is clear: then the host's answers are in the words (ROCm device libraries, ockl's
// hostcall; the layout is that of ROCm 5 and later). Here the host answers within the interrupt.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "emulator/code_object/code_object.hpp"
#include "emulator/machine/memory/memory.hpp"

namespace lockstep::launch {

/// Whether the kernel has the argument.
bool calls_host(const code_object::Kernel& kernel);

/// What the kernel takes of the runtime's that is null here, a sentence each: what a launch that stopped may
/// have needed.
std::vector<std::string> missing_services(const code_object::Kernel& kernel);

/// Adds the buffer to a memory, at code_object::kHostCallBuffer.
void add_host_call_buffer(machine::Memory& memory);

/// Text for standard output or standard error.
struct Printed {
  bool to_error = false;
  std::string text;
};

/// The host's side of the calls of one run. A check may run a launch once more on the memory that it began
/// with (checks/raced_loads.hpp): that is answered likewise, and prints nothing.
class HostCalls {
 public:
  /// Answers every packet that is ready.
  void answer(machine::Memory& memory);

  const std::vector<Printed>& printed() const { return printed_; }
  /// Services that kernels asked for and nobody has, a sentence each.
  const std::set<std::string>& missing() const { return missing_; }

 private:
  using Words = std::array<std::uint64_t, 8>;  ///< a lane's
  void serve(std::uint32_t service, Words& words);
  void add_to_message(Words& words);

  std::map<std::uint64_t, std::vector<std::uint64_t>> messages_;  ///< those that have begun, by their number
  std::uint64_t next_message_ = 0;
  std::uint64_t answers_ = 0;  ///< interrupts so far, but for those of a part of the run that is repeated
  bool is_repeated_ = false;
  std::vector<Printed> printed_;
  std::set<std::string> missing_;
};

/// Writes to the process's standard output and standard error.
void write_out(std::span<const Printed> printed);

/// What printf makes of words that a kernel sent: a format, padded with zeros to whole words, and its
/// arguments, a word each, strings in place and padded likewise.
std::string formatted(std::span<const std::uint64_t> words);

}  // namespace lockstep::launch
