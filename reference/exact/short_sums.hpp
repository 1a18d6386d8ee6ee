// What may be lost in sums that keep 13 fraction bits, as NVIDIA's Hopper has them of operands of 8 bits.
// That is measured: no hypothesis about others, and outside what bound.hpp allows for.
//
// Of the terms of a step, C among them, the one that sets the exponent is not cut, the others by 2^-13 of it;
// rounding the result loses as much once more. All else is as bound.hpp derives it.
#pragma once

#include "reference/exact/bound.hpp"

namespace lockstep::exact {

/// Terms of second order are in the last digits.
inline constexpr Loss kHopper{32, 67600, 67600,
                              "32 cut at 2^-13 of the larger side, 1 toward zero to 13 bits"};

/// k products through the matrix unit that loses so much.
Reduction matrix_reduction(const Loss& loss, std::int64_t k);

/// `parts` sums of so many products, each out of the matrix unit and multiplied by a power of two, which
/// rounds where it leaves the normal range, then added one by one in binary32.
Reduction scaled_sums_reduction(const Loss& loss, std::int64_t parts, std::int64_t products);

/// scaled_parts_loss() of a unit that loses so much.
double scaled_parts_loss(double magnitude, const ScaledParts& parts, const Loss& unit);

}  // namespace lockstep::exact
