#include "host/archives/archive.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "host/archives/unpacking.hpp"

namespace lockstep::host {

namespace {

namespace fs = std::filesystem;

enum class Form : std::uint8_t { none, zip, tar };

Form form_of(const std::string& path) {
  constexpr std::size_t kMagicAt = 257;
  std::array<char, kMagicAt + 5> head{};
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), head.size());
  const std::string_view begin(head.data(), head.size());
  if (begin.starts_with("PK\x03\x04")) return Form::zip;
  if (begin.starts_with("\x1F\x8B") || begin.substr(kMagicAt) == "ustar") return Form::tar;
  return Form::none;
}

}  // namespace

bool is_archive(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && form_of(path) != Form::none;
}

tl::expected<void, std::string> unpack(const std::string& archive, const std::string& folder) {
  Unpacking to(folder);
  const std::string problem = form_of(archive) == Form::zip ? read_zip(archive, to) : read_tar(archive, to);
  if (!problem.empty()) return tl::unexpected(fmt::format("{}: {}", archive, problem));
  return {};
}

}  // namespace lockstep::host
