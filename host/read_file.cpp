#include "host/read_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace lockstep::host {

namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// Piece by piece, since pipes and files of /proc don't know their size.
template <typename Contents>
tl::expected<Contents, std::string> read(const std::string& path) {
  const auto fail = [&](const char* what, int why) {
    return tl::unexpected(path + ": " + what + ": " + std::strerror(why));
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return fail("can't be opened", EISDIR);
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) return fail("can't be opened", errno);
  constexpr std::size_t kPiece = 1 << 16;
  Contents contents;
  for (std::size_t got = kPiece; got == kPiece;) {
    const std::size_t before = contents.size();
    contents.resize(before + kPiece);
    got = std::fread(contents.data() + before, 1, kPiece, file.get());
    contents.resize(before + got);
  }
  if (std::ferror(file.get()) != 0) return fail("can't be read", errno);
  return contents;
}

}  // namespace

tl::expected<std::vector<std::byte>, std::string> read_file(const std::string& path) {
  return read<std::vector<std::byte>>(path);
}

tl::expected<std::string, std::string> read_text(const std::string& path) {
  return read<std::string>(path);
}

}  // namespace lockstep::host
