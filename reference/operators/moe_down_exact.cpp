// Exact results of the MoE down projection, one row against one column at a time.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "reference/exact/bound.hpp"
#include "reference/exact/exact_sum.hpp"
#include "reference/exact/two_sum.hpp"
#include "reference/formats/float4_e2m1fn.hpp"
#include "reference/formats/float8_e8m0fnu.hpp"
#include "reference/operators/moe_down.hpp"
#include "reference/operators/silu.hpp"

namespace lockstep::operators {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kBlock = kMxBlock;

using Twice = std::array<std::int8_t, 16>;  // e2m1 values are multiples of a half

constexpr Twice kTwice = [] {
  Twice twice{};
  for (std::uint32_t code = 0; code < 16; ++code)
    twice[code] = std::int8_t(2 * formats::to_double(formats::float4_e2m1fn, code));
  return twice;
}();

// Twice ceil(x) of reference/exact/bound.hpp: a subnormal weighs as much as the smallest normal, 1.
constexpr Twice kWeight = [] {
  Twice weight{};
  for (std::size_t code = 0; code < 16; ++code) {
    const int magnitude = kTwice[code] < 0 ? -kTwice[code] : kTwice[code];
    weight[code] = std::int8_t(magnitude == 1 ? 2 : magnitude);
  }
  return weight;
}();

// One operand through a table, and its scales as exponents.
struct Side {
  Side(const std::vector<std::uint8_t>& codes, const std::vector<std::uint8_t>& scales, std::size_t k)
      : k_(k), scales_(scales), twice_(codes.size()), weight_(codes.size()) {
    for (std::size_t i = 0; i < codes.size(); ++i) {
      twice_[i] = kTwice[codes[i] & 15];
      weight_[i] = kWeight[codes[i] & 15];
    }
  }
  const std::int8_t* twice(std::size_t row) const { return twice_.data() + row * k_; }
  const std::int8_t* weight(std::size_t row) const { return weight_.data() + row * k_; }
  const std::uint8_t* scales(std::size_t row) const { return scales_.data() + row * (k_ / kBlock); }
  bool is_nan(std::size_t row) const {
    for (std::size_t block = 0; block < k_ / kBlock; ++block)
      if (formats::is_nan(formats::float8_e8m0fnu, scales(row)[block])) return true;
    return false;
  }

 private:
  std::size_t k_;
  const std::vector<std::uint8_t>& scales_;
  std::vector<std::int8_t> twice_, weight_;
};

int dot(const std::int8_t* a, const std::int8_t* b) {
  int sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i) sum += int(a[i]) * int(b[i]);
  return sum;
}

struct Element {
  double sum, magnitude;
};

Element element(const Side& a, std::size_t row, const Side& b, std::size_t column, std::size_t blocks) {
  exact::PairSum pair;
  double magnitude = 0;
  const std::uint8_t *sa = a.scales(row), *sb = b.scales(column);
  const auto term = [&](std::size_t i) {
    // A quarter, since both sides are doubled.
    return dot(a.twice(row) + i * kBlock, b.twice(column) + i * kBlock) *
           formats::power_of_two(int(sa[i]) + int(sb[i]) - 254 - 2);
  };
  for (std::size_t i = 0; i < blocks; ++i) {
    pair.add(term(i));
    magnitude += dot(a.weight(row) + i * kBlock, b.weight(column) + i * kBlock) *
                 formats::power_of_two(int(sa[i]) + int(sb[i]) - 254 - 2);
  }
  magnitude *= 1 + formats::power_of_two(-40);  // for the roundings of this sum
  if (pair.is_exact()) return {pair.value(), magnitude};
  exact::ExactSum wide;
  for (std::size_t i = 0; i < blocks; ++i) wide.add(term(i));
  return {wide.to_double(), magnitude};
}

}  // namespace

MoeDownExact exact(const MoeDown& problem, const MoeDownData& data) {
  const auto n = std::size_t(problem.n), blocks = std::size_t(problem.k_blocks());
  const Side a(data.a, data.a_scale, std::size_t(problem.k));
  const Side b(data.b, data.b_scale, std::size_t(problem.k));
  std::vector<bool> column_nan(data.b_scale.size() / blocks);
  for (std::size_t column = 0; column < column_nan.size(); ++column) column_nan[column] = b.is_nan(column);

  MoeDownExact result;
  result.value.resize(data.rows.size() * n);
  result.loss.resize(data.rows.size() * n);
  for (std::size_t row = 0; row < data.rows.size(); ++row) {
    const std::size_t plane = std::size_t(data.plane_of_expert[std::size_t(data.rows[row].expert)]) * n;
    const bool row_nan = a.is_nan(row);
    for (std::size_t column = 0; column < n; ++column) {
      const Element e = row_nan || column_nan[plane + column] ? Element{kNan, kNan}
                                                              : element(a, row, b, plane + column, blocks);
      result.value[row * n + column] = e.sum * double(data.weight[row]);
      result.loss[row * n + column] = exact::weighted_loss(e.magnitude, problem.k, data.weight[row]);
    }
  }
  return result;
}

bool is_exact_in_any_order(const MoeDown& problem, const MoeDownData& data) {
  const auto n = std::size_t(problem.n), blocks = std::size_t(problem.k_blocks());
  const Side a(data.a, data.a_scale, std::size_t(problem.k));
  const Side b(data.b, data.b_scale, std::size_t(problem.k));
  for (std::size_t row = 0; row < data.rows.size(); ++row) {
    int exponent = 0;
    const float weight = data.weight[row];
    if (weight != 0 && std::abs(std::frexp(weight, &exponent)) != 0.5f) return false;
    const std::size_t plane = std::size_t(data.plane_of_expert[std::size_t(data.rows[row].expert)]) * n;
    for (std::size_t column = plane; column < plane + n; ++column) {
      double magnitude = 0;
      int unit = std::numeric_limits<int>::max();
      for (std::size_t i = 0; i < blocks; ++i) {
        const int quarters = dot(a.weight(row) + i * kBlock, b.weight(column) + i * kBlock);
        if (quarters == 0) continue;
        const int power = int(a.scales(row)[i]) + int(b.scales(column)[i]) - 254 - 2;
        unit = std::min(unit, power);
        magnitude += quarters * formats::power_of_two(power);
      }
      if (magnitude > 0 && (unit < -120 || magnitude > std::ldexp(1.0, unit + 24) || magnitude > 0x1p100))
        return false;
    }
  }
  return true;
}

MoeDownExact gated(const MoeDown& problem, const MoeDownExact& exact, bool on_grid) {
  const auto n = std::size_t(problem.n), half = n / 2;
  MoeDownExact result;
  for (std::size_t first = 0; first < exact.value.size(); first += n)
    for (std::size_t i = first; i < first + half; ++i) {
      const double g = exact.value[i], u = exact.value[i + half];
      const GatedExact h = gated_exact(g, exact.loss[i], u, exact.loss[i + half]);
      result.value.push_back(on_grid ? double(gated(float(g), float(u))) : h.value);
      result.loss.push_back(on_grid ? 2 * h.loss : h.loss);
    }
  return result;
}

}  // namespace lockstep::operators
