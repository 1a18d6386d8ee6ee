#include "properties/judges/judge.hpp"

#include <algorithm>
#include <cmath>

namespace lockstep::judges {

namespace {

/// The sums that all but one of the formulas consist of.
struct Sums {
  double want = 0, got = 0, product = 0, difference = 0;  ///< sums of squares; `product`: of products

  explicit Sums(const Compared& c) {
    for (std::size_t i = 0; i < c.want.size(); ++i) {
      const double w = c.want[i], g = c.got[i];
      want += w * w;
      got += g * g;
      product += w * g;
      difference += (w - g) * (w - g);
    }
  }
};

}  // namespace

double snr_with_floor(const Compared& c) {
  const Sums s(c);
  return 10 * std::log10(s.want / (s.difference + 1e-12));
}

double sqnr(const Compared& c) {
  const Sums s(c);
  return 20 * std::log10(std::sqrt(s.want) / std::sqrt(s.difference));
}

double similarity_difference(const Compared& c) {
  const Sums s(c);
  return 1 - 2 * s.product / (s.want + s.got);
}

double relative_norm(const Compared& c) {
  const Sums s(c);
  return std::sqrt(s.difference) / std::sqrt(s.want);
}

double cosine(const Compared& c) {
  const Sums s(c);
  return s.product / (std::max(std::sqrt(s.want), 1e-8) * std::max(std::sqrt(s.got), 1e-8));
}

double outside(const Compared& c, const Tolerance& t) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < c.want.size(); ++i) {
    const bool close = std::abs(c.got[i] - c.want[i]) <= t.absolute + t.relative * std::abs(c.want[i]);
    count += close ? 0 : 1;
  }
  return c.want.empty() ? 0 : double(count) / double(c.want.size());
}

}  // namespace lockstep::judges
