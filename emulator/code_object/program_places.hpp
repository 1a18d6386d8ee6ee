// Where in a program of the host an address lies, as its symbols and its line table call it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace lockstep::code_object {

struct ProgramPlace {
  std::string function;  ///< the symbol, mangled; empty where the file has none there
  std::string source;    ///< "src/main.cpp:42"; empty without a line table
};

/// The place of an address in an ELF file of any machine, whose bytes are `file`; nothing where the file is
/// damaged.
ProgramPlace place_in_program(std::span<const std::byte> file, std::uint64_t address);

}  // namespace lockstep::code_object
