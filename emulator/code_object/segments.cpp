#include <algorithm>

#include <fmt/core.h>

#include "emulator/code_object/elf.hpp"

namespace lockstep::code_object {

namespace {

constexpr std::uint32_t kLoad = 1, kExecute = 1, kWrite = 2;

}  // namespace

tl::expected<std::vector<Segment>, Error> read_segments(const Image& image, const Elf& elf) {
  std::vector<Segment> segments;
  std::uint64_t next = 0;
  std::uint64_t copied = 0;
  for (const ProgramHeader& row : elf.program) {
    if (row.type != kLoad) continue;
    const auto bytes = image.slice(row.offset, row.file_bytes, "a loadable segment");
    if (!bytes) return tl::unexpected(bytes.error());
    if (row.memory_bytes < row.file_bytes || row.memory_bytes > ~row.address) {
      return tl::unexpected(image.error(
          row.at + 40, fmt::format("a memory size of at least {}, not past the last address", row.file_bytes),
          std::to_string(row.memory_bytes)));
    }
    if (row.address < next) {
      return tl::unexpected(image.error(row.at + 16, fmt::format("a segment at {:#x} or above", next),
                                        fmt::format("{:#x}", row.address)));
    }
    // Segments that share file bytes would let a small file ask for much memory.
    copied += row.file_bytes;
    if (copied > image.bytes.size()) {
      return tl::unexpected(
          image.error(row.at + 32, "segments no larger than the file together", std::to_string(copied)));
    }
    next = row.address + row.memory_bytes;
    segments.push_back({row.address,
                        row.memory_bytes,
                        {bytes->begin(), bytes->end()},
                        (row.flags & kWrite) != 0,
                        (row.flags & kExecute) != 0});
  }
  return segments;
}

namespace {

constexpr std::uint32_t kRela = 4, kRel = 9;
constexpr std::uint64_t kAllocated = 2;
constexpr std::size_t kRelaBytes = 24;
constexpr std::uint32_t kAbsolute64 = 3, kRelative64 = 13;  // AMDGPUUsage, "Relocation Records"

/// The segment that has the eight bytes at an address in the file, or nullptr.
Segment* find_owner(std::vector<Segment>& segments, std::uint64_t address) {
  const auto owner = std::ranges::find_if(segments, [&](const Segment& s) {
    return address >= s.address && contains(s.bytes.size(), address - s.address, 8);
  });
  return owner == segments.end() ? nullptr : &*owner;
}

/// The dynamic symbols a relocation section refers to; empty when there are none.
tl::expected<Bytes, Error> linked_symbols(const Image& image, const Elf& elf, const SectionHeader& section) {
  if (section.link >= elf.sections.size()) return Bytes{};
  const SectionHeader& symbols = elf.sections[section.link];
  if (symbols.type != kDynamicSymbols) return Bytes{};
  return image.slice(symbols.offset, symbols.bytes, "a symbol table");
}

tl::expected<void, Error> relocate_section(const Image& image, const Elf& elf, const SectionHeader& section,
                                           std::vector<Segment>& segments) {
  const std::string name(Image::name(elf.section_names, section.name));
  const auto table = image.slice(section.offset, section.bytes, "relocations");
  if (!table) return tl::unexpected(table.error());
  const auto symbols = linked_symbols(image, elf, section);
  if (!symbols) return tl::unexpected(symbols.error());
  for (std::size_t at = 0; contains(table->size(), at, kRelaBytes); at += kRelaBytes) {
    const auto address = load<std::uint64_t>(*table, at);
    const auto type = load<std::uint32_t>(*table, at + 8);
    const std::uint64_t symbol = std::uint64_t{load<std::uint32_t>(*table, at + 12)} * kSymbolBytes;
    auto value = load<std::uint64_t>(*table, at + 16);
    const bool has_symbol =
        contains(symbols->size(), symbol, kSymbolBytes) &&
        (load<std::uint16_t>(*symbols, symbol + 6) != 0 || is_weak_symbol(*symbols, symbol));
    if (symbol != 0 && !has_symbol && section.link < elf.sections.size()) {
      const auto missing = undefined_symbols(image, elf.sections, elf.sections[section.link]);
      if (!missing.empty())
        return tl::unexpected(image.error(section.offset + at, "every symbol defined",
                                          fmt::format("an object that needs {}", needs(missing))));
    }
    Segment* const owner = find_owner(segments, address);
    if (owner == nullptr || (type != kRelative64 && !(type == kAbsolute64 && has_symbol))) {
      return tl::unexpected(image.error(
          section.offset + at,
          fmt::format("a relocation of type 3 or 13 of loaded bytes, with its symbol, in section {}", name),
          fmt::format("type {} at address {:#x}", type, address)));
    }
    // A weak symbol that nobody defines is 0, and so is its field: no address of the object.
    const bool is_nobodys = type == kAbsolute64 && load<std::uint16_t>(*symbols, symbol + 6) == 0;
    if (type == kAbsolute64) value += load<std::uint64_t>(*symbols, symbol + 8);
    std::memcpy(owner->bytes.data() + (address - owner->address), &value, sizeof value);
    if (!is_nobodys) owner->pointers.push_back(address - owner->address);
  }
  return {};
}

}  // namespace

tl::expected<void, Error> relocate(const Image& image, const Elf& elf, std::vector<Segment>& segments) {
  for (const SectionHeader& section : elf.sections) {
    if ((section.flags & kAllocated) == 0 || section.bytes == 0) continue;
    if (section.type == kRel) {
      return tl::unexpected(
          image.error(section.at, "relocations with addends",
                      fmt::format("section {}", Image::name(elf.section_names, section.name))));
    }
    if (section.type != kRela) continue;
    if (auto done = relocate_section(image, elf, section, segments); !done) return done;
  }
  for (Segment& segment : segments) {  // a hostile table may name a word twice
    std::ranges::sort(segment.pointers);
    const auto again = std::ranges::unique(segment.pointers);
    segment.pointers.erase(again.begin(), again.end());
  }
  return {};
}

}  // namespace lockstep::code_object
