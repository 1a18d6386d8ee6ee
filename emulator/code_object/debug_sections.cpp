#include <string_view>

#include "emulator/code_object/elf.hpp"

namespace lockstep::code_object {

namespace {

// ELF specification, section attribute flags.
constexpr std::uint64_t kCompressed = 0x800;

}  // namespace

Bytes find_section(const Image& image, const Elf& elf, std::string_view name) {
  for (const SectionHeader& row : elf.sections) {
    if (Image::name(elf.section_names, row.name) != name || (row.flags & kCompressed) != 0) continue;
    return image.slice(row.offset, row.bytes, name).value_or(Bytes());
  }
  return {};
}

LineSections read_line_sections(const Image& image, const Elf& elf) {
  return {find_section(image, elf, ".debug_line"), find_section(image, elf, ".debug_line_str"),
          find_section(image, elf, ".debug_str")};
}

}  // namespace lockstep::code_object
