// Why a file could not be loaded: where, what was expected there, and what was found.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::code_object {

struct Error {
  std::string file;
  std::uint64_t offset = 0;  ///< bytes into the file
  std::string expected;
  std::string found;

  /// "FILE: at offset 0x…: expected …, found …"
  std::string text() const;
};

}  // namespace lockstep::code_object
