// Instructions that multiply a block's sum by the scale of one operand, then by the other's.
#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/operators/moe_down.hpp"

namespace lockstep::operators {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::uint8_t kNan = 255;

/// From which scale on a block's sum, at most 32 times the largest elements of both, may reach 2^127. At the
/// other end nothing is lost: sums are multiples of 2^-10 at least, which times 2^-127 has all its bits.
int far_exponent(const formats::Format& a) {
  const double most = 32 * formats::to_double(a, formats::largest_finite(a)) * 6;
  int exponent = 0;
  std::frexp(most, &exponent);  // most < 2^exponent
  return 128 - exponent;
}

/// Whether a scale of each row of scales may take a block's sum out of binary32.
std::vector<bool> have_far(const std::vector<std::uint8_t>& scales, std::int64_t row, int exponent) {
  std::vector<bool> far(scales.size() / std::size_t(row));
  for (std::size_t i = 0; i < far.size(); ++i) {
    const auto first = scales.begin() + std::ptrdiff_t(i) * row;
    far[i] = std::any_of(first, first + row,
                         [&](std::uint8_t s) { return int(s) - 127 >= exponent && s != kNan; });
  }
  return far;
}

// An element is below 2^emax + 1 times its scale, and the largest of a block whose scale is far is no smaller
// than it.
std::vector<bool> have_far(const MoeDownBetween& a, std::int64_t k, int exponent) {
  std::vector<bool> far(a.centre.size() / std::size_t(k));
  for (std::size_t i = 0; i < a.centre.size(); ++i)
    if (std::abs(a.centre[i]) + a.reach[i] >= std::ldexp(1.0, exponent)) far[i / std::size_t(k)] = true;
  return far;
}

void open(const MoeDown& problem, const MoeDownData& data, const std::vector<bool>& far_rows,
          MoeDownExact& y) {
  const std::vector<bool> far_columns = have_far(data.b_scale, problem.k_blocks(), far_exponent(*problem.a));
  const auto n = std::size_t(problem.n);
  for (std::size_t i = 0; i < y.loss.size(); ++i) {
    const auto plane = std::size_t(data.plane_of_expert[std::size_t(data.rows[i / n].expert)]);
    const bool far = far_rows[i / n] || far_columns[plane * n + i % n];
    if (far && !std::isnan(y.loss[i])) y.loss[i] = kInfinity;
  }
}

}  // namespace

void claim_for_scales_apart(const MoeDown& problem, const MoeDownData& data, MoeDownExact& y) {
  open(problem, data, have_far(data.a_scale, problem.k_blocks(), far_exponent(*problem.a)), y);
}

void claim_for_scales_apart(const MoeDown& problem, const MoeDownData& data, const MoeDownBetween& a,
                            MoeDownExact& y) {
  open(problem, data, have_far(a, problem.k, far_exponent(*problem.a)), y);
}

}  // namespace lockstep::operators
