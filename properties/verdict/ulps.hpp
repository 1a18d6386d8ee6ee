// How far a wrong value lies from the right one, in steps of its format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "reference/operators/output.hpp"

namespace lockstep::verdict {

/// Farther apart than this, values have no rounding in common, and nothing is said of their distance.
inline constexpr std::int64_t kFewUlps = 8;

/// Steps from `want` to `got`, negative towards zero; nothing unless both are numbers of one sign and differ, in a
/// format of at least 7 bits of mantissa.
std::optional<std::int64_t> distance_in_ulps(const formats::Format& format, std::uint32_t want,
                                             std::uint32_t got);
/// "1 ulp towards zero".
std::string ulps_text(std::int64_t ulps);

}  // namespace lockstep::verdict
