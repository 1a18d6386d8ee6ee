#include <fmt/format.h>

#include "cli/launches/launch_keys.hpp"
#include "host/number.hpp"

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

namespace {

std::optional<launch::Range> parse_range(std::string_view text, std::uint64_t bytes) {
  if (text == "all") return launch::Range{0, bytes};
  const std::size_t plus = text.find('+');
  if (plus == std::string_view::npos) return std::nullopt;
  const auto offset = host::parse_number<std::uint64_t>(text.substr(0, plus));
  const auto size = host::parse_number<std::uint64_t>(text.substr(plus + 1));
  if (!offset || !size || *size == 0 || *offset > bytes || *size > bytes - *offset) return std::nullopt;
  return launch::Range{*offset, *offset + *size};
}

}  // namespace

std::optional<std::vector<launch::Range>> read_ranges(host::JsonReader& r, const char* key,
                                                      std::uint64_t bytes) {
  if (!r.has(key)) return std::nullopt;
  std::vector<launch::Range> ranges;
  for (const std::string& text : r.list(key).value_or(std::vector<std::string>{})) {
    const auto range = parse_range(text, bytes);
    if (!range)
      r.complain(fmt::format("{} '{}': expected OFFSET+SIZE within its {} bytes, as in 0x100+64, or all", key,
                             text, bytes));
    else
      ranges.push_back(*range);
  }
  return ranges;
}

}  // namespace lockstep::cli
