#include "properties/verdict/ulps.hpp"

#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

namespace lockstep::verdict {

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

}  // namespace lockstep::verdict
