// Facts of a unit that no result can show.
#pragma once

#include "emulator/arithmetic/matrix/models/facts.hpp"

namespace lockstep::matrix {

/// The facts without the cut of the products' sum beside a larger accumulator, where another cut follows that
/// loses whatever it loses. Units whose facts are then equal are one function.
///
/// Let the cut leave d fraction bits and the last one, of the normalised total, n < d, both floors, and the
/// sum of a step's products be a multiple of 2^-p and below 4 * step, in units of its own exponent. The cut
/// only loses bits when that exponent lies more than d - p below acc's; then the sum is below 4 * step * 2^(p
/// - d - 1), at most a quarter, beside an acc of at least 1, so that the total's leading bit is at most one
/// below acc's and the last floor at least as coarse as the first: the floor of a floor. A subnormal acc has
/// the smallest exponent, below which no leading bit counts.
Facts without_idle_cuts(Facts facts);

/// Facts of the same function whose idle cuts, and cuts past every bit, are as near as a 64-bit sum needs.
///
/// With at most 128 products a total is below 2^10 in units of the larger exponent, and a multiple of the
/// cuts before: a last cut more than 10 bits below those loses nothing.
Facts with_nearest_cuts(Facts facts);

}  // namespace lockstep::matrix
