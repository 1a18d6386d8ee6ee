// Any bytes as an archive of a capsule: refused in words, or unpacked into its folder and nowhere else.
#include "host/archives/archive.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "tests/fuzz/target.hpp"

namespace lockstep::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostFiles = 1000, kMostBytes = std::uint64_t{1} << 30;
constexpr std::string_view kArchive = "archive", kInto = "into";

/// A folder with the archive, and a folder in it that takes what is unpacked. It goes with the process.
class Outside {
 public:
  Outside() {
    std::string pattern = (fs::temp_directory_path() / "lockstep-fuzz-XXXXXX").string();
    demand(mkdtemp(pattern.data()) != nullptr, "no folder to unpack in");
    path_ = pattern;
  }
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;
  ~Outside() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Headers of tar with right checksums: without them nothing behind the checksum is ever reached.
std::vector<std::uint8_t> with_checksums(std::span<const std::uint8_t> input) {
  constexpr std::size_t kBlock = 512, kChecksum = 148, kDigits = 8, kMagic = 257;
  std::vector<std::uint8_t> bytes(input.begin(), input.end());
  for (std::size_t at = 0; at + kBlock <= bytes.size(); at += kBlock) {
    if (std::memcmp(&bytes[at + kMagic], "ustar", 5) != 0) continue;
    std::fill_n(&bytes[at + kChecksum], kDigits, std::uint8_t(' '));
    unsigned sum = 0;
    for (std::size_t i = 0; i < kBlock; ++i) sum += bytes[at + i];
    for (std::size_t digit = 6; digit-- > 0; sum /= 8)
      bytes[at + kChecksum + digit] = std::uint8_t('0' + sum % 8);
    bytes[at + kChecksum + 6] = 0;
  }
  return bytes;
}

void look_at_message(std::string_view text) {
  constexpr std::size_t kLongest = 500;
  demand(!text.empty() && text.size() <= kLongest, "a refusal without words, or with too many");
  demand(std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < ' '; }),
         "a message that a terminal obeys");
}

void look_at_folder(const fs::path& into) {
  std::uint64_t files = 0, bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(into)) {
    demand(!entry.is_symlink() && (entry.is_regular_file() || entry.is_directory()),
           "neither file nor folder");
    if (!entry.is_regular_file()) continue;
    ++files;
    bytes += entry.file_size();
  }
  demand(files <= kMostFiles && bytes <= kMostBytes, "more than a capsule can need");
}

void unpack_one(std::span<const std::uint8_t> input) {
  static const Outside outside;
  const fs::path archive = outside.path() / kArchive, into = outside.path() / kInto;
  fs::create_directory(into);
  std::ofstream(archive, std::ios::binary)
      .write(reinterpret_cast<const char*>(input.data()), std::streamsize(input.size()));
  if (!host::is_archive(archive.string())) return;
  const auto unpacked = host::unpack(archive.string(), into.string());
  if (unpacked)
    look_at_folder(into);
  else
    look_at_message(unpacked.error());
  demand(std::distance(fs::directory_iterator(outside.path()), {}) == 2, "something lies beside the folder");
  fs::remove_all(into);
}

}  // namespace

void run_one(std::span<const std::uint8_t> input) {
  unpack_one(input);
  unpack_one(with_checksums(input));
}

}  // namespace lockstep::fuzz
