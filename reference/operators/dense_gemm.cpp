#include <algorithm>

#include "reference/exact/bound.hpp"
#include "reference/exact/exact_sum.hpp"
#include "reference/exact/short_sums.hpp"
#include "reference/operators/array_operators.hpp"

namespace lockstep::operators {

namespace {

double value_of(Activation a, double x) {
  switch (a) {
    case Activation::none:
      return x;
    case Activation::relu:
      return std::isnan(x) ? x : std::max(x, 0.0);
    case Activation::silu:
      return x / (1 + std::exp(-x));
    case Activation::gelu:
      return x / 2 * std::erfc(-x / std::sqrt(2.0));
  }
  return x;
}

// The steepest slope, and what it loses of its argument.
struct Slope {
  double most, own;
};

Slope slope_of(Activation a) {
  switch (a) {
    case Activation::none:
    case Activation::relu:
      return {1, 0};
    case Activation::silu:
      return {1.1, 8 * kUnit};
    case Activation::gelu:
      return {1.13, 0x1p-18};
  }
  return {1, 0};
}

}  // namespace

Answer dense_gemm(const DenseGemm& p, std::span<const double> a, std::span<const double> b,
                  std::span<const double> bias) {
  Answer answer;
  const Slope slope = slope_of(p.activation);
  const std::int64_t k = std::max<std::int64_t>(p.k, 1);
  const exact::Reduction reduction =
      p.short_sums ? exact::matrix_reduction(exact::kHopper, k) : exact::matrix_reduction(k);
  for (std::int64_t i = 0; i < p.m; ++i)
    for (std::int64_t j = 0; j < p.n; ++j) {
      exact::ExactSum sum;
      double magnitude = 0;
      for (std::int64_t e = 0; e < p.k; ++e) {
        const double product =
            a[std::size_t(i * p.k + e)] * b[std::size_t(j * p.k + e)];  // exact: few bits each
        sum.add(product);
        magnitude += std::abs(product);
      }
      const double added = bias.empty() ? 0 : bias[std::size_t(j)];
      sum.add(added);
      const double x = sum.to_double();
      const double lost = magnitude * reduction.relative + reduction.absolute +
                          (bias.empty() ? 0 : kUnit * (std::abs(x) + magnitude * kUnit));
      answer.add(value_of(p.activation, x),
                 claimed(lost * slope.most + slope.own * std::abs(x), std::max(magnitude, std::abs(added)),
                         reduction.relative));
    }
  return answer;
}

}  // namespace lockstep::operators
