#include "properties/verdict/compare.hpp"

namespace lockstep::verdict {

bool same(const formats::Format& format, std::uint32_t a, std::uint32_t b) {
  return a == b || (formats::is_nan(format, a) && formats::is_nan(format, b));
}

void add_mismatch(const std::vector<operators::Output>& outputs, std::size_t output, std::size_t element,
                  std::uint32_t got, std::uint32_t want, LawResult& result) {
  ++result.mismatch_count;
  if (result.mismatches.size() >= kMismatchLimit) return;
  const auto columns = std::size_t(outputs[output].columns);
  result.mismatches.push_back({output, element / columns, std::int64_t(element % columns), got, want});
}

void compare(const std::vector<operators::Output>& outputs, const operators::Codes& got,
             const operators::Codes& want, LawResult& result) {
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    if (got[o] == want[o]) continue;
    for (std::size_t i = 0; i < got[o].size(); ++i)
      if (!same(*outputs[o].format, got[o][i], want[o][i]))
        add_mismatch(outputs, o, i, got[o][i], want[o][i], result);
  }
}

}  // namespace lockstep::verdict
