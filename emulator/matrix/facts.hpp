// The parameters of the one algorithm behind every matrix model.
//
//   acc = C
//   for each step of `step` consecutive k, ascending:
//     acc = round_to_nearest_even_f32(sum of the step's products, and acc)
//
// What varies is how many products a step takes, and what is lost while a step is summed.
#pragma once

namespace lockstep::matrix {

/// What is lost inside a step.
enum class Summation {
  exact,      ///< nothing: products, scales and acc are summed exactly and rounded once
  fma_chain,  ///< s = fma(a, b, s) in f32 from +0 in k order; x = f32(s * scales); acc = f32(acc + x)
  aligned,    ///< terms are cut to a grid under the largest exponent; the cuts are in Facts
};

enum class Toward { zero, minus_infinity };

/// A value v in units of 2^e becomes a multiple of 2^(e - fraction_bits).
struct Cut {
  int fraction_bits = 0;
  Toward toward = Toward::zero;
  constexpr bool operator==(const Cut&) const = default;
};

/// What a scaled product of magnitude 2^128 or more counts as.
enum class Oversized { infinite, kept };

/// Exponents below are those of unnormalised significands: a product of significands in [1, 2) has the sum of
/// its factors' exponents, a subnormal operand has the format's smallest exponent, and a zero product has
/// none. The scales' exponents are added to each product's.
struct Facts {
  Summation summation = Summation::exact;
  int step = 0;  ///< products per step; a divisor of 32, or 0: all of the instruction's (exact only)

  // For aligned summation only, in the order in which they act.
  bool parity_split =
      false;          ///< products of even and of odd k are summed apart, each with its own largest exponent
  Cut product{};      ///< of each product, under the largest exponent of its sum; up to 24 bits
  Cut merge{};        ///< of the even and the odd sum, under the larger exponent; with parity_split only
  Cut dot{};          ///< of their sum, under the larger of its exponent and acc's
  Cut accumulator{};  ///< of acc, likewise; a zero or subnormal acc has exponent -126
  int accumulator_window = 0;  ///< acc counts as 0 when its exponent is more than this below the larger one
  Cut normalised{};            ///< of the total, under its own leading bit but not below 2^-126
  Oversized oversized = Oversized::infinite;

  constexpr bool operator==(const Facts&) const = default;
};

}  // namespace lockstep::matrix
