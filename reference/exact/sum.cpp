#include "reference/exact/sum.hpp"

#include "reference/exact/exact_sum.hpp"
#include "reference/exact/two_sum.hpp"

namespace lockstep::exact {

Sum sum(std::span<const double> terms, const formats::Format& format) {
  PairSum pair;
  for (const double x : terms) pair.add(x);
  const double value = pair.value();
  // Rounding to odd is for the normal range; a zero sum needs no rounding.
  const bool fast = pair.is_exact() && (value == 0 || std::abs(value) >= formats::power_of_two(-960));
  if (fast) {
    const double odd = round_to_odd(pair.high, pair.low);
    return {value, formats::encode_nearest_even(format, odd, formats::Overflow::to_special)};
  }
  ExactSum wide;
  for (const double x : terms) wide.add(x);
  return {wide.to_double(), wide.round(format)};
}

}  // namespace lockstep::exact
