// The error bound of a kernel that takes partial sums out of the matrix unit and scales them in software.
//
// Setting. For parts j = 1..J of k, in turn: r_j is the sum of the part's products, from zero, in the matrix
// unit; t_j = r_j * x_j, rounded to binary32; c_j = fma(t_j, y_j, c_{j-1}), rounded, c_0 = 0. x_j and y_j are
// binary32 scales. Write u = 2^-24, W_j for the sum of ceil(a) * ceil(b) over the part (bound.hpp), and P for
// the sum of W_j * |x_j * y_j|.
//
// One part. The unit loses at most g * W_j with g = gamma(kCdna3, products of a part); without scales its
// operands are far from the ends of binary32, so nothing absolute is added. Then t_j loses at most u of |r_j
// * x_j|, or 2^-150 where it is subnormal, and y_j multiplies whatever was lost; c_j loses at most u of
// itself, or 2^-150.
//
// All parts. By induction over j the loss is at most
//
//   ((1 + g) * (1 + u)^(1 + J) - 1) * P + 2^-150 * (1 + u)^J * (J + sum of |y_j|)
//
// and with 1 + g = 1 / (1 - n0*u) the first factor is at most n*u / (1 - n*u), n = n0 + 1 + J. The derivation
// asks for n*u <= 1/4, where (1 + u)^J < 2.
//
// Overflow. t_j may overflow although the result does not: nothing is claimed unless every W_j * |x_j| stays
// below the largest binary32 as well as P.
#pragma once

#include <cstdint>

#include "reference/exact/bound.hpp"

namespace lockstep::exact {

/// CDNA3's unit on FNUZ operands, whichever of its published tails: they differ in cuts at 31 bits and finer.
inline constexpr Loss kCdna3{16, 10, 1, "7 products per parity, 1 merging, C, 1 rounding"};

struct ScaledParts {
  std::int64_t parts;     ///< J
  std::int64_t products;  ///< products of each part
  double largest;         ///< no less than any W_j * |x_j|
  double second_scales;   ///< no less than the sum of |y_j|
};

/// A loss as rounding_bound() takes it. magnitude: at least P.
double scaled_parts_loss(double magnitude, const ScaledParts& parts);

}  // namespace lockstep::exact
