// Exact results of a product whose rows of A are known up to the rounding of the product before it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "reference/exact/bound.hpp"
#include "reference/formats/formats.hpp"
#include "reference/operators/moe_down.hpp"

namespace lockstep::operators {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSlack = 1 + formats::power_of_two(-40);  // for the roundings of this file

/// One column of B as numbers.
struct Column {
  std::vector<double> value, magnitude, weight;  ///< [k]; weight as MoeDownBetween's
  bool is_nan = false;

  Column(const MoeDownData& data, std::size_t column, std::size_t k) {
    for (std::size_t i = column * k; i < (column + 1) * k; ++i) {
      const std::uint32_t code = data.b_scale[i / kMxBlock];
      is_nan |= formats::is_nan(formats::float8_e8m0fnu, code);
      const double scale = formats::to_double(formats::float8_e8m0fnu, code);
      const double x = formats::to_double(formats::float4_e2m1fn, data.b[i]);
      value.push_back(x * scale);
      magnitude.push_back(std::abs(x * scale));
      weight.push_back(x == 0 ? 0 : std::max(std::abs(x), 1.0) * scale);
    }
  }
};

double dot(const std::vector<double>& a, std::size_t row, const std::vector<double>& b) {
  const auto first = a.begin() + std::ptrdiff_t(row * b.size());
  return std::inner_product(b.begin(), b.end(), first, 0.0);
}

/// What of a row's reach there is: 0, or infinity, or NaN, if any element's is; finite ones count as 0.
double openness(const MoeDownBetween& a, std::size_t row, std::size_t k) {
  double open = 0;
  for (std::size_t i = row * k; i < (row + 1) * k; ++i)
    if (!std::isfinite(a.reach[i])) open += a.reach[i];
  return open;
}

}  // namespace

// A kernel multiplies some h within reach of the centre: its loss is that of a sum whose magnitude is at most
// that of the weights, and h itself moves the sum by at most reach times |b|.
MoeDownExact exact(const MoeDown& problem, const MoeDownData& data, const MoeDownBetween& a) {
  const auto n = std::size_t(problem.n), k = std::size_t(problem.k);
  MoeDownExact result;
  result.value.resize(data.rows.size() * n);
  result.loss.resize(data.rows.size() * n);
  std::vector<double> open;
  for (std::size_t row = 0; row < data.rows.size(); ++row) open.push_back(openness(a, row, k));
  for (std::size_t plane_column = 0; plane_column < data.b.size() / k; ++plane_column) {
    const Column b(data, plane_column, k);
    for (std::size_t row = 0; row < data.rows.size(); ++row) {
      const auto plane = std::size_t(data.plane_of_expert[std::size_t(data.rows[row].expert)]);
      if (plane != plane_column / n) continue;
      const std::size_t at = row * n + plane_column % n;
      const double factor = std::abs(double(data.weight[row]));
      if (b.is_nan || std::isnan(open[row]) || std::isnan(factor)) {
        result.value[at] = result.loss[at] = kNan;
        continue;
      }
      result.value[at] = dot(a.centre, row, b.value) * double(data.weight[row]);
      if (open[row] != 0) {
        result.loss[at] = kInfinity;
        continue;
      }
      const double magnitude = dot(a.weight, row, b.weight) * kSlack;
      const double moved = (dot(a.reach, row, b.magnitude) + magnitude * formats::power_of_two(-40)) * factor;
      result.loss[at] = exact::weighted_loss(magnitude, problem.k, data.weight[row]) + moved * kSlack;
    }
  }
  return result;
}

}  // namespace lockstep::operators
