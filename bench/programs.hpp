// Programs that stand for kernels which others wrote: loops that clang compiled, without this project's
// kernels' habits. bench/programs has their sources.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/bench.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"

namespace lockstep::bench {

/// What memory holds at first: patterns of values as operands have them, neither special nor subnormal.
enum class Values : std::uint8_t { float8, bfloat16, float16, float32, float64, bytes };

/// Eight bytes of such values: signs and mantissas at random, two or three exponents.
std::uint64_t value_of(Values values, std::uint64_t index);

struct Program {
  std::string_view object;  ///< multiply_gfx950, multiply_gfx942 or lanes, which bench/programs has
  std::string_view kernel;
  Values values;
  /// Multiply-accumulates of a workgroup's step; 0: what counts is instructions.
  std::uint64_t step_macs = 0;
  std::string_view instruction{};  ///< the one that multiplies
};

std::span<const Program> programs();

/// "program/bf16_16x16x32"; "…@gfx942" unless the arch is gfx950.
std::string name_of(const Program& program);

/// The arch of the program's object: gfx950 or gfx942.
std::string_view arch_of(const Program& program);

/// The program's code object, which is loaded once.
std::shared_ptr<const machine::LoadedCode> code_of(const Program& program);

/// Runs `steps` of its loop, 96 at most, in one workgroup, with the checks or without.
machine::Outcome run_program(const Program& program, int steps, bool checks);

/// Multiply-accumulates per second, or wave-instructions where it has none.
double program_rate(const Program& program, double seconds);

/// The benchmarks program/NAME, and those of the arithmetic that they are held against.
std::vector<Benchmark> program_benchmarks();

}  // namespace lockstep::bench
