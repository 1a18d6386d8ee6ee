#include "host/write_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>

#include <fmt/format.h>
#include <unistd.h>

namespace lockstep::host {

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

}  // namespace lockstep::host
