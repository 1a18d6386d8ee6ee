// The parts of an ELF64 file that a loader needs.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "emulator/code_object/code_object.hpp"
#include "emulator/code_object/image.hpp"

namespace lockstep::code_object {

/// A row of the program header table.
struct ProgramHeader {
  std::uint32_t type = 0, flags = 0;
  std::uint64_t offset = 0, address = 0, file_bytes = 0, memory_bytes = 0;
  std::uint64_t at = 0;  ///< where the row lies in the file, for messages
};

/// A row of the section header table.
struct SectionHeader {
  std::uint32_t name = 0, type = 0, link = 0;
  std::uint64_t flags = 0, offset = 0, bytes = 0;
  std::uint64_t at = 0;
};

struct Elf {
  std::string_view arch;
  std::vector<ProgramHeader> program;
  std::vector<SectionHeader> sections;
  Bytes section_names;
};

/// Symbol name -> address. The names point into the image.
using Symbols = std::unordered_map<std::string_view, std::uint64_t>;

struct Note {
  Bytes bytes;
  std::uint64_t offset = 0;
};

/// The headers. Accepts AMD GPU objects of ABI versions 3 and 4 for an architecture this project knows.
tl::expected<Elf, Error> read_elf(const Image& image);

/// The loadable segments, ascending and disjoint.
tl::expected<std::vector<Segment>, Error> read_segments(const Image& image, const Elf& elf);

/// The defined names of the dynamic symbol table (of the static one where there is no dynamic one).
tl::expected<Symbols, Error> read_symbols(const Image& image, const Elf& elf);

/// The AMDGPU metadata note.
tl::expected<Note, Error> find_metadata(const Image& image, const Elf& elf);

LineSections read_line_sections(const Image& image, const Elf& elf);

/// Applies the dynamic relocations to the segments, as loaded at address 0: R_AMDGPU_RELATIVE64 and
/// R_AMDGPU_ABS64 of a defined symbol. Any other is an error.
tl::expected<void, Error> relocate(const Image& image, const Elf& elf, std::vector<Segment>& segments);

}  // namespace lockstep::code_object
