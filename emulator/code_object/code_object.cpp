#include "emulator/code_object/code_object.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

#include <fmt/core.h>

#include "emulator/arch/arch.hpp"
#include "emulator/code_object/elf.hpp"
#include "emulator/code_object/metadata.hpp"

namespace lockstep::code_object {
namespace {

/// COMPUTE_PGM_LO holds the entry's address shifted right by eight.
constexpr std::uint64_t kEntryAlignment = 256;

const Segment* find_segment(const std::vector<Segment>& segments, std::uint64_t address,
                            std::uint64_t bytes) {
  for (const Segment& segment : segments) {
    if (address >= segment.address && contains(segment.bytes.size(), address - segment.address, bytes)) {
      return &segment;
    }
  }
  return nullptr;
}

tl::expected<void, Error> bind_kernel(const Image& image, const Note& note, const Symbols& symbols,
                                      const CodeObject& object, KernelMetadata& row) {
  const auto fail = [&](std::string expected, std::string found) {
    return tl::unexpected(image.error(note.offset, std::move(expected), std::move(found)));
  };
  const auto symbol = symbols.find(row.symbol);
  if (symbol == symbols.end()) return fail(fmt::format("a symbol {}", row.symbol), "none");
  const std::uint64_t address = symbol->second;
  const Segment* home = find_segment(object.segments, address, kDescriptorBytes);
  if (home == nullptr) {
    return fail(fmt::format("a kernel descriptor at address {:#x}", address), "no loaded bytes");
  }
  std::array<std::byte, kDescriptorBytes> bytes{};
  std::memcpy(bytes.data(), home->bytes.data() + (address - home->address), kDescriptorBytes);
  Kernel& kernel = row.kernel;
  kernel.descriptor = decode_descriptor(bytes, *arch::find(object.arch));
  kernel.entry = address + std::uint64_t(kernel.descriptor.entry_offset);
  const bool in_text = kernel.entry >= object.text_address &&
                       contains(object.text.size(), kernel.entry - object.text_address, 4);
  if (!in_text || kernel.entry % kEntryAlignment != 0) {
    return fail(fmt::format("the entry of {} in executable bytes, aligned to 256", kernel.name),
                fmt::format("address {:#x}", kernel.entry));
  }
  return {};
}

// An object of variables only has no executable segment.
tl::expected<void, Error> take_text(const Image& image, CodeObject& object) {
  const auto code = std::ranges::find_if(object.segments, &Segment::executable);
  if (code == object.segments.end()) return {};
  if (code->bytes.size() % 4 != 0 || code->address % 4 != 0) {
    return tl::unexpected(image.error(32, "executable bytes in whole dwords",
                                      fmt::format("{} at {:#x}", code->bytes.size(), code->address)));
  }
  object.text_address = code->address;
  object.text = code->bytes;
  return {};
}

void take_symbols(const Symbols& symbols, CodeObject& object) {
  for (const auto& [name, address] : symbols)
    if (address >= object.text_address && address - object.text_address < object.text.size())
      object.symbols.push_back({std::string(name), address});
  std::ranges::sort(object.symbols, [](const Symbol& a, const Symbol& b) {
    return std::tie(a.address, a.name) < std::tie(b.address, b.name);
  });
}

tl::expected<void, Error> take_kernels(const Image& image, const Note& note, const Symbols& symbols,
                                       CodeObject& object) {
  auto metadata = read_metadata(image, note);
  if (!metadata) return tl::unexpected(metadata.error());
  object.target.name = metadata->target;
  object.target.metadata_version = metadata->version;
  std::ranges::move(metadata->notes, std::back_inserter(object.notes));
  for (KernelMetadata& row : metadata->kernels) {
    if (auto done = bind_kernel(image, note, symbols, object, row); !done) return done;
    object.kernels.push_back(std::move(row.kernel));
  }
  return {};
}

}  // namespace

void Segment::fill(std::uint64_t bias, std::uint64_t offset, std::span<std::uint8_t> data) const {
  const std::uint64_t held =
      std::min<std::uint64_t>(data.size(), bytes.size() - std::min(offset, bytes.size()));
  if (held != 0) std::memcpy(data.data(), bytes.data() + offset, held);
  std::ranges::fill(data.subspan(held), std::uint8_t{0});
  // The first word that ends behind `offset`.
  auto word = std::ranges::upper_bound(pointers, offset, {}, [](std::uint64_t at) { return at + 8; });
  for (; word != pointers.end() && *word < offset + data.size(); ++word) {
    const std::uint64_t value = load<std::uint64_t>(bytes, *word) + bias;
    for (std::uint64_t i = 0; i < 8; ++i)
      if (*word + i >= offset && *word + i - offset < data.size())
        data[*word + i - offset] = std::uint8_t(value >> (8 * i));
  }
}

const Kernel* CodeObject::find(std::string_view kernel) const {
  const auto found = std::ranges::find(kernels, kernel, &Kernel::name);
  return found == kernels.end() ? nullptr : &*found;
}

tl::expected<CodeObject, Error> parse(std::string file, std::span<const std::byte> bytes) {
  const Image image{std::move(file), bytes};
  const auto elf = read_elf(image);
  if (!elf) return tl::unexpected(elf.error());
  CodeObject object;
  object.file = image.file;
  object.arch = elf->arch->name;
  object.target = elf->target;
  auto segments = read_segments(image, *elf);
  if (!segments) return tl::unexpected(segments.error());
  object.segments = *std::move(segments);
  if (auto done = relocate(image, *elf, object.segments); !done) return tl::unexpected(done.error());
  if (auto done = take_text(image, object); !done) return tl::unexpected(done.error());

  const auto notes = find_metadata(image, *elf);
  if (!notes) return tl::unexpected(notes.error());
  const auto symbols = read_symbols(image, *elf);
  if (!symbols) return tl::unexpected(symbols.error());
  take_symbols(*symbols, object);
  object.lines = SourceLines(read_line_sections(image, *elf));
  for (const Note& note : *notes)
    if (auto done = take_kernels(image, note, *symbols, object); !done) return tl::unexpected(done.error());
  return object;
}

bool has_preload_prologue(const CodeObject& object, const Kernel& kernel) {
  return arch::has(object.arch, arch::Feature::preload_prologue) &&
         kernel.descriptor.kernarg_preload_length != 0;
}

}  // namespace lockstep::code_object
