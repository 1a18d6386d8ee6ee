// Exact results of a dense block-scaled product, one row against one column at a time.
//
// A product of two elements has at most 8 bits. A block's products are multiples of 2^unit; where 32 of them
// stay below 2^53 of it, as of all formats but two e5m2, their sum is exact in double and one term; else each
// product is a term.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "reference/exact/exact_sum.hpp"
#include "reference/exact/two_sum.hpp"
#include "reference/operators/block_scaled_operand.hpp"
#include "reference/operators/mx_gemm.hpp"

namespace lockstep::operators {

namespace {

using formats::Format;

constexpr auto kBlock = std::size_t(MxGemm::kBlock);
// A factor for the roundings of the magnitude's own sums, in double.
constexpr double kMagnitudeSlack = 1 + formats::power_of_two(-31);

struct Table {
  std::array<double, 256> values{}, weights{};

  explicit Table(const Format& f) {
    const double smallest_normal = formats::power_of_two(f.emin());
    for (std::uint32_t code = 0; code <= f.code_mask(); ++code) {
      const double x = values[code] = formats::to_double(f, code);
      if (std::isfinite(x) && x != 0) weights[code] = std::max(std::abs(x), smallest_normal);
    }
  }
};

/// One row of A or of B.
struct Row {
  std::vector<double> values, weights, scales;
  bool special = false;  ///< a NaN or an infinity, of an element or a scale

  Row(const Table& table, const std::uint8_t* codes, const std::uint8_t* e8m0, std::size_t k)
      : values(k), weights(k), scales(k / kBlock) {
    for (std::size_t i = 0; i < k; ++i) {
      values[i] = table.values[codes[i]];
      weights[i] = table.weights[codes[i]];
      special |= !std::isfinite(values[i]);
    }
    for (std::size_t i = 0; i < scales.size(); ++i) {
      const bool nan = e8m0[i] == 255;
      scales[i] = nan ? std::numeric_limits<double>::quiet_NaN() : formats::power_of_two(int(e8m0[i]) - 127);
      special |= nan;
    }
  }
};

bool block_fits_double(const Format& a, const Format& b) {
  const auto largest = [](const Format& f) { return formats::to_double(f, formats::largest_finite(f)); };
  const int unit = a.emin() - a.mantissa_bits + b.emin() - b.mantissa_bits;
  return double(kBlock) * largest(a) * largest(b) < std::ldexp(1.0, 53 + unit);
}

struct Product {
  const Format& out;
  bool whole_blocks;

  /// Calls take(term) with doubles that add up to the element.
  template <typename Take>
  void for_each_term(const Row& a, const Row& b, Take take) const {
    for (std::size_t block = 0; block < a.scales.size(); ++block) {
      const double scale = a.scales[block] * b.scales[block];
      const double *x = &a.values[block * kBlock], *y = &b.values[block * kBlock];
      if (whole_blocks) {
        take(block_dot(x, y) * scale);
      } else {
        for (std::size_t i = 0; i < kBlock; ++i) take(x[i] * y[i] * scale);
      }
    }
  }

  exact::PairSum pair_of(const Row& a, const Row& b) const {
    exact::PairSum pair;
    for_each_term(a, b, [&](double term) { pair.add(term); });
    return pair;
  }

  void put(const Row& a, const Row& b, double& value, std::uint32_t& rounded) const {
    const exact::PairSum pair = pair_of(a, b);
    if (!a.special && !b.special && pair.is_exact()) {
      value = pair.value();
      rounded = formats::encode_nearest_even(out, exact::round_to_odd(pair.high, pair.low),
                                             formats::Overflow::to_special);
      return;
    }
    exact::ExactSum sum;
    for_each_term(a, b, [&](double term) { sum.add(term); });
    value = sum.to_double();
    rounded = sum.round(out);
  }
};

double magnitude(const Row& a, const Row& b) {
  double sum = 0;
  for (std::size_t block = 0; block < a.scales.size(); ++block) {
    const double scale = a.scales[block] * b.scales[block];
    if (!std::isnan(scale)) sum += block_dot(&a.weights[block * kBlock], &b.weights[block * kBlock]) * scale;
  }
  return sum * kMagnitudeSlack;
}

std::vector<Row> rows(const Table& table, const std::vector<std::uint8_t>& codes,
                      const std::vector<std::uint8_t>& scales, std::int64_t count, std::int64_t k) {
  std::vector<Row> all;
  for (std::int64_t i = 0; i < count; ++i)
    all.emplace_back(table, codes.data() + i * k, scales.data() + i * (k / MxGemm::kBlock), std::size_t(k));
  return all;
}

}  // namespace

ExactOutput exact(const MxGemm& p, const MxGemmData& d) {
  const std::vector<Row> a = rows(Table(*p.a), d.a, d.a_scale, p.m, p.k),
                         b = rows(Table(*p.b), d.b, d.b_scale, p.n, p.k);
  const auto elements = std::size_t(p.m * p.n);
  ExactOutput e{std::vector<double>(elements), std::vector<double>(elements),
                std::vector<std::uint32_t>(elements)};
  const Product product{*p.out, block_fits_double(*p.a, *p.b)};
  std::size_t at = 0;
  for (const Row& x : a)
    for (const Row& y : b) {
      product.put(x, y, e.value[at], e.rounded[at]);
      e.magnitude[at++] = magnitude(x, y);
    }
  return e;
}

}  // namespace lockstep::operators
