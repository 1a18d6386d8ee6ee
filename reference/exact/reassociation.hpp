// How much noise an output may carry beyond that of the declared order when nobody declared the order in
// which a kernel adds.
//
// Setting. An element's exact answer is x, and the kernel stores round(x + d), d being what its accumulation
// lost. P is the weight of the element (bound.hpp) and u = 2^-24. Whatever the order, d is a sum of n
// roundings, each of them at most u * P: no partial sum is larger than P, and a matrix instruction that cuts
// its products counts as so many roundings as its row of losses says. Bound takes the worst case n * u * P.
// Here the roundings are taken as what they are, independent and as often up as down, each uniform over its
// interval: the variance of d is
//
//   sigma^2 = n * (u * P)^2 / 3,   n = max(gamma(k) / u, k)
//
// Where d shows. Let v be the code nearest to x, w its neighbour on one side and delta the distance from x to
// the middle of the two. The noise of the element is (v - x)^2 unless d passes delta, which has probability
// at most p = erfc(delta / (sqrt(2) * sigma)) / 2 for a normal d; then it grows by e = (w - x)^2 - (v - x)^2.
// Far from the middle p is nothing: of a bf16 result few elements can change at all, and those change by
// little. Where sigma exceeds a quarter of the step, as with f32 results, e is taken as (|d| + half a
// step)^2, with its moments.
//
// A region. Elements' d are independent, but of elements with the same x, which may be the same sum twice:
// those count as one that weighs as much as all of them. By Bernstein's inequality the noises of a region
// exceed
//
//   sum of p*e + z * sqrt(sum of p*e^2) + z^2 / 3 * (largest e)
//
// with probability below exp(-z^2 / 2); z = 8: 10^-14.
//
// What it does not cover: losses that all have one sign. Models that floor have them; the noise of the
// declared order under that model, to which this is added, contains them.
#pragma once

#include <cstdint>

#include "reference/formats/format.hpp"

namespace lockstep::exact {

/// sigma above, from the worst case of a reduction of k products: n * u * P. Infinite and NaN as `loss` is.
double standard_deviation_of(double loss, std::int64_t k);

class Reassociation {
 public:
  /// One element of an output. `alike`: how many of the output have this exact answer. Not finite `exact` or
  /// `deviation`, or a result that may overflow, eight deviations off: from then on nothing is claimed.
  void add(const formats::Format& out, double exact, double deviation, std::uint64_t alike);
  void add(const Reassociation& other);

  /// What the noise may exceed that of the declared order by; infinity where nothing is claimed.
  double most() const;

 private:
  void add_excess(double probability, double excess, double weight);

  double mean_ = 0, variance_ = 0, largest_ = 0;
  bool claims_ = true;
};

}  // namespace lockstep::exact
