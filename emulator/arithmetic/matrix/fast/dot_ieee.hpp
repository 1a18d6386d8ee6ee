// Summation::fma_chain and ::pairwise in dot_products(): f32 and f16 operations, which handle specials
// themselves.
#pragma once

#include <array>
#include <bit>

#include "emulator/arithmetic/matrix/fast/dot_terms.hpp"

namespace lockstep::matrix {

/// Products in double: exact, infinities and NaNs included.
template <typename V>
LOCKSTEP_INLINE Doubles<V> product_value(const Plan& plan, const Lanes<V>& lanes, int k) {
  Doubles<V> value =
      load<Doubles<V>>(lanes.significand + k * V::kHalf) *
      clamped_power_of_two<V>(load<Ints<V>>(lanes.exponent + k * V::kHalf) -
                              (plan.batch.a_format->mantissa_bits + plan.batch.b_format->mantissa_bits));
  if (lanes.special)
    for (int lane = 0; lane < V::kHalf; ++lane)
      value[lane] = operand_value(*plan.batch.a_format, lanes.a[k * V::kHalf + lane]) *
                    operand_value(*plan.batch.b_format, lanes.b[k * V::kHalf + lane]);
  return value;
}

/// Adds a product of operands of at most 8 bits: it is exact in f32, so that multiply then add rounds once.
template <typename V>
LOCKSTEP_INLINE Floats<V> chain(const Plan& plan, const Lanes<V>& lanes) {
  Floats<V> sum = {};
  for (int k = 0; k < lanes.count; ++k) sum += convert<Floats<V>>(product_value<V>(plan, lanes, k));
  return sum;
}

template <typename V>
LOCKSTEP_INLINE Floats<V> flush_lanes(const Floats<V>& x) {
  const auto bits = std::bit_cast<Ints<V>>(x);
  return std::bit_cast<Floats<V>>((bits & 0x7F800000) != 0 ? bits : bits & INT32_MIN);
}

template <typename V>
LOCKSTEP_INLINE Floats<V> pairwise(const Plan& plan, const Lanes<V>& lanes, const Floats<V>& acc) {
  std::array<Floats<V>, 4> sum{};
  for (int k = 0; k < lanes.count; ++k)
    sum[std::size_t(k)] = flush_lanes<V>(convert<Floats<V>>(product_value<V>(plan, lanes, k)));
  for (int n = lanes.count; n > 1; n /= 2)
    for (int i = 0; i < n / 2; ++i)
      sum[std::size_t(i)] = flush_lanes<V>(sum[std::size_t(2 * i)] + sum[std::size_t(2 * i + 1)]);
  return flush_lanes<V>(acc + sum[0]);
}

/// A block's sum times its scales; each multiplication rounds once.
template <typename V>
LOCKSTEP_INLINE Floats<V> scale_sum(const Plan& plan, const Lanes<V>& lanes, int k, Floats<V> sum) {
  if (!plan.scaled()) return sum;
  Doubles<V> a{}, b{};
  for (int lane = 0; lane < V::kHalf; ++lane) {
    const std::size_t row = std::min(lanes.first + std::size_t(lane), plan.batch.count - 1);
    a[lane] = scale_at(plan, plan.batch.scale_a, row, k).value;
    b[lane] = scale_at(plan, plan.batch.scale_b, row, k).value;
  }
  if (plan.facts.scale_at == ScaleAt::sum) return convert<Floats<V>>(convert<Doubles<V>>(sum) * (a * b));
  sum = convert<Floats<V>>(convert<Doubles<V>>(sum) * a);
  return convert<Floats<V>>(convert<Doubles<V>>(sum) * b);
}

/// One IEEE addition of two codes of format d.
template <typename V>
LOCKSTEP_INLINE Ints<V> add_codes(const formats::Format& d, const Ints<V>& x, const Ints<V>& y) {
  if (d.bits == 32) return std::bit_cast<Ints<V>>(std::bit_cast<Floats<V>>(x) + std::bit_cast<Floats<V>>(y));
  Doubles<V> sum{};
  for (int lane = 0; lane < V::kHalf; ++lane)
    sum[lane] = operand_value(d, x[lane]) + operand_value(d, y[lane]);
  const Ints<V> finite = round_to_half<V>(sum);
  const Ints<V> infinite = (finite & 0x8000) | 0x7C00;
  const Ints<V> regular = convert<Ints<V>>(sum - sum == 0) != 0 ? finite : infinite;
  return convert<Ints<V>>(sum != sum) != 0 ? Ints<V>{} + 0x7E00 : regular;
}

// Summation::exact in dot_products().

inline float wide_sum(const Plan& plan, const float acc, const double* significand,
                      const std::int32_t* exponent, int count, int stride) {
  WideSum sum;
  for (int k = 0; k < count; ++k) {
    const double s = significand[k * stride];
    if (s != 0) sum.add(s < 0, std::uint64_t(s < 0 ? -s : s), exponent[k * stride] - plan.fraction_bits);
  }
  sum.add(acc);
  return sum.round();
}

template <typename V>
LOCKSTEP_INLINE Ints<V> exact(const Plan& plan, const Lanes<V>& lanes, const Ints<V>& acc) {
  Ints<V> largest = Ints<V>{} + kNoTerm, smallest = Ints<V>{} - kNoTerm;
  Doubles<V> dot{};
  for (int k = 0; k < lanes.count; ++k) {
    const auto exponent = load<Ints<V>>(lanes.exponent + k * V::kHalf);
    const Doubles<V> term = load<Doubles<V>>(lanes.significand + k * V::kHalf) *
                            clamped_power_of_two<V>(exponent - plan.fraction_bits);
    dot = k == 0 && plan.facts.signed_zero ? term : dot + term;
    largest = larger<V>(largest, exponent);
    smallest = smaller<V>(smallest, exponent == kNoTerm ? Ints<V>{} - kNoTerm : exponent);
  }
  const Ints<V> bits = largest - smallest + plan.fraction_bits + 2 +
                       int(std::bit_width(unsigned(lanes.count))) + (plan.scaled() ? 8 : 0);
  const auto c = std::bit_cast<Floats<V>>(acc);
  Floats<V> result = round_sum<V>(dot, c);
  if (lanes.count > 1)
    for (int lane = 0; lane < V::kHalf; ++lane)
      if (bits[lane] > kDoubleBits)
        result[lane] =
            wide_sum(plan, c[lane], lanes.significand + lane, lanes.exponent + lane, lanes.count, V::kHalf);
  return std::bit_cast<Ints<V>>(result);
}

}  // namespace lockstep::matrix
