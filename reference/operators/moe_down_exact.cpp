// Exact results of the MoE down projection, one row against one column at a time.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "reference/exact/bound.hpp"
#include "reference/exact/exact_sum.hpp"
#include "reference/exact/two_sum.hpp"
#include "reference/formats/formats.hpp"
#include "reference/operators/moe_down.hpp"
#include "reference/operators/silu.hpp"

namespace lockstep::operators {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kBlock = kMxBlock;
constexpr const formats::Format& kWeightFormat = formats::float4_e2m1fn;

// Elements as multiples of the smallest of their format, 2^unit_of: at most 12 of e2m1, below 2^18 of e4m3fn.
int unit_of(const formats::Format& f) {
  return f.emin() - f.mantissa_bits;
}

struct Table {
  std::array<std::int32_t, 256> units{}, weights{};  ///< weight: ceil(x) of reference/exact/bound.hpp
  std::array<bool, 256> nan{};

  explicit Table(const formats::Format& f) {
    const std::int32_t smallest_normal = 1 << f.mantissa_bits;
    for (std::uint32_t code = 0; code <= f.code_mask(); ++code) {
      nan[code] = formats::is_nan(f, code);
      if (nan[code]) continue;
      units[code] = std::int32_t(std::ldexp(formats::to_double(f, code), -unit_of(f)));
      if (units[code] != 0) weights[code] = std::max(std::abs(units[code]), smallest_normal);
    }
  }
};

// One operand through a table, and its scales as exponents. Unit: what holds an element.
template <typename Unit>
struct Side {
  Side(const formats::Format& f, const std::vector<std::uint8_t>& codes,
       const std::vector<std::uint8_t>& scales, std::size_t k)
      : k_(k), scales_(scales), units_(codes.size()), weights_(codes.size()), nan_(codes.size() / k) {
    const Table table(f);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const std::size_t code = codes[i] & f.code_mask();
      units_[i] = Unit(table.units[code]);
      weights_[i] = Unit(table.weights[code]);
      if (table.nan[code]) nan_[i / k] = true;
    }
    for (std::size_t i = 0; i < scales.size(); ++i)
      if (formats::is_nan(formats::float8_e8m0fnu, scales[i])) nan_[i / (k / kBlock)] = true;
  }
  const Unit* units(std::size_t row) const { return units_.data() + row * k_; }
  const Unit* weights(std::size_t row) const { return weights_.data() + row * k_; }
  const std::uint8_t* scales(std::size_t row) const { return scales_.data() + row * (k_ / kBlock); }
  bool is_nan(std::size_t row) const { return nan_[row]; }

 private:
  std::size_t k_;
  const std::vector<std::uint8_t>& scales_;
  std::vector<Unit> units_, weights_;
  std::vector<bool> nan_;  ///< whether an element or a scale of a row is NaN
};

using Weights = Side<std::int8_t>;  ///< the side of B, which is e2m1

template <typename Unit>
int dot(const Unit* a, const std::int8_t* b) {
  int sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i) sum += int(a[i]) * int(b[i]);
  return sum;
}

struct Element {
  double sum, magnitude;
};

/// `unit`: of a product of two elements.
template <typename Unit>
Element element(const Side<Unit>& a, std::size_t row, const Weights& b, std::size_t column,
                std::size_t blocks, int unit) {
  exact::PairSum pair;
  double magnitude = 0;
  const std::uint8_t *sa = a.scales(row), *sb = b.scales(column);
  const auto scale = [&](std::size_t i) {
    return formats::power_of_two(int(sa[i]) + int(sb[i]) - 254 + unit);
  };
  const auto term = [&](std::size_t i) {
    return dot(a.units(row) + i * kBlock, b.units(column) + i * kBlock) * scale(i);
  };
  for (std::size_t i = 0; i < blocks; ++i) {
    pair.add(term(i));
    magnitude += dot(a.weights(row) + i * kBlock, b.weights(column) + i * kBlock) * scale(i);
  }
  magnitude *= 1 + formats::power_of_two(-40);  // for the roundings of this sum
  if (pair.is_exact()) return {pair.value(), magnitude};
  exact::ExactSum wide;
  for (std::size_t i = 0; i < blocks; ++i) wide.add(term(i));
  return {wide.to_double(), magnitude};
}

template <typename Unit>
MoeDownExact exact_of(const MoeDown& problem, const MoeDownData& data) {
  const auto n = std::size_t(problem.n), blocks = std::size_t(problem.k_blocks());
  const Side<Unit> a(*problem.a, data.a, data.a_scale, std::size_t(problem.k));
  const Weights b(kWeightFormat, data.b, data.b_scale, std::size_t(problem.k));
  const int unit = unit_of(*problem.a) + unit_of(kWeightFormat);
  MoeDownExact result;
  result.value.resize(data.rows.size() * n);
  result.loss.resize(data.rows.size() * n);
  for (std::size_t row = 0; row < data.rows.size(); ++row) {
    const std::size_t plane = std::size_t(data.plane_of_expert[std::size_t(data.rows[row].expert)]) * n;
    for (std::size_t column = 0; column < n; ++column) {
      const Element e = a.is_nan(row) || b.is_nan(plane + column)
                            ? Element{kNan, kNan}
                            : element(a, row, b, plane + column, blocks, unit);
      result.value[row * n + column] = e.sum * double(data.weight[row]);
      result.loss[row * n + column] = exact::weighted_loss(e.magnitude, problem.k, data.weight[row]);
    }
  }
  return result;
}

template <typename Unit>
bool is_exact_of(const MoeDown& problem, const MoeDownData& data) {
  const auto n = std::size_t(problem.n), blocks = std::size_t(problem.k_blocks());
  const Side<Unit> a(*problem.a, data.a, data.a_scale, std::size_t(problem.k));
  const Weights b(kWeightFormat, data.b, data.b_scale, std::size_t(problem.k));
  const int least = unit_of(*problem.a) + unit_of(kWeightFormat);
  for (std::size_t row = 0; row < data.rows.size(); ++row) {
    int exponent = 0;
    const float weight = data.weight[row];
    if (weight != 0 && std::abs(std::frexp(weight, &exponent)) != 0.5f) return false;
    const std::size_t plane = std::size_t(data.plane_of_expert[std::size_t(data.rows[row].expert)]) * n;
    for (std::size_t column = plane; column < plane + n; ++column) {
      double magnitude = 0;
      int unit = std::numeric_limits<int>::max();
      for (std::size_t i = 0; i < blocks; ++i) {
        const int units = dot(a.weights(row) + i * kBlock, b.weights(column) + i * kBlock);
        if (units == 0) continue;
        const int power = int(a.scales(row)[i]) + int(b.scales(column)[i]) - 254 + least;
        unit = std::min(unit, power);
        magnitude += units * formats::power_of_two(power);
      }
      if (magnitude > 0 && (unit < -120 || magnitude > std::ldexp(1.0, unit + 24) || magnitude > 0x1p100))
        return false;
    }
  }
  return true;
}

}  // namespace

MoeDownExact exact(const MoeDown& problem, const MoeDownData& data) {
  return problem.a->bits == 4 ? exact_of<std::int8_t>(problem, data) : exact_of<std::int32_t>(problem, data);
}

bool is_exact_in_any_order(const MoeDown& problem, const MoeDownData& data) {
  return problem.a->bits == 4 ? is_exact_of<std::int8_t>(problem, data)
                              : is_exact_of<std::int32_t>(problem, data);
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
