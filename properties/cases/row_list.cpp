#include "properties/cases/row_list.hpp"

#include <optional>

#include "host/number.hpp"
#include "properties/cases/split.hpp"

namespace lockstep::cases {

namespace {

// A group list longer than this is a mistake, not a test.
constexpr std::size_t kMaxGroups = 1 << 20;

// VALUE or VALUE*COUNT.
bool append_rows(std::string_view text, std::vector<std::int32_t>& m) {
  const std::size_t star = text.find('*');
  const auto value = host::parse_number<std::int32_t>(text.substr(0, star));
  const auto count = star == std::string_view::npos ? std::optional<std::size_t>(1)
                                                    : host::parse_number<std::size_t>(text.substr(star + 1));
  if (!value || !count || *count == 0 || *count > kMaxGroups || m.size() + *count > kMaxGroups) return false;
  m.insert(m.end(), *count, *value);
  return true;
}

}  // namespace

std::string print_rows(const std::vector<std::int32_t>& m) {
  std::string text;
  for (std::size_t i = 0; i < m.size();) {
    std::size_t end = i;
    while (end < m.size() && m[end] == m[i]) ++end;
    text +=
        (text.empty() ? "" : ",") + std::to_string(m[i]) + (end - i > 1 ? "*" + std::to_string(end - i) : "");
    i = end;
  }
  return text;
}

bool read_rows(std::string_view text, std::vector<std::int32_t>& m) {
  std::vector<std::int32_t> rows;
  for (const std::string_view part : split(text, ','))
    if (!append_rows(part, rows)) return false;
  m = std::move(rows);
  return true;
}

}  // namespace lockstep::cases
