#include "emulator/runtime/bundle.hpp"

#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

namespace lockstep::runtime {

namespace {

using Image = std::span<const std::byte>;

constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;
constexpr std::uint16_t kZlib = 0, kZstd = 1;  // llvm::compression::Format

/// Clang Offload Bundler, "Compressed Bundle Format": magic, version and method, then by version the sizes of
/// the file and of what is in it, and a hash.
struct Layout {
  std::uint16_t version;
  /// Where the file's size stands, in so many bytes; no bytes: it is not said.
  std::size_t file_size, file_size_bytes;
  std::size_t contents_size, contents_size_bytes;
  std::size_t header;
};
constexpr Layout kLayouts[] = {{1, 0, 0, 8, 4, 20}, {2, 8, 4, 12, 4, 24}, {3, 8, 8, 16, 8, 32}};

std::optional<std::uint64_t> number(Image image, std::size_t at, std::size_t bytes) {
  std::uint64_t value = 0;
  if (at > image.size() || image.size() - at < bytes) return std::nullopt;
  std::memcpy(&value, image.data() + at, bytes);
  return value;
}

// Inflates `in`. True: the contents are exactly as large as `out`.
bool inflate(std::uint16_t method, Image in, std::vector<std::byte>& out) {
  if (method == kZlib) {
    uLongf size = out.size();
    uLong used = in.size();
    return uncompress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(in.data()),
                       &used) == Z_OK &&
           size == out.size();
  }
  const std::size_t frame = ZSTD_findFrameCompressedSize(in.data(), in.size());
  return ZSTD_isError(frame) == 0 && ZSTD_decompress(out.data(), out.size(), in.data(), frame) == out.size();
}

}  // namespace

tl::expected<std::vector<std::byte>, std::string> decompressed(Image image) {
  const auto fail = [](const std::string& why) { return tl::unexpected("a compressed bundle " + why); };
  const auto version = number(image, 4, 2), method = number(image, 6, 2);
  if (!version || !method) return fail("that is cut short");
  const Layout* layout = nullptr;
  for (const Layout& l : kLayouts)
    if (l.version == *version) layout = &l;
  if (layout == nullptr) return fail(fmt::format("of version {}, not 1 to 3", *version));
  if (*method != kZlib && *method != kZstd)
    return fail(fmt::format("by method {}: neither zlib nor zstd", *method));
  const auto size = number(image, layout->contents_size, layout->contents_size_bytes);
  const auto file_size = number(image, layout->file_size, layout->file_size_bytes);
  if (!size || !file_size || image.size() < layout->header) return fail("that is cut short");
  if (*size > kMostBytes) return fail(fmt::format("of {} bytes", *size));
  if (layout->file_size_bytes != 0) {
    if (*file_size < layout->header || *file_size > image.size()) return fail("that is cut short");
    image = image.first(*file_size);
  }
  std::vector<std::byte> contents(*size);
  if (!inflate(std::uint16_t(*method), image.subspan(layout->header), contents))
    return fail("whose contents do not decompress");
  return contents;
}

namespace {

using Image = std::span<const std::byte>;
using Found = tl::expected<Image, std::string>;

constexpr std::string_view kElf =
                               "\x7f"
                               "ELF",
                           kBundle = "__CLANG_OFFLOAD_BUNDLE__";

bool begins_with(Image image, std::string_view magic) {
  return image.size() >= magic.size() && std::memcmp(image.data(), magic.data(), magic.size()) == 0;
}

/// A number of the file; nothing past its end.
template <typename T>
std::optional<T> number_at(Image image, std::uint64_t at) {
  if (at > image.size() || image.size() - at < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, image.data() + at, sizeof value);
  return value;
}

// "hipv4-amdgcn-amd-amdhsa--gfx950:sramecc+:xnack-": the processor is behind the last "--", features behind
// it.
std::string_view arch_of(std::string_view target) {
  const std::size_t processor = target.rfind("--");
  const std::string_view name = processor == target.npos ? target : target.substr(processor + 2);
  return name.substr(0, name.find(':'));
}

// The end of an ELF64 file is that of its section headers, which linkers write last (System V ABI, "ELF
// Header").
std::optional<std::uint64_t> elf_bytes(Image image) {
  constexpr std::uint64_t kSectionOffset = 0x28, kSectionSize = 0x3A, kSectionCount = 0x3C;
  const auto offset = number_at<std::uint64_t>(image, kSectionOffset);
  const auto size = number_at<std::uint16_t>(image, kSectionSize),
             count = number_at<std::uint16_t>(image, kSectionCount);
  if (!offset || !size || !count || *offset > image.size()) return std::nullopt;
  return *offset + std::uint64_t{*size} * *count;
}

Found in_bundle(Image image, std::string_view arch) {
  std::uint64_t at = kBundle.size();
  const auto count = number_at<std::uint64_t>(image, at);
  at += sizeof *count;
  std::string others;
  for (std::uint64_t i = 0; count && i < *count; ++i) {
    const auto offset = number_at<std::uint64_t>(image, at), size = number_at<std::uint64_t>(image, at + 8),
               length = number_at<std::uint64_t>(image, at + 16);
    if (!offset || !size || !length || *length > image.size() - at - 24) break;
    const std::string_view target(reinterpret_cast<const char*>(image.data() + at + 24), *length);
    at += 24 + *length;
    if (target.starts_with("host")) continue;
    if (arch_of(target) == arch) {
      if (*offset > image.size() || *size > image.size() - *offset)
        return tl::unexpected(fmt::format("the bundle's code object for {} reaches past its end", arch));
      return image.subspan(*offset, *size);
    }
    others += fmt::format("{}{}", others.empty() ? "" : ", ", arch_of(target));
  }
  return tl::unexpected(
      others.empty()
          ? std::string("a bundle without code objects, or cut short")
          : fmt::format("no code object for {}; there are some for {} (lockstep exec --arch)", arch, others));
}

}  // namespace

Found code_object_in(Image image, std::string_view arch) {
  if (begins_with(image, kBundle)) return in_bundle(image, arch);
  if (begins_with(image, kCompressedBundle)) {
    thread_local std::vector<std::byte> contents;  // kept until the next one, as the header says
    auto all = decompressed(image);
    if (!all) return tl::unexpected(all.error());
    contents = *std::move(all);
    if (begins_with(contents, kCompressedBundle))
      return tl::unexpected(std::string("a compressed bundle in a compressed bundle"));
    return code_object_in(std::span<const std::byte>(contents), arch);
  }
  if (!begins_with(image, kElf))
    return tl::unexpected(std::string("neither a code object nor a bundle of them"));
  const auto bytes = elf_bytes(image);
  if (!bytes || *bytes > image.size()) return tl::unexpected(std::string("a code object that is cut short"));
  return image.first(*bytes);
}

Found code_object_in(const void* image, std::string_view arch) {
  if (image == nullptr) return tl::unexpected(std::string("a null pointer for an image"));
  // The offsets in it are those of a program that runs: they lead to where it is.
  constexpr std::size_t kAnyLength = std::size_t(std::numeric_limits<std::ptrdiff_t>::max());
  return code_object_in(Image(static_cast<const std::byte*>(image), kAnyLength), arch);
}

}  // namespace lockstep::runtime
