#include "compare.hpp"

#include <algorithm>

namespace lockstep::verdict {

bool same(const formats::Format& format, std::uint16_t a, std::uint16_t b) {
  return a == b || (formats::is_nan(format, a) && formats::is_nan(format, b));
}

void compare(const formats::Format& format, std::int64_t n, std::span<const std::uint16_t> got,
             std::span<const std::uint16_t> want, LawResult& result) {
  if (std::equal(got.begin(), got.end(), want.begin(), want.end())) return;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (same(format, got[i], want[i])) continue;
    ++result.mismatch_count;
    if (result.mismatches.size() < kMismatchLimit)
      result.mismatches.push_back({i / std::size_t(n), std::int64_t(i) % n, got[i], want[i]});
  }
}

}  // namespace lockstep::verdict
