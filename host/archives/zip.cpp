// Archives of zip, stored or deflated.
#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>

#include "host/archives/unpacking.hpp"

namespace lockstep::host {

namespace {

/// Larger archives would be read to memory whole.
constexpr std::uint64_t kLargest = std::uint64_t(1) << 30;
constexpr std::size_t kEndSize = 22, kEntrySize = 46, kLocalSize = 30;
constexpr std::uint32_t kEnd = 0x06054B50, kEntry = 0x02014B50, kLocal = 0x04034B50;

/// An entry of the central directory, by APPNOTE.TXT 4.3.12.
struct Entry {
  std::string name;
  std::uint32_t flags = 0, method = 0, crc = 0, packed = 0, size = 0, mode = 0, at = 0;
};

class Archive {
 public:
  explicit Archive(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {}

  std::string unpack(Unpacking& to) const {
    const auto end = find_end();
    if (!end) return "is damaged: it has no directory";
    const std::uint32_t count = number(*end + 10, 2);
    std::size_t at = number(*end + 16, 4);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!is_there(at, kEntrySize) || number(at, 4) != kEntry) return "is damaged: its directory is torn";
      const std::size_t name = number(at + 28, 2), behind = number(at + 30, 2) + number(at + 32, 2);
      if (!is_there(at + kEntrySize, name)) return "is damaged: its directory is torn";
      Entry entry;
      entry.flags = number(at + 8, 2), entry.method = number(at + 10, 2), entry.crc = number(at + 16, 4);
      entry.packed = number(at + 20, 4), entry.size = number(at + 24, 4),
      entry.mode = number(at + 38, 4) >> 16;
      entry.at = number(at + 42, 4);
      entry.name.assign(bytes_.begin() + std::ptrdiff_t(at + kEntrySize),
                        bytes_.begin() + std::ptrdiff_t(at + kEntrySize + name));
      if (std::string problem = member(entry, to); !problem.empty()) return problem;
      at += kEntrySize + name + behind;
    }
    return {};
  }

 private:
  bool is_there(std::size_t at, std::size_t size) const {
    return at <= bytes_.size() && size <= bytes_.size() - at;
  }

  std::uint32_t number(std::size_t at, std::size_t size) const {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size && at + i < bytes_.size(); ++i)
      value |= std::uint32_t(bytes_[at + i]) << 8 * i;
    return value;
  }

  std::optional<std::size_t> find_end() const {
    constexpr std::size_t kLongestComment = 0xFFFF;
    if (bytes_.size() < kEndSize) return std::nullopt;
    const std::size_t last = bytes_.size() - kEndSize;
    for (std::size_t back = 0; back <= std::min(last, kLongestComment); ++back)
      if (number(last - back, 4) == kEnd) return last - back;
    return std::nullopt;
  }

  std::string member(const Entry& e, Unpacking& to) const {
    constexpr std::uint32_t kEncrypted = 1, kTypes = 0xF000, kRegular = 0x8000, kFolder = 0x4000;
    if (const std::uint32_t type = e.mode & kTypes; type != 0 && type != kRegular && type != kFolder)
      return fmt::format("refused: {} is no file and no folder", shown(e.name));
    if (e.name.ends_with('/')) return to.make_folder(e.name);
    if ((e.flags & kEncrypted) != 0) return fmt::format("{} is encrypted", shown(e.name));
    if (!is_there(e.at, kLocalSize) || number(e.at, 4) != kLocal) return "is damaged: a file is not there";
    const std::size_t at = e.at + kLocalSize + number(e.at + 26, 2) + number(e.at + 28, 2);
    if (!is_there(at, e.packed)) return "is damaged: a file is not there";
    if (std::string problem = to.begin(e.name); !problem.empty()) return problem;
    const std::span packed = std::span(bytes_).subspan(at, e.packed);
    std::uint32_t crc = 0;
    std::uint64_t size = 0;
    const auto take = [&](std::span<const std::uint8_t> some) {
      crc = std::uint32_t(crc32(crc, some.data(), unsigned(some.size())));
      size += some.size();
      return size > e.size ? std::string("is damaged: a file is larger than its directory says")
                           : to.add(some);
    };
    std::string problem = e.method == 0 ? take(packed)
                          : e.method == 8
                              ? inflated(packed, take)
                              : fmt::format("{}: compressed by method {}", shown(e.name), e.method);
    if (problem.empty() && (size != e.size || crc != e.crc)) problem = "is damaged: a checksum is wrong";
    return problem.empty() ? to.end() : problem;
  }

  template <typename Take>
  static std::string inflated(std::span<const std::uint8_t> packed, Take take) {
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return "can't be read";
    stream.next_in = const_cast<Bytef*>(packed.data());
    stream.avail_in = unsigned(packed.size());
    std::array<std::uint8_t, 1 << 16> some{};
    std::string problem;
    int status = Z_OK;
    while (status == Z_OK && problem.empty()) {
      stream.next_out = some.data();
      stream.avail_out = unsigned(some.size());
      status = inflate(&stream, Z_NO_FLUSH);
      if (status == Z_OK || status == Z_STREAM_END)
        problem = take(std::span<const std::uint8_t>(some.data(), some.size() - stream.avail_out));
    }
    inflateEnd(&stream);
    return problem.empty() && status != Z_STREAM_END ? "is damaged" : problem;
  }

  std::vector<std::uint8_t> bytes_;
};

}  // namespace

std::string read_zip(const std::string& archive, Unpacking& to) {
  std::ifstream file(archive, std::ios::binary | std::ios::ate);
  if (!file || std::uint64_t(file.tellg()) > kLargest) return "is too large";
  std::vector<std::uint8_t> bytes(std::size_t(file.tellg()));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(bytes.data()), std::streamsize(bytes.size()));
  return Archive(std::move(bytes)).unpack(to);
}

}  // namespace lockstep::host
