// Results of steps that infinities and NaNs decide; rarely needed, so simple rather than fast.
#pragma once

#include <optional>
#include <span>

#include "emulator/arithmetic/matrix/units/unit.hpp"

namespace lockstep::matrix {

/// One step of one dot product, reduced to what infinities and NaNs depend on.
struct SpecialStep {
  std::span<const double> a, b, scale;  ///< one of each for every product; scale is empty when unscaled
  std::uint32_t acc;
};

/// The result's code, when some product or acc is an infinity, a NaN, or counts as such; otherwise empty.
std::optional<std::uint32_t> special_result(const Unit& unit, bool bytes, const SpecialStep& step);

}  // namespace lockstep::matrix
