// What infinities and NaNs make of a step; rarely needed, so plain.
#pragma once

#include <optional>
#include <span>

#include "emulator/arithmetic/matrix/units/unit.hpp"

namespace lockstep::matrix {

/// One step of one dot product, cut down to what specials depend on.
struct SpecialStep {
  std::span<const double> a, b, scale;  ///< of each product; scale is empty when unscaled
  std::uint32_t acc;
};

/// The result's code, when some product or acc is an infinity, a NaN, or counts as such.
std::optional<std::uint32_t> special_result(const Unit& unit, bool bytes, const SpecialStep& step);

}  // namespace lockstep::matrix
