// A random program in LLVM's machine IR, as it is before the compiler inserts waits and wait states: kinds of
// instructions over few registers, so that nearly every one needs something of those before it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "emulator/arch/arch.hpp"

namespace lockstep::compiler_check {

/// One workgroup of one wave. It fills its registers from a buffer, executes `rows`, and stores the
/// registers; memory and LDS that it writes are each lane's own.
struct Program {
  std::uint64_t seed = 0;
  std::size_t variant = 0;        ///< tells apart what a program is shrunk to
  std::vector<std::string> rows;  ///< MIR; a row's instructions stay together

  std::string name() const { return "p" + std::to_string(seed) + "_" + std::to_string(variant); }
};

/// Draws a program; everything follows from the seed.
Program draw(std::uint64_t seed, const arch::Arch& arch);

/// Programs as the kernels of one MIR file. Their arguments are pointers to Buffers.
std::string module_of(std::span<const Program> programs, const arch::Arch& arch);

/// Bytes of each buffer: those that a lane has of it.
inline constexpr std::uint32_t kBytesPerLane = 256;

}  // namespace lockstep::compiler_check
