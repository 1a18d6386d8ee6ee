#include "host/archives/unpacking.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

namespace lockstep::host {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostFiles = 1000, kMostUnpacked = std::uint64_t(1) << 30;
constexpr std::size_t kLongestName = 255;

}  // namespace

bool stays_inside(std::string_view path) {
  const fs::path given(path);
  return !path.empty() && path.size() <= kLongestName && path.find('\0') == std::string_view::npos &&
         path.find('\\') == std::string_view::npos && given.is_relative() &&
         std::ranges::none_of(given, [](const fs::path& part) { return part == ".."; });
}

std::string shown(std::string_view name) {
  constexpr std::size_t kMost = 80;
  std::string text(name.substr(0, kMost));
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7F) c = '?';
  return fmt::format("'{}{}'", text, name.size() > kMost ? "..." : "");
}

std::string Unpacking::refuse(const std::string& name) const {
  if (!stays_inside(name)) return fmt::format("refused: {} leads out of the archive", shown(name));
  if (files_ >= kMostFiles) return fmt::format("refused: more than {} files", kMostFiles);
  return {};
}

std::string Unpacking::make_folder(const std::string& name) {
  ++files_;
  if (std::string why = refuse(name); !why.empty()) return why;
  std::error_code error;
  fs::create_directories(fs::path(folder_) / name, error);
  return error ? fmt::format("{}: {}", shown(name), error.message()) : "";
}

std::string Unpacking::begin(const std::string& name) {
  ++files_;
  if (std::string why = refuse(name); !why.empty()) return why;
  const fs::path path = fs::path(folder_) / name;
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  // Only files and folders are made here: no link can lie on the way.
  if (fs::exists(fs::symlink_status(path, error))) return fmt::format("refused: {} comes twice", shown(name));
  file_.open(path, std::ios::binary | std::ios::trunc);
  return file_ ? "" : fmt::format("{} can't be written", shown(name));
}

std::string Unpacking::add(std::span<const std::uint8_t> bytes) {
  bytes_ += bytes.size();
  if (bytes_ > kMostUnpacked) return fmt::format("refused: more than {} bytes", kMostUnpacked);
  file_.write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
  return {};
}

std::string Unpacking::end() {
  file_.close();
  return file_ ? "" : "a file can't be written";
}

}  // namespace lockstep::host
