// How far a right kernel's output may lie from the exact result: a bound that is derived, never tuned, and
// that holds for every hypothesis about how the matrix unit adds.
//
// Setting. A kernel accumulates in binary32 from zero, k ascending, and rounds once to the output format. A
// matrix unit takes k in steps of L products. Write u = 2^-24, P_j for the sum over step j of ceil(a) *
// ceil(b) * scale, C_j for the accumulator entering it. ceil(x) is max(|x|, 2^-6) for x != 0: units align by
// the exponents of the operands as encoded, so a subnormal e4m3fn weighs as much as the smallest normal.
// Every product then has both its value and the power of two it is aligned by below ceil(a) * ceil(b) *
// scale, hence below P_j.
//
// One step. Each hypothesis loses at most
//
//   u * (products * P_j + accumulator * |C_j|) + 2^-149 * 1.14
//
// with the two coefficients of its row. How they arise: aligning cuts a term by less than one unit of the
// last kept bit, 2^-F of the largest power of two, and never cuts the term that sets it (e4m3fn
// products have 8 bits, C has 24); products of even and odd k, aligned apart, each weigh by their own half of
// P_j; rounding the result costs 1 (nearest) or 2 (toward zero) times u of |C_j| + P_j. The constant is the
// binary32 subnormal step and the least alignment exponent; terms of second order are in the last decimals.
//
// All steps. With J = k/L, C_0 = 0 and induction over j, the accumulated loss is at most
// ((1 + products*u) * (1 + accumulator*u)^(J-1) - 1) * P <= n*u / (1 - n*u) * P, n = products +
// accumulator*(J-1).
//
// Output. Rounding to nearest adds at most half the distance of the codes around |exact| + loss.
//
// Overflow. While P * (1 + gamma) stays below the largest binary32, no intermediate result overflows. Beyond
// it an infinity, or a NaN from two of them, is legal in between: nothing is claimed (error is infinite).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "reference/formats/format.hpp"

namespace lockstep::exact {

/// What one step of a matrix unit may lose, in units of 2^-24. Cuts at 31 bits and finer, and everything of
/// second order, are in kTail, which comes on top.
struct Loss {
  int step;            ///< L: products per step
  double products;     ///< the loss as a factor of the step's sum of magnitudes
  double accumulator;  ///< the loss as a factor of |C|
  std::string_view account;
};

inline constexpr double kTail = 1.0 / 32;

/// No hypothesis loses more than the larger of these: the first for k below 128, the second from there on.
/// A test holds every model against them.
inline constexpr std::array kLargestLosses{
    Loss{128, 66, 1, "63 products of either parity cut apart, 1 merging them, C, 1 rounding"},
    Loss{32, 18, 18, "32 cut at half a unit of the larger side, 2 toward zero"},
};
/// The fewest products that any hypothesis takes at once.
inline constexpr int kShortestStep = 4;

/// Relative to the magnitude; infinity where the derivation needs n*u <= 1/4 and k is too large for it.
double gamma(const Loss& loss, std::int64_t k);
double gamma(std::int64_t k);  ///< the largest that any hypothesis has

/// What to demand of one output.
struct Bound {
  double error;  ///< |out - exact| may not exceed this; infinity: nothing is claimed; NaN: out must be NaN
  bool plus_infinity;   ///< the output may also be +infinity
  bool minus_infinity;  ///< the output may also be -infinity
};

/// What a reduction in binary32 may lose: relative to P, and on top of that.
struct Reduction {
  double relative;
  double absolute;
};

/// k products through a matrix unit, under every hypothesis.
Reduction matrix_reduction(std::int64_t k);

/// Additions to nearest in any tree, of exact terms: each passes through at most `roundings` of them, and
/// `scalings` results are multiplied by a power of two on the way, which rounds where it leaves the normal
/// range. The classic bound ((1 + u)^n - 1) * P <= n*u / (1 - n*u) * P.
Reduction tree_reduction(std::int64_t roundings, std::int64_t scalings);

/// exact: the exact result rounded to double. magnitude: at least P. k: length of the reduction.
Bound bound(double exact, double magnitude, std::int64_t k, const formats::Format& out);

/// The accumulator is multiplied by `weight` before it is rounded to the output format: `exact` includes the
/// weight, `magnitude` does not. The loss grows by |weight|, and the product is one more rounding.
Bound bound(double exact, double magnitude, const Reduction& reduction, double weight,
            const formats::Format& out);
/// The parts of bound(), for outputs that are not rounded straight from the accumulator. A loss is a distance
/// from the exact value; infinity where an intermediate result may overflow, NaN for NaN.

/// The loss of the accumulator.
double accumulation_loss(double magnitude, std::int64_t k);
/// The loss of the accumulator times a weight, the product rounded to binary32.
double weighted_loss(double magnitude, std::int64_t k, float weight);
/// What to demand of a code that a value within `loss` of `exact` was rounded to.
Bound rounding_bound(double exact, double loss, const formats::Format& out);

/// What of a bound is the loss that the result was rounded with: rounding_bound()'s argument, from its
/// result. Never less, and more by rounding errors of double only.
double loss_of(const Bound& bound, double exact, const formats::Format& out);

/// A magnitude below which bound() of a reduction, its result not weighted, claims something.
double claimed_below(const Reduction& reduction);

/// Whether an output code satisfies the bound.
bool within(const Bound& bound, double exact, const formats::Format& out, std::uint32_t code);

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
