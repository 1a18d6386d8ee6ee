// From where in the program a call of the runtime comes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::runtime {

/// The instruction of a call.
struct Caller {
  std::string file;           ///< the program, or a library of it
  std::uint64_t address = 0;  ///< as the file has it, wherever it was loaded
};

/// The innermost calls outside of the runtime's own library, the innermost first: a few, since compilers put
/// functions of their own between a program and the runtime.
std::vector<Caller> callers();

}  // namespace lockstep::runtime
