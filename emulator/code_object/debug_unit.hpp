// One unit of .debug_info: the functions of a compilation, and where their code stands.
#pragma once

#include "emulator/code_object/byte_reader.hpp"
#include "emulator/code_object/elf.hpp"
#include "emulator/code_object/inline_frames.hpp"

namespace lockstep::code_object {

/// Sections of a code object; one that is missing or compressed is empty.
struct DebugSections {
  Bytes info, abbreviations, strings, string_offsets, addresses, ranges;
  LineSections lines;
};
DebugSections read_debug_sections(const Image& image, const Elf& elf);

/// `unit`: what follows its length. Whatever can't be read ends it.
std::vector<InlineFrames::Function> read_unit(Bytes unit, const DebugSections& sections);

}  // namespace lockstep::code_object
