#include "properties/verdict/verdict.hpp"

#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

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

std::optional<std::int64_t> distance_in_ulps(const formats::Format& format, std::uint32_t want,
                                             std::uint32_t got) {
  constexpr int kFine = 7;  // bits of a mantissa from which on a step is small against the value
  if (format.mantissa_bits < kFine) return std::nullopt;
  const bool numbers =
      std::isfinite(formats::to_double(format, want)) && std::isfinite(formats::to_double(format, got));
  const std::uint32_t sign = format.sign_mask(), magnitude = format.magnitude_mask();
  if (!numbers || want == got || (want & sign) != (got & sign)) return std::nullopt;
  // Codes of one sign ascend with what they stand for.
  return std::int64_t(got & magnitude) - std::int64_t(want & magnitude);
}

std::string ulps_text(std::int64_t ulps) {
  return fmt::format("{} ulp {}", std::abs(ulps), ulps < 0 ? "towards zero" : "away from zero");
}

bool is_other_zero(const formats::Format& format, std::uint32_t want, std::uint32_t got) {
  return want != got && formats::to_double(format, want) == 0 && formats::to_double(format, got) == 0;
}

}  // namespace lockstep::verdict
