#include "emulator/runtime/compressed_bundle.hpp"

#include <cstdint>
#include <cstring>
#include <optional>

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

namespace lockstep::runtime {

namespace {

using Image = std::span<const std::byte>;

constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;
constexpr std::uint16_t kZlib = 0, kZstd = 1;  // llvm::compression::Format

/// Clang Offload Bundler, "Compressed Bundle Format": magic, version and method, then by version the sizes of the file and
/// of what is in it, and a hash.
struct Layout {
  std::uint16_t version;
  std::size_t file_size, file_size_bytes;  ///< its offset; no bytes: it is not said
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

// True: the contents are exactly as large as `out`.
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

}  // namespace lockstep::runtime
