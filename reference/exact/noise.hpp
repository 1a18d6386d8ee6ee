// The signal-to-noise ratio of an output against the exact answer.
//
//   SNR = 10 * log10(sum of exact^2 / sum of (out - exact)^2) dB
//
// Sums are pairs of doubles, so that neither the order of elements nor a large output costs digits: each
// square is rounded once to double, and adding them loses far less than that. An output without noise has an
// infinite ratio, whatever its signal. Elements that are infinite or NaN are no numbers to average: they are
// left out here, and compared by class by who asks.
#pragma once

#include <cmath>
#include <limits>

#include "reference/exact/two_sum.hpp"

namespace lockstep::exact {

class Noise {
 public:
  /// Adds an element whose exact value and output are finite.
  void add(double exact, double out) {
    const double difference = out - exact;
    signal_.add(exact * exact);
    noise_.add(difference * difference);
  }
  void add(const Noise& other) {
    add(other.signal_, signal_);
    add(other.noise_, noise_);
  }

  double noise() const { return noise_.value(); }
  /// The SNR in dB, with `more` noise than was met.
  double db(double more = 0) const {
    const double noise = noise_.value() + more;
    if (noise == 0) return std::numeric_limits<double>::infinity();
    return 10 * std::log10(signal_.value() / noise);
  }

 private:
  static void add(const PairSum& from, PairSum& to) {
    to.add(from.high);
    to.add(from.low);
  }

  PairSum signal_, noise_;
};

}  // namespace lockstep::exact
