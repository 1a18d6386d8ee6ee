// Archives of tar, plain or by gzip.
#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

#include "host/archives/unpacking.hpp"

namespace lockstep::host {

namespace {

constexpr std::size_t kBlock = 512;
using Block = std::array<std::uint8_t, kBlock>;

/// Fields of a header, POSIX.1-1988 (ustar).
struct Field {
  std::size_t at, size;
};
constexpr Field kName{0, 100}, kSize{124, 12}, kChecksum{148, 8}, kType{156, 1}, kPrefix{345, 155};
/// A name in a block of its own is no longer than this.
constexpr std::uint64_t kLongestText = 1 << 16;
/// Headers, of which some bring no file.
constexpr std::uint64_t kMostHeaders = 5000;

std::string_view text_of(const Block& b, Field f) {
  const std::string_view all(reinterpret_cast<const char*>(b.data()) + f.at, f.size);
  return all.substr(0, all.find('\0'));
}

std::optional<std::uint64_t> octal(const Block& b, Field f) {
  std::string_view digits = text_of(b, f);
  while (digits.starts_with(' ')) digits.remove_prefix(1);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 8);
  if (error != std::errc{} || end == digits.data()) return std::nullopt;
  return value;
}

bool has_right_checksum(const Block& b) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i)
    sum += kChecksum.at <= i && i < kChecksum.at + kChecksum.size ? ' ' : b[i];
  return octal(b, kChecksum) == sum;
}

class Reader {
 public:
  Reader(const std::string& archive, Unpacking& to) : file_(gzopen(archive.c_str(), "rb")), to_(to) {}

  std::string read_all() {
    Block head{};
    for (std::uint64_t headers = 0; file_ && read(head); ++headers) {
      if (std::ranges::all_of(head, [](std::uint8_t byte) { return byte == 0; })) return {};
      if (headers == kMostHeaders) return fmt::format("refused: more than {} headers", kMostHeaders);
      if (!has_right_checksum(head)) return "is damaged";
      const auto size = octal(head, kSize);
      if (!size) return "has a file of no size";
      if (std::string problem = member(head, *size); !problem.empty()) return problem;
    }
    return "ends in the middle";
  }

 private:
  struct Close {
    void operator()(gzFile file) const { gzclose(file); }
  };

  bool read(std::span<std::uint8_t> to) {
    return gzread(file_.get(), to.data(), unsigned(to.size())) == int(to.size());
  }

  /// The bytes of a member, a block at a time.
  template <typename Take>
  std::string each(std::uint64_t size, Take take) {
    Block block{};
    for (std::uint64_t left = size; left != 0;) {
      if (!read(block)) return "ends in the middle";
      const std::size_t count = std::min<std::uint64_t>(left, kBlock);
      if (std::string problem = take(std::span(block).first(count)); !problem.empty()) return problem;
      left -= count;
    }
    return {};
  }

  std::string text(std::uint64_t size, std::string& into) {
    if (size > kLongestText) return "refused: a name of that length is none";
    return each(size, [&](std::span<const std::uint8_t> bytes) {
      into.append(bytes.begin(), bytes.end());
      return std::string();
    });
  }

  std::string member(const Block& head, std::uint64_t size) {
    const char type = char(head[kType.at]);
    std::string said;
    switch (type) {
      case 'L':  // GNU: the next member's name
        if (std::string problem = text(size, said); !problem.empty()) return problem;
        long_name_ = said.substr(0, said.find('\0'));
        return {};
      case 'x':  // pax: "LENGTH path=NAME\n" is among its lines
        if (std::string problem = text(size, said); !problem.empty()) return problem;
        if (const std::size_t at = said.find(" path="); at != std::string::npos)
          long_name_ = said.substr(at + 6, said.find('\n', at) - at - 6);
        return {};
      case 'g':
        return text(size, said);
      case '5':
        return to_.make_folder(name_of(head));
      case '0':
      case '\0':
        return file(name_of(head), size);
      default:
        return fmt::format("refused: {} is no file and no folder", shown(name_of(head)));
    }
  }

  std::string name_of(const Block& head) {
    if (!long_name_.empty()) return std::exchange(long_name_, {});
    const std::string_view prefix = text_of(head, kPrefix), name = text_of(head, kName);
    return prefix.empty() ? std::string(name) : fmt::format("{}/{}", prefix, name);
  }

  std::string file(const std::string& name, std::uint64_t size) {
    if (std::string problem = to_.begin(name); !problem.empty()) return problem;
    std::string problem = each(size, [&](std::span<const std::uint8_t> bytes) { return to_.add(bytes); });
    return problem.empty() ? to_.end() : problem;
  }

  std::unique_ptr<gzFile_s, Close> file_;
  Unpacking& to_;
  std::string long_name_;
};

}  // namespace

std::string read_tar(const std::string& archive, Unpacking& to) {
  return Reader(archive, to).read_all();
}

}  // namespace lockstep::host
