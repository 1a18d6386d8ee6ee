#include "emulator/code_object/metadata.hpp"

#include <limits>
#include <optional>
#include <string_view>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

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

tl::expected<std::vector<Note>, Error> find_metadata(const Image& image, const Elf& elf) {
  std::vector<Note> all;
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
        all.push_back({notes->subspan(note_at, note_bytes), row.offset + note_at});
      }
      at = note_at + padded(note_bytes);
    }
  }
  if (all.empty()) return tl::unexpected(image.error(0, "an AMDGPU metadata note (type 32)", "none"));
  return all;
}

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostBytes = std::size_t{16} << 20;
constexpr std::uint32_t kMostKernargBytes = 1u << 20;
constexpr int kDeepest = 16;  // real notes nest five deep

struct Number {
  const char* key;
  std::uint32_t Kernel::* member;
  bool required;
};
// AMDGPUUsage, "Code Object V3 Kernel Metadata Map".
constexpr Number kNumbers[] = {
    {".kernarg_segment_size", &Kernel::kernarg_bytes, true},
    {".kernarg_segment_align", &Kernel::kernarg_align, true},
    {".group_segment_fixed_size", &Kernel::group_bytes, true},
    {".private_segment_fixed_size", &Kernel::private_bytes, true},
    {".wavefront_size", &Kernel::wavefront_size, true},
    {".max_flat_workgroup_size", &Kernel::max_workgroup, true},
    {".vgpr_count", &Kernel::vgpr_count, true},
    {".sgpr_count", &Kernel::sgpr_count, true},
    {".agpr_count", &Kernel::agpr_count, false},
};

std::optional<std::uint32_t> number(const Json& map, const char* key) {
  const auto found = map.find(key);
  if (found == map.end() || !found->is_number_integer()) return std::nullopt;
  if (!found->is_number_unsigned() && found->get<std::int64_t>() < 0) return std::nullopt;
  const auto value = found->get<std::uint64_t>();
  if (value > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return std::uint32_t(value);
}

std::optional<std::string> text(const Json& map, const char* key) {
  const auto found = map.find(key);
  if (found == map.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

/// A struct or pointer passed in registers is called `name.coerce` by clang.
std::string source_name(std::string name) {
  constexpr std::string_view kSuffix = ".coerce";
  if (name.ends_with(kSuffix)) name.resize(name.size() - kSuffix.size());
  return name;
}

std::optional<Argument> read_argument(const Json& map, std::size_t position) {
  if (!map.is_object()) return std::nullopt;
  const auto offset = number(map, ".offset");
  const auto size = number(map, ".size");
  const auto kind = text(map, ".value_kind");
  if (!offset || !size || !kind || !contains(kMostKernargBytes, *offset, *size)) return std::nullopt;
  return Argument{source_name(text(map, ".name").value_or(std::to_string(position))), *offset, *size, *kind};
}

/// The kernel, or what was expected of its map.
tl::expected<KernelMetadata, std::string> read_kernel(const Json& map) {
  if (!map.is_object()) return tl::unexpected(std::string("a map for each kernel"));
  const auto name = text(map, ".name");
  const auto symbol = text(map, ".symbol");
  if (!name || !symbol) return tl::unexpected(std::string("a .name and a .symbol for each kernel"));
  KernelMetadata result{{}, *symbol};
  Kernel& kernel = result.kernel;
  kernel.name = *name;
  for (const Number& row : kNumbers) {
    const auto value = number(map, row.key);
    if (!value && row.required)
      return tl::unexpected(fmt::format("a number {} of kernel {}", row.key, *name));
    kernel.*row.member = value.value_or(0);
  }
  if (kernel.kernarg_bytes > kMostKernargBytes) {
    return tl::unexpected(fmt::format("a kernarg segment of at most {} bytes", kMostKernargBytes));
  }
  const auto arguments = map.find(".args");
  if (arguments == map.end()) return result;
  if (!arguments->is_array()) return tl::unexpected(fmt::format("an array .args of kernel {}", *name));
  for (const Json& row : *arguments) {
    auto argument = read_argument(row, kernel.arguments.size());
    if (!argument) {
      return tl::unexpected(
          fmt::format("an offset, size and value kind within {} bytes for argument {} of kernel {}",
                      kMostKernargBytes, kernel.arguments.size(), *name));
    }
    kernel.arguments.push_back(*std::move(argument));
  }
  return result;
}

/// Hand-written metadata has arguments behind the end of its segment: hosts pass them all the same.
void widen_segment(Kernel& kernel, std::vector<std::string>& notes) {
  for (const Argument& a : kernel.arguments) {
    if (a.offset + a.size <= kernel.kernarg_bytes) continue;
    notes.push_back(fmt::format(
        "argument {} of {} takes bytes {} to {} of a kernarg segment of {}, according to the "
        "metadata: the segment is taken to have {}",
        a.name, kernel.name, a.offset, a.offset + a.size, kernel.kernarg_bytes, a.offset + a.size));
    kernel.kernarg_bytes = a.offset + a.size;
  }
}

template <std::size_t kCount>
std::array<std::uint32_t, kCount> numbers(const Json& map, const char* key) {
  std::array<std::uint32_t, kCount> result{};
  const auto found = map.find(key);
  if (found == map.end() || !found->is_array() || found->size() != kCount) return result;
  for (std::size_t i = 0; i < kCount; ++i)
    if ((*found)[i].is_number_unsigned())
      result[i] = std::uint32_t((*found)[i].template get<std::uint64_t>());
  return result;
}

}  // namespace

tl::expected<Metadata, Error> read_metadata(const Image& image, const Note& note) {
  const auto fail = [&](std::string expected, std::string found) {
    return tl::unexpected(image.error(note.offset, std::move(expected), std::move(found)));
  };
  if (note.bytes.size() > kMostBytes) {
    return fail(fmt::format("metadata of at most {} bytes", kMostBytes), std::to_string(note.bytes.size()));
  }
  if (!is_shallow(note.bytes, kDeepest)) return fail("MessagePack metadata", "bytes that are not");
  const Json root = Json::from_msgpack(note.bytes.begin(), note.bytes.end(), true, false);
  if (root.is_discarded() || !root.is_object()) return fail("a MessagePack map", "bytes that are not");
  Metadata metadata;
  metadata.target = text(root, "amdhsa.target").value_or("");
  metadata.version = numbers<2>(root, "amdhsa.version");
  const auto list = root.find("amdhsa.kernels");
  if (list == root.end()) return metadata;
  if (!list->is_array()) return fail("an array amdhsa.kernels", "something else");
  for (const Json& map : *list) {
    auto kernel = read_kernel(map);
    if (!kernel) return fail(kernel.error(), "metadata without");
    kernel->kernel.required_workgroup = numbers<3>(map, ".reqd_workgroup_size");
    kernel->kernel.cluster = numbers<3>(map, ".cluster_dims");
    widen_segment(kernel->kernel, metadata.notes);
    metadata.kernels.push_back(*std::move(kernel));
  }
  return metadata;
}

}  // namespace lockstep::code_object
