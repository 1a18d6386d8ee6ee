// One table of .debug_line: its header's names of files, and the rows that its program makes.
#pragma once

#include <optional>

#include "emulator/code_object/byte_reader.hpp"
#include "emulator/code_object/source_lines.hpp"

namespace lockstep::code_object {

struct LineProgram {
  std::vector<std::string> files;      ///< without directories
  std::vector<SourceLines::Row> rows;  ///< in the program's order; `file` is an index of `files`
};

/// The table at the reader's place, which is moved behind it; nullopt when it is damaged or of a version that
/// nobody knows.
std::optional<LineProgram> read_line_program(ByteReader& section, const LineSections& sections);

}  // namespace lockstep::code_object
