#include "emulator/code_object/program_places.hpp"

#include "emulator/code_object/elf.hpp"

namespace lockstep::code_object {

namespace {

// ELF specification: the file header, and a row of a symbol table.
constexpr std::size_t kHeaderBytes = 64, kSectionNames = 62;
constexpr unsigned kFunction = 2;

bool is_elf64(Bytes file) {
  constexpr std::uint32_t kMagic = 0x464C457F;
  constexpr std::uint8_t k64Bits = 2, kLittleEndian = 1;
  return file.size() >= kHeaderBytes && load<std::uint32_t>(file, 0) == kMagic &&
         load<std::uint8_t>(file, 4) == k64Bits && load<std::uint8_t>(file, 5) == kLittleEndian;
}

std::string function_at(const Image& image, const std::vector<SectionHeader>& sections,
                        const SectionHeader& table, std::uint64_t address) {
  if (table.link >= sections.size()) return {};
  const SectionHeader& strings = sections[table.link];
  const auto symbols = image.slice(table.offset, table.bytes, "a symbol table");
  const auto names = image.slice(strings.offset, strings.bytes, "a string table");
  if (!symbols || !names) return {};
  for (std::size_t at = 0; contains(symbols->size(), at, kSymbolBytes); at += kSymbolBytes) {
    const auto value = load<std::uint64_t>(*symbols, at + 8), bytes = load<std::uint64_t>(*symbols, at + 16);
    if ((load<std::uint8_t>(*symbols, at + 4) & 0xF) == kFunction && value <= address &&
        address - value < bytes)
      return std::string(Image::name(*names, load<std::uint32_t>(*symbols, at)));
  }
  return {};
}

}  // namespace

ProgramPlace place_in_program(std::span<const std::byte> file, std::uint64_t address) {
  const Image image{"", file};
  if (!is_elf64(file)) return {};
  auto sections = read_sections(image, file.first(kHeaderBytes));
  if (!sections) return {};
  ProgramPlace place;
  for (const SectionHeader& section : *sections)
    if ((section.type == kSymbolTable || section.type == kDynamicSymbols) && place.function.empty())
      place.function = function_at(image, *sections, section, address);
  const std::size_t names = load<std::uint16_t>(file, kSectionNames);
  if (names >= sections->size()) return place;
  Elf elf;
  elf.section_names =
      image.slice((*sections)[names].offset, (*sections)[names].bytes, "section names").value_or(Bytes());
  elf.sections = *std::move(sections);
  place.source = SourceLines(read_line_sections(image, elf)).at(address);
  return place;
}

}  // namespace lockstep::code_object
