#include "cli/launch_ranges.hpp"

#include <fmt/format.h>

#include "host/number.hpp"

namespace lockstep::cli {

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
