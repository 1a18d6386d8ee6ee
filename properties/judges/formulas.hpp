// The numbers that other projects compare outputs by: functions of an output's reference and values, in
// double. Each is the formula of its source, special values included: what IEEE 754 makes of 0/0 or of a NaN
// is what a harness sees.
#pragma once

#include <span>

namespace lockstep::judges {

/// Reference and values of one output, of the same length; the reference is finite.
struct Compared {
  std::span<const double> want, got;
};

struct Tolerance {
  double relative, absolute;
};

/// 10 * log10(sum want^2 / (sum (want - got)^2 + 1e-12)) dB.
double snr_with_floor(const Compared& c);
/// 20 * log10(|want| / |want - got|) dB, of 2-norms.
double sqnr(const Compared& c);
/// 1 - 2 * sum want * got / sum (want^2 + got^2).
double similarity_difference(const Compared& c);
/// |got - want| / |want|, of 2-norms.
double relative_norm(const Compared& c);
/// sum want * got / (|want| * |got|), each norm at least 1e-8.
double cosine(const Compared& c);
/// The share of elements with not |got - want| <= absolute + relative * |want|; 0 of none.
double outside(const Compared& c, const Tolerance& t);

}  // namespace lockstep::judges
