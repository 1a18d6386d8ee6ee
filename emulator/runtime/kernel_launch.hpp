// A launch as a program asked for it, and the argument segment as the program hands it over.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/code_object/arguments.hpp"
#include "emulator/machine/dispatch/launch.hpp"
#include "emulator/runtime/module.hpp"

namespace lockstep::runtime {

// From where in the program a call of the runtime comes.

/// The instruction of a call.
struct Caller {
  std::string file;           ///< the program, or a library of it
  std::uint64_t address = 0;  ///< as the file has it, wherever it was loaded
};

/// The innermost calls outside of the runtime's own library, the innermost first: a few, since compilers put
/// functions of their own between a program and the runtime.
std::vector<Caller> callers();
/// pytest's name of the test that runs, by which it can be run alone; empty: none does.
std::string running_test();

/// Either pointers to the explicit arguments, in order, or the segment as the program packed it.
struct GivenArguments {
  void* const* pointers = nullptr;
  std::span<const std::uint8_t> packed{};
};

struct ArgumentSegment {
  /// [byte of the segment]; `undefined`: 1 where nothing was put
  std::vector<std::uint8_t> bytes, undefined;
  std::size_t packed_bytes = 0;  ///< bytes that the program packed, hidden arguments among them
};

/// Hidden arguments are filled in as the ABI specifies, unless the program packed them itself.
tl::expected<ArgumentSegment, std::string> segment_of(const code_object::Kernel& kernel,
                                                      const GivenArguments& given,
                                                      const code_object::Geometry& geometry);

/// A kernel of a module, as programs hold it.
struct Function {
  Module* module = nullptr;
  const code_object::Kernel* kernel = nullptr;
  int most_dynamic_lds = -1;  ///< bytes that the program has said it launches it with at most; -1: none
};

struct KernelLaunch {
  Function function;
  code_object::Geometry geometry;
  ArgumentSegment segment;
  bool cooperative = false;
  std::vector<Caller> callers{};  ///< that asked for it
  std::string test{};             ///< pytest's name of the test that did; empty: none
  std::uint32_t stack = machine::kStackBytes;
};

}  // namespace lockstep::runtime
