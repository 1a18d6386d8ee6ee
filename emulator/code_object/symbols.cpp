#include "emulator/code_object/elf.hpp"

namespace lockstep::code_object {
namespace {

const SectionHeader* find_table(const Elf& elf) {
  for (const std::uint32_t type : {kDynamicSymbols, kSymbolTable}) {
    for (const SectionHeader& section : elf.sections) {
      if (section.type == type) return &section;
    }
  }
  return nullptr;
}

}  // namespace

tl::expected<Symbols, Error> read_symbols(const Image& image, const Elf& elf) {
  const SectionHeader* section = find_table(elf);
  if (section == nullptr) return tl::unexpected(image.error(60, "a symbol table", "none"));
  const auto table = image.slice(section->offset, section->bytes, "a symbol table");
  if (!table) return tl::unexpected(table.error());
  if (section->link >= elf.sections.size()) {
    return tl::unexpected(
        image.error(section->at + 40, "the index of a string table", std::to_string(section->link)));
  }
  const SectionHeader& strings = elf.sections[section->link];
  const auto names = image.slice(strings.offset, strings.bytes, "a string table");
  if (!names) return tl::unexpected(names.error());

  Symbols symbols;
  for (std::size_t at = 0; contains(table->size(), at, kSymbolBytes); at += kSymbolBytes) {
    const bool defined = load<std::uint16_t>(*table, at + 6) != 0;
    const std::string_view name = Image::name(*names, load<std::uint32_t>(*table, at));
    if (defined && !name.empty()) symbols.emplace(name, load<std::uint64_t>(*table, at + 8));
  }
  return symbols;
}

}  // namespace lockstep::code_object
