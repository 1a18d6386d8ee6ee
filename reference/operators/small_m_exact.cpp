// Exact results of a small-M product, one row against one column at a time.
#include <cmath>
#include <limits>

#include "reference/exact/exact_sum.hpp"
#include "reference/exact/two_sum.hpp"
#include "reference/formats/formats.hpp"
#include "reference/operators/block_scaled_operand.hpp"
#include "reference/operators/small_m.hpp"

namespace lockstep::operators {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr auto kBlock = std::size_t(SmallM::kBlock);
// A factor for the roundings of the magnitude's own sum, in double, of fewer than 2^22 blocks.
constexpr double kMagnitudeSlack = 1 + formats::power_of_two(-31);

// Products of two e4m3fn values are multiples of 2^-18 up to 448^2: a block of 32, and any part of it, is an
// integer of 41 bits.
static_assert(SmallM::kBlock * 448 * 448 < std::int64_t{1} << (41 - 18));

// One row of A or column of B through the tables.
struct Vector {
  std::vector<double> values, weights;  ///< [k]
  std::vector<int> exponents;           ///< [k/32]
  bool nan = false;

  Vector(const std::uint8_t* codes, const std::uint8_t* scales, std::size_t k)
      : values(k), weights(k), exponents(k / kBlock) {
    for (std::size_t i = 0; i < k; ++i) {
      values[i] = kE4m3fn.values[codes[i]];
      weights[i] = double(kE4m3fn.weights[codes[i]]);
      nan |= kE4m3fn.is_nan(codes[i]);
    }
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      exponents[i] = int(scales[i]) - 127;
      nan |= formats::is_nan(formats::float8_e8m0fnu, scales[i]);
    }
  }
};

// Calls take(term) with doubles that add up to weight * sum of the scaled blocks exactly. A block has 41 bits
// and a weight 24: one product would not fit 53 bits, those of the block's halves do.
template <typename Take>
void for_each_term(const Vector& a, const Vector& b, double weight, Take take) {
  constexpr double kHigh = formats::power_of_two(20 - 18);
  for (std::size_t block = 0; block < a.exponents.size(); ++block) {
    const double sum = block_dot(a.values.data() + block * kBlock, b.values.data() + block * kBlock);
    const double scale = formats::power_of_two(a.exponents[block] + b.exponents[block]);
    const double high = std::trunc(sum / kHigh) * kHigh;
    take(high * weight * scale);
    take((sum - high) * weight * scale);
  }
}

struct Element {
  double value;
  std::uint32_t rounded;
};

Element sum(const Vector& a, const Vector& b, double weight) {
  exact::PairSum pair;
  for_each_term(a, b, weight, [&](double term) { pair.add(term); });
  if (pair.is_exact())
    return {pair.value(),
            formats::encode_nearest_even(formats::bfloat16, exact::round_to_odd(pair.high, pair.low),
                                         formats::Overflow::to_special)};
  exact::ExactSum wide;
  for_each_term(a, b, weight, [&](double term) { wide.add(term); });
  return {wide.to_double(), wide.round(formats::bfloat16)};
}

Element element(const Vector& a, const Vector& b, double weight) {
  Element e = sum(a, b, weight);
  if (e.value != 0 || weight == 1) return e;
  // A sum of zero is +0; a zero product has the signs of its factors.
  const bool negative = std::signbit(weight) != (sum(a, b, 1).value < 0);
  e.rounded = formats::zero_code(formats::bfloat16, negative);
  return e;
}

double magnitude(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t block = 0; block < a.exponents.size(); ++block)
    sum += block_dot(a.weights.data() + block * kBlock, b.weights.data() + block * kBlock) *
           formats::power_of_two(a.exponents[block] + b.exponents[block]);
  return sum * kMagnitudeSlack;
}

}  // namespace

ExactOutput exact(const SmallM& problem, const SmallMData& data) {
  const auto n = std::size_t(problem.n), k = std::size_t(problem.k), blocks = std::size_t(problem.k_blocks());
  const std::size_t rows = data.rows.size();
  std::vector<Vector> a;
  for (std::size_t row = 0; row < rows; ++row)
    a.emplace_back(data.a.data() + row * k, data.a_scale.data() + row * blocks, k);

  ExactOutput result{std::vector<double>(rows * n, kNan), std::vector<double>(rows * n, kNan),
                     std::vector<std::uint32_t>(rows * n, formats::nan_code(formats::bfloat16))};
  const std::size_t planes = data.b.size() / (n * k);
  for (std::size_t column = 0; column < planes * n; ++column) {
    const Vector b(data.b.data() + column * k, data.b_scale.data() + column * blocks, k);
    for (std::size_t row = 0; row < rows; ++row) {
      if (data.plane(row) != column / n || a[row].nan || b.nan || std::isnan(data.weight[row])) continue;
      const std::size_t at = row * n + column % n;
      const Element e = element(a[row], b, double(data.weight[row]));
      result.value[at] = e.value;
      result.magnitude[at] = magnitude(a[row], b);
      result.rounded[at] = e.rounded;
    }
  }
  return result;
}

exact::Bound bound(double value, double magnitude, const exact::Reduction& reduction, float weight) {
  return exact::bound(value, magnitude, reduction, double(weight), formats::bfloat16);
}

}  // namespace lockstep::operators
