// The parts of an ELF64 file that a loader needs.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "emulator/arch/arch.hpp"
#include "emulator/code_object/code_object.hpp"
#include "emulator/code_object/image.hpp"

namespace lockstep::code_object {

/// A row of the program header table.
struct ProgramHeader {
  std::uint32_t type = 0, flags = 0;
  std::uint64_t offset = 0, address = 0, file_bytes = 0, memory_bytes = 0;
  std::uint64_t at = 0;  ///< offset of the row in the file, for messages
};

/// A row of the section header table.
struct SectionHeader {
  std::uint32_t name = 0, type = 0, link = 0;
  std::uint64_t flags = 0, offset = 0, bytes = 0;
  std::uint64_t at = 0;
};

struct Elf {
  const arch::Arch* arch = nullptr;
  Target target;  ///< without what the metadata says
  std::vector<ProgramHeader> program;
  std::vector<SectionHeader> sections;
  Bytes section_names;
};

inline constexpr std::uint32_t kSymbolTable = 2, kDynamicSymbols = 11;  ///< types of sections
inline constexpr std::size_t kSymbolBytes = 24;                         ///< size of a row of a symbol table

/// Symbol name -> address. The names point into the image.
using Symbols = std::unordered_map<std::string_view, std::uint64_t>;

struct Note {
  Bytes bytes;
  std::uint64_t offset = 0;
};

/// The headers. Accepts linked AMD GPU objects of ABI versions 1 to 4 for an architecture this project knows.
tl::expected<Elf, Error> read_elf(const Image& image);

/// The loadable segments, ascending and disjoint.
tl::expected<std::vector<Segment>, Error> read_segments(const Image& image, const Elf& elf);

/// The defined names of the dynamic symbol table (of the static one where there is no dynamic one).
tl::expected<Symbols, Error> read_symbols(const Image& image, const Elf& elf);

/// The AMDGPU metadata notes, at least one: a linked object has one of each file that was linked.
tl::expected<std::vector<Note>, Error> find_metadata(const Image& image, const Elf& elf);

/// Empty where there is none of that name, or it is compressed.
Bytes find_section(const Image& image, const Elf& elf, std::string_view name);
LineSections read_line_sections(const Image& image, const Elf& elf);

/// The section headers behind an ELF header.
tl::expected<std::vector<SectionHeader>, Error> read_sections(const Image& image, Bytes header);

/// Whether the symbol of that row may be left undefined.
bool is_weak_symbol(Bytes table, std::uint64_t at);
/// The names that a table of symbols takes from other objects and can't do without, in its order.
std::vector<std::string> undefined_symbols(const Image& image, const std::vector<SectionHeader>& sections,
                                           const SectionHeader& table);
/// "`__ockl_get_local_size` (link ockl.bc), …": symbols, and what defines them.
std::string needs(const std::vector<std::string>& symbols);

/// Applies the dynamic relocations to the segments, as loaded at address 0, and notes which words they made
/// addresses: R_AMDGPU_RELATIVE64 and R_AMDGPU_ABS64 of a symbol that is defined, or weak and 0. Any other is
/// an error.
tl::expected<void, Error> relocate(const Image& image, const Elf& elf, std::vector<Segment>& segments);

}  // namespace lockstep::code_object
