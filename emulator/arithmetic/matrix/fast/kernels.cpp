#include "emulator/arithmetic/matrix/fast/kernels.hpp"

#include "emulator/arithmetic/matrix/layouts/shape.hpp"

namespace lockstep::matrix {

bool is_plain(const Facts& facts) {
  const Facts plain;
  return facts.halves == plain.halves && facts.middle_swapped == plain.middle_swapped &&
         facts.flush == plain.flush && facts.through_half == plain.through_half &&
         facts.ignored_bits == plain.ignored_bits && facts.signed_zero == plain.signed_zero &&
         facts.nan == plain.nan;
}

bool rounds_to_nearest(const Facts& facts) {
  return facts.rounding == Rounding::nearest_even && facts.result_bits == 0 && facts.negative_underflow;
}

bool cuts_fit(const Facts& facts) {
  const auto floors = [](const Cut& cut, int least, int most) {
    return cut.toward == Toward::minus_infinity && cut.fraction_bits >= least && cut.fraction_bits <= most;
  };
  return facts.product.toward == Toward::zero && facts.product.fraction_bits <= 24 &&
         (!facts.parity_split || facts.merge == Cut{facts.product.fraction_bits, Toward::minus_infinity}) &&
         floors(facts.accumulator, 23, 28) && floors(facts.dot, facts.accumulator.fraction_bits, 40) &&
         facts.dot.fraction_bits >= facts.product.fraction_bits &&
         floors(facts.normalised, facts.accumulator.fraction_bits, 52);
}

bool sums_blocks_as_bytes(const Facts& facts) {
  return facts.step == kScaleBlock && facts.scale_at == ScaleAt::sum;
}

}  // namespace lockstep::matrix
