#include "cli/launch_files.hpp"

#include <fmt/format.h>

namespace lockstep::cli {

std::shared_ptr<InputFile> LaunchFiles::open(host::JsonReader& r, const std::string& name) const {
  auto file = InputFile::open(path_of(name));
  if (file) return *file;
  r.complain(file.error());
  return nullptr;
}

launch::Given LaunchFiles::contents(host::JsonReader& r, const std::string& name, std::uint64_t skip,
                                    std::optional<std::uint64_t> wanted,
                                    std::optional<std::uint64_t>& natural) {
  const auto file = open(r, name);
  if (file == nullptr) return {};
  if (skip > file->bytes()) {
    r.complain(fmt::format("{}: has {} bytes, file_offset is {}", file->path(), file->bytes(), skip));
    return {};
  }
  const std::uint64_t rest = file->bytes() - skip;
  natural = skip != 0 && wanted && *wanted <= rest ? *wanted : rest;
  if (wanted && *wanted != *natural)
    r.complain(fmt::format("{}: has {} bytes{}, {} are needed", file->path(), rest,
                           skip != 0 ? " from file_offset on" : "", *wanted));
  inputs_.push_back(file);
  return launch::Given{
      [file, skip](std::uint64_t offset, std::span<std::uint8_t> data) { file->read(skip + offset, data); }};
}

}  // namespace lockstep::cli
