#include "emulator/arithmetic/matrix/models/idle_cuts.hpp"

#include <algorithm>
#include <bit>

namespace lockstep::matrix {

Facts without_idle_cuts(Facts facts) {
  if (facts.summation != Summation::aligned || facts.step == 0) return facts;
  const Cut& sum = facts.parity_split ? facts.merge : facts.product;
  // a step's sum may exceed its exponent by this
  const int growth = 2 + std::bit_width(unsigned(facts.step) - 1);
  const bool floors =
      facts.dot.toward == Toward::minus_infinity && facts.normalised.toward == Toward::minus_infinity;
  const bool later_loses_as_much = facts.normalised.fraction_bits < facts.dot.fraction_bits;
  const bool small = growth + sum.fraction_bits - facts.dot.fraction_bits - 1 <= -2;
  // acc's own bits must all be kept, and on the grid of the first floor.
  const bool acc_whole =
      facts.accumulator.fraction_bits >= 23 && facts.accumulator.fraction_bits <= facts.dot.fraction_bits;
  if (floors && later_loses_as_much && small && acc_whole) facts.dot = kUncut;
  return facts;
}

Facts with_nearest_cuts(Facts facts) {
  if (facts.summation != Summation::aligned) return facts;
  Facts nearer = facts;
  nearer.dot.fraction_bits = std::min(facts.dot.fraction_bits, facts.normalised.fraction_bits + 1);
  if (without_idle_cuts(nearer) == without_idle_cuts(facts)) facts = nearer;
  const int last = std::max(facts.dot.fraction_bits, facts.accumulator.fraction_bits) + 10;
  if (facts.normalised.fraction_bits > last) facts.normalised = {last, Toward::minus_infinity};
  return facts;
}

}  // namespace lockstep::matrix
