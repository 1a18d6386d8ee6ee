// One wave, ready to execute single instructions: every register defined, LDS, memory under every address
// that its registers hold.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emulator/machine/dispatch/prepared_program.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::tests {

/// Decoded machine code of an arch, and the wave that runs it one instruction at a time.
class OneWave {
 public:
  explicit OneWave(const std::string& arch, std::span<const std::byte> text);
  OneWave(const OneWave&) = delete;
  OneWave& operator=(const OneWave&) = delete;

  const isa::Program& program() const { return program_; }
  machine::Wave& wave() { return wave_; }
  const machine::PreparedInstruction& prepared(std::size_t index) const { return code_.instructions[index]; }

  /// Who is told of memory operations; nullptr: nobody.
  void observe(machine::Observer* observer) { environment_.observer = observer; }
  /// Takes another program in the place of the one it has. The state stays as it is.
  void load(isa::Program program);
  /// A fresh wave: every register defined and 0.
  void reset();
  /// The wave as it is executes one instruction, to the end of what that began; why it stopped, if it did.
  std::optional<findings::Finding> go(std::size_t index);
  /// A fresh one does.
  std::optional<findings::Finding> execute(std::size_t index) {
    reset();
    return go(index);
  }

 private:
  isa::Program program_;
  machine::PreparedProgram code_;
  machine::Memory memory_;
  machine::Environment environment_;
  machine::Workgroup group_;
  machine::Wave wave_;
};

/// The bytes of a file; empty when it cannot be read.
std::vector<std::byte> bytes_of(const std::string& path);

}  // namespace lockstep::tests
