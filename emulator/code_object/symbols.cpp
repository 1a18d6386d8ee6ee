#include <algorithm>

#include <fmt/format.h>

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

// Symbols that an object takes from others, and what to link for them.

namespace {

/// Libraries by how their names begin.
struct Library {
  std::string_view prefix, name;
};
// The bitcode libraries of ROCm's device libraries; asanrtl is the sanitiser's.
constexpr Library kLibraries[] = {
    {"__ockl_", "ockl.bc"},
    {"__ocml_", "ocml.bc"},
    {"__asan_", "asanrtl.bc"},
    {"__oclc_", "oclc_*.bc"},
};

std::string_view library_of(std::string_view symbol) {
  for (const Library& row : kLibraries)
    if (symbol.starts_with(row.prefix)) return row.name;
  return "the object that defines it";
}

}  // namespace

bool is_weak_symbol(Bytes table, std::uint64_t at) {
  constexpr unsigned kWeak = 2;
  return load<std::uint8_t>(table, at + 4) >> 4 == kWeak;
}

std::vector<std::string> undefined_symbols(const Image& image, const std::vector<SectionHeader>& sections,
                                           const SectionHeader& table) {
  std::vector<std::string> names;
  if (table.link >= sections.size()) return names;
  const SectionHeader& strings = sections[table.link];
  const auto symbols = image.slice(table.offset, table.bytes, "a symbol table");
  const auto text = image.slice(strings.offset, strings.bytes, "a string table");
  if (!symbols || !text) return names;
  for (std::size_t at = kSymbolBytes; contains(symbols->size(), at, kSymbolBytes); at += kSymbolBytes) {
    const bool defined = load<std::uint16_t>(*symbols, at + 6) != 0;
    const std::string_view name = Image::name(*text, load<std::uint32_t>(*symbols, at));
    if (!defined && !is_weak_symbol(*symbols, at) && !name.empty()) names.emplace_back(name);
  }
  return names;
}

std::string needs(const std::vector<std::string>& symbols) {
  constexpr std::size_t kMostNamed = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(symbols.size(), kMostNamed); ++i)
    text += fmt::format("{}`{}` (link {})", i == 0 ? "" : ", ", symbols[i], library_of(symbols[i]));
  if (symbols.size() > kMostNamed) text += fmt::format(" and {} more", symbols.size() - kMostNamed);
  return text;
}

}  // namespace lockstep::code_object
