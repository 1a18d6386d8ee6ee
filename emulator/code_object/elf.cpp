#include "emulator/code_object/elf.hpp"

#include <span>

#include <fmt/core.h>

#include "emulator/code_object/machine_names.hpp"

namespace lockstep::code_object {

namespace {

// AMDGPUUsage, "AMDGPU ELF Header e_flags": version 3 has a bit for each setting, later ones two.
constexpr unsigned kVersionThreeAbi = 1, kNewestAbi = 4;

const char* one_bit(std::uint32_t flags, unsigned bit) {
  return (flags >> bit & 1) != 0 ? "on" : "off";
}

const char* two_bits(std::uint32_t flags, unsigned low) {
  constexpr const char* kNames[] = {"unsupported", "any", "off", "on"};
  return kNames[flags >> low & 3];
}

}  // namespace

tl::expected<Target, std::string> read_target(unsigned abi_version, std::uint32_t flags) {
  if (abi_version == 0)
    return tl::unexpected(std::string(
        "ABI version 0, code object version 2, which can't say where AGPRs begin; build it anew with "
        "-mcode-object-version=5"));
  if (abi_version > kNewestAbi) return tl::unexpected(fmt::format("ABI version {}", abi_version));
  Target target;
  target.abi_version = abi_version;
  target.version = int(abi_version) + 2;
  const bool three = abi_version == kVersionThreeAbi;
  target.xnack = three ? one_bit(flags, 8) : two_bits(flags, 8);
  target.sramecc = three ? one_bit(flags, 9) : two_bits(flags, 10);
  return target;
}

namespace {

constexpr std::size_t kHeaderBytes = 64, kProgramBytes = 56, kSectionBytes = 64;
constexpr unsigned kMostProgramHeaders = 64;  // lld writes about ten; keeps hostile tables from costing time

constexpr std::size_t kMachineAt = 18;  // e_machine

/// A fact that the header of every accepted file shares.
struct HeaderFact {
  std::size_t at;
  std::size_t bytes;
  std::uint32_t value;
  std::string_view expected;
};
// ELF specification; e_machine and the OS ABI: LLVM BinaryFormat/ELF.h.
constexpr HeaderFact kHeaderFacts[] = {
    {0, 4, 0x464C457F, "an ELF file"},
    {4, 1, 2, "a 64-bit ELF file (class 2)"},
    {5, 1, 1, "a little-endian ELF file (data 1)"},
    {6, 1, 1, "ELF version 1"},
    {kMachineAt, 2, 224, "an AMD GPU object (machine 224)"},
    {7, 1, 64, "the HSA ABI (OS ABI 64)"},
};
constexpr HeaderFact kTableFacts[] = {
    {16, 2, 3, "a linked object (type 3)"},
    {54, 2, kProgramBytes, "program headers of 56 bytes"},
    {58, 2, kSectionBytes, "section headers of 64 bytes"},
};

std::uint32_t load_field(Bytes bytes, std::size_t at, std::size_t width) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < width; ++i) value |= std::to_integer<std::uint32_t>(bytes[at + i]) << (8 * i);
  return value;
}

bool starts_with(Bytes bytes, std::string_view magic) {
  return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

tl::expected<void, Error> hold(const Image& image, Bytes header, std::span<const HeaderFact> facts) {
  for (const HeaderFact& fact : facts) {
    const std::uint32_t found = load_field(header, fact.at, fact.bytes);
    const bool no_sections = fact.at == 58 && load<std::uint16_t>(header, 60) == 0;
    const std::string name = fact.at == kMachineAt ? machine_name(found) : fmt::format("{:#x}", found);
    if (found != fact.value && !no_sections)
      return tl::unexpected(image.error(fact.at, std::string(fact.expected), name));
  }
  return {};
}

/// What a relocatable object lacks, in words.
std::string relocatable(const Image& image, Bytes header) {
  std::string what = "a relocatable one; link it with ld.lld -shared";
  const auto sections = read_sections(image, header);
  if (!sections) return what;
  for (const SectionHeader& section : *sections) {
    if (section.type != kSymbolTable) continue;
    const auto missing = undefined_symbols(image, *sections, section);
    if (!missing.empty()) what += fmt::format("; it needs {}", needs(missing));
  }
  return what;
}

tl::expected<Bytes, Error> read_header(const Image& image) {
  for (const std::string_view magic : {"__CLANG_OFFLOAD_BUNDLE__", "CCOB"}) {
    if (starts_with(image.bytes, magic)) {
      return tl::unexpected(image.error(
          0, "an ELF file",
          "an offload bundle; take the object out with clang-offload-bundler "
          "--unbundle --type=o --input=BUNDLE --output=OBJECT --targets=hipv4-amdgcn-amd-amdhsa--gfx950"));
    }
  }
  auto header = image.slice(0, kHeaderBytes, "an ELF header");
  if (!header) return header;
  constexpr std::uint32_t kRelocatable = 1;
  if (auto done = hold(image, *header, kHeaderFacts); !done) return tl::unexpected(done.error());
  if (load<std::uint16_t>(*header, 16) == kRelocatable)
    return tl::unexpected(image.error(16, "a linked object (type 3)", relocatable(image, *header)));
  if (auto done = hold(image, *header, kTableFacts); !done) return tl::unexpected(done.error());
  return header;
}

/// What is expected of e_flags.
std::string known_archs() {
  std::string text;
  for (const arch::Arch* const a : arch::all())
    if (a->is_emulated()) text += fmt::format("{}{} ({:#x})", text.empty() ? "" : ", ", a->name, a->mach);
  return text + " in e_flags";
}

tl::expected<std::vector<ProgramHeader>, Error> read_program(const Image& image, Bytes header) {
  const auto offset = load<std::uint64_t>(header, 32);
  const unsigned count = load<std::uint16_t>(header, 56);
  if (count > kMostProgramHeaders) {
    return tl::unexpected(image.error(56, fmt::format("at most {} program headers", kMostProgramHeaders),
                                      std::to_string(count)));
  }
  const auto table = image.slice(offset, count * kProgramBytes, "a program header table");
  if (!table) return tl::unexpected(table.error());
  std::vector<ProgramHeader> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const Bytes row = table->subspan(i * kProgramBytes, kProgramBytes);
    rows.push_back({load<std::uint32_t>(row, 0), load<std::uint32_t>(row, 4), load<std::uint64_t>(row, 8),
                    load<std::uint64_t>(row, 16), load<std::uint64_t>(row, 32), load<std::uint64_t>(row, 40),
                    offset + i * kProgramBytes});
  }
  return rows;
}

}  // namespace

tl::expected<std::vector<SectionHeader>, Error> read_sections(const Image& image, Bytes header) {
  const auto offset = load<std::uint64_t>(header, 40);
  const std::size_t count = load<std::uint16_t>(header, 60);
  const auto table = image.slice(offset, count * kSectionBytes, "a section header table");
  if (!table) return tl::unexpected(table.error());
  std::vector<SectionHeader> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const Bytes row = table->subspan(i * kSectionBytes, kSectionBytes);
    rows.push_back({load<std::uint32_t>(row, 0), load<std::uint32_t>(row, 4), load<std::uint32_t>(row, 40),
                    load<std::uint64_t>(row, 8), load<std::uint64_t>(row, 24), load<std::uint64_t>(row, 32),
                    offset + i * kSectionBytes});
  }
  return rows;
}

tl::expected<Elf, Error> read_elf(const Image& image) {
  const auto header = read_header(image);
  if (!header) return tl::unexpected(header.error());
  Elf elf;
  const auto flags = load<std::uint32_t>(*header, 48);
  auto target = read_target(load<std::uint8_t>(*header, 8), flags);
  if (!target) return tl::unexpected(image.error(8, kAbiVersions, target.error()));
  elf.target = *std::move(target);
  elf.arch = arch::find_mach(flags & 0xFF);
  if (elf.arch == nullptr)
    return tl::unexpected(image.error(48, known_archs(), processor_name(flags & 0xFF)));
  auto program = read_program(image, *header);
  if (!program) return tl::unexpected(program.error());
  elf.program = *std::move(program);
  auto sections = read_sections(image, *header);
  if (!sections) return tl::unexpected(sections.error());
  elf.sections = *std::move(sections);
  const std::size_t names = load<std::uint16_t>(*header, 62);
  if (names < elf.sections.size()) {
    const SectionHeader& section = elf.sections[names];
    const auto bytes = image.slice(section.offset, section.bytes, "a section name table");
    if (!bytes) return tl::unexpected(bytes.error());
    elf.section_names = *bytes;
  }
  return elf;
}

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
