#include "host/files.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <random>

#include <fmt/format.h>
#include <unistd.h>

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

std::string write_whole(const std::string& path, std::string_view contents) {
  return write_whole(path, [contents](const Piece& piece) { return piece(contents); });
}

std::string write_whole(const std::string& path, const Contents& contents) {
  const auto problem = [&](const std::string& where) {
    return fmt::format("{}: {}", where, std::strerror(errno));
  };
  // Devices and pipes can't be replaced: they are written in place.
  std::error_code ignored;
  const bool special =
      std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored);
  // Processes of two machines that share the folder may have the same number.
  const std::string target =
      special ? path : fmt::format("{}.{}-{:08x}.tmp", path, ::getpid(), std::random_device{}());
  if (const auto parent = std::filesystem::path(path).parent_path(); !parent.empty())
    std::filesystem::create_directories(parent, ignored);
  std::FILE* file = std::fopen(target.c_str(), "wb");
  if (file == nullptr) return problem(target);
  const bool written = contents([file](std::string_view piece) {
                         return std::fwrite(piece.data(), 1, piece.size(), file) == piece.size();
                       }) &&
                       std::fflush(file) == 0;
  std::string failure = written ? std::string() : problem(target);
  if (std::fclose(file) != 0 && failure.empty()) failure = problem(target);
  if (special) return failure;
  if (failure.empty() && std::rename(target.c_str(), path.c_str()) != 0) failure = problem(path);
  if (!failure.empty()) std::remove(target.c_str());
  return failure;
}

std::string cache_folder() {
  if (const char* const named = std::getenv("LOCKSTEP_CACHE")) return named;
  if (const char* const base = std::getenv("XDG_CACHE_HOME"); base != nullptr && *base == '/')
    return std::string(base) + "/lockstep";
  const char* const home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.cache/lockstep" : std::string();
}

}  // namespace lockstep::host
