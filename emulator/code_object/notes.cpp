#include <string_view>

#include <fmt/core.h>

#include "emulator/code_object/elf.hpp"

namespace lockstep::code_object {
namespace {

constexpr std::uint32_t kNoteSegment = 4, kMetadataNote = 32;
constexpr std::size_t kNoteHeaderBytes = 12;
constexpr std::string_view kOwner{"AMDGPU\0", 7};

constexpr std::uint64_t padded(std::uint32_t bytes) {
  return (std::uint64_t{bytes} + 3) & ~std::uint64_t{3};
}

bool is_metadata(Bytes name, std::uint32_t type) {
  return type == kMetadataNote && name.size() == kOwner.size() &&
         std::memcmp(name.data(), kOwner.data(), kOwner.size()) == 0;
}

}  // namespace

tl::expected<Note, Error> find_metadata(const Image& image, const Elf& elf) {
  for (const ProgramHeader& row : elf.program) {
    if (row.type != kNoteSegment) continue;
    const auto notes = image.slice(row.offset, row.file_bytes, "a note segment");
    if (!notes) return tl::unexpected(notes.error());
    for (std::uint64_t at = 0; contains(notes->size(), at, kNoteHeaderBytes);) {
      const auto name_bytes = load<std::uint32_t>(*notes, at);
      const auto note_bytes = load<std::uint32_t>(*notes, at + 4);
      const std::uint64_t name_at = at + kNoteHeaderBytes;
      const std::uint64_t note_at = name_at + padded(name_bytes);
      if (!contains(notes->size(), name_at, padded(name_bytes)) ||
          !contains(notes->size(), note_at, note_bytes)) {
        return tl::unexpected(
            image.error(row.offset + at, fmt::format("a note within {} bytes", notes->size() - at),
                        fmt::format("a name of {} and a body of {}", name_bytes, note_bytes)));
      }
      if (is_metadata(notes->subspan(name_at, name_bytes), load<std::uint32_t>(*notes, at + 8))) {
        return Note{notes->subspan(note_at, note_bytes), row.offset + note_at};
      }
      at = note_at + padded(note_bytes);
    }
  }
  return tl::unexpected(image.error(0, "an AMDGPU metadata note (type 32)", "none"));
}

}  // namespace lockstep::code_object
