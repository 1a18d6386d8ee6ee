// The products of a step of dot_products(), from a batch: a lane is one dot product.
#pragma once

#include <array>
#include <span>

#include "emulator/arithmetic/matrix/fast/dot_lanes.hpp"
#include "emulator/arithmetic/matrix/fast/exact_bits.hpp"
#include "emulator/arithmetic/matrix/units/special_result.hpp"

namespace lockstep::matrix {

inline constexpr int kMaxStep = 256;

/// Facts of one call besides the batch.
struct Plan {
  const Unit& unit;
  const DotBatch& batch;
  const Facts& facts;
  Decoder a, b, acc;
  int fraction_bits;  ///< fraction bits of a product
  int step;           ///< products that are summed together
  std::int32_t a_ignored, b_ignored;

  Plan(const Unit& unit_, const DotBatch& batch_)
      : unit(unit_),
        batch(batch_),
        facts(unit_.facts),
        a(*batch_.a_format, unit_.facts.through_half),
        b(*batch_.b_format, unit_.facts.through_half),
        acc(*unit_.c),
        fraction_bits(batch_.a_format->mantissa_bits + batch_.b_format->mantissa_bits +
                      (unit_.scale == nullptr || scales_sum() ? 0 : 2 * unit_.scale->mantissa_bits)),
        step(unit_.facts.step == 0 ? batch_.k : unit_.facts.step) {
    a_ignored = b_ignored = (1 << facts.ignored_bits) - 1;
  }

  bool scaled() const { return unit.scale_block != 0; }
  bool scales_sum() const {
    return facts.summation == Summation::fma_chain || facts.scale_at == ScaleAt::sum ||
           facts.scale_at == ScaleAt::sum_twice;
  }
};

/// A step's elements and products, [k][lane].
template <typename V>
struct Lanes {
  alignas(64) std::int32_t a[kMaxStep * V::kHalf];
  alignas(64) std::int32_t b[kMaxStep * V::kHalf];
  alignas(64) double scale_significand[kMaxStep * V::kHalf];  // product of both scales, an integer
  alignas(64) std::int32_t scale_exponent[kMaxStep * V::kHalf];
  alignas(64) double significand[kMaxStep * V::kHalf];
  alignas(64) std::int32_t exponent[kMaxStep * V::kHalf];  // kNoTerm for a zero
  std::size_t first;                                       // the dot product of lane 0
  int begin, count;                                        // range of k
  bool special;
};

inline std::int32_t flushed(const formats::Format& f, std::int32_t code, bool keep_sign) {
  const bool subnormal = (std::uint32_t(code) & f.magnitude_mask()) >> f.mantissa_bits == 0;
  if (!subnormal) return code;
  return keep_sign ? std::int32_t(std::uint32_t(code) & f.sign_mask()) : 0;
}

template <typename V>
LOCKSTEP_INLINE void gather_codes(const Plan& plan, Lanes<V>& lanes) {
  const DotBatch& batch = plan.batch;
  for (int lane = 0; lane < V::kHalf; ++lane) {
    const std::size_t row = std::min(lanes.first + std::size_t(lane), batch.count - 1);
    const std::uint32_t* a = batch.a + row * std::size_t(batch.k) + lanes.begin;
    const std::uint32_t* b = batch.b + row * std::size_t(batch.k) + lanes.begin;
    for (int k = 0; k < lanes.count; ++k) {
      lanes.a[k * V::kHalf + lane] = std::int32_t(a[k]) & ~plan.a_ignored;
      lanes.b[k * V::kHalf + lane] = std::int32_t(b[k]) & ~plan.b_ignored;
    }
  }
  if (!plan.facts.flush) return;
  const bool keep_sign = plan.facts.summation != Summation::pairwise;
  for (int i = 0; i < lanes.count * V::kHalf; ++i) {
    lanes.a[i] = flushed(*batch.a_format, lanes.a[i], keep_sign);
    lanes.b[i] = flushed(*batch.b_format, lanes.b[i], keep_sign);
  }
}

struct ScaleCode {
  double significand, value;
  int exponent;
};

inline ScaleCode decode_scale(const formats::Format& f, std::uint32_t code) {
  const formats::Value v = formats::decode(f, code);
  const double value = formats::to_double(f, code & f.code_mask());
  if (v.kind != formats::Kind::finite) return {0, value, f.emin()};
  return {double(v.significand), value, v.exponent + f.mantissa_bits};
}

inline ScaleCode scale_at(const Plan& plan, const std::uint32_t* scales, std::size_t row, int k) {
  const auto blocks = std::size_t(plan.batch.k / plan.unit.scale_block);
  return decode_scale(*plan.unit.scale, scales[row * blocks + std::size_t(k / plan.unit.scale_block)]);
}

template <typename V>
void gather_scales(const Plan& plan, Lanes<V>& lanes) {
  for (int lane = 0; lane < V::kHalf; ++lane) {
    const std::size_t row = std::min(lanes.first + std::size_t(lane), plan.batch.count - 1);
    int k = 0;
    while (k < lanes.count) {
      const int at = lanes.begin + k;
      const ScaleCode a = scale_at(plan, plan.batch.scale_a, row, at);
      const ScaleCode b = scale_at(plan, plan.batch.scale_b, row, at);
      lanes.special |= a.value != a.value || b.value != b.value;
      const int end =
          std::min(lanes.count, (at / plan.unit.scale_block + 1) * plan.unit.scale_block - lanes.begin);
      for (; k < end; ++k) {
        lanes.scale_significand[k * V::kHalf + lane] = a.significand * b.significand;
        lanes.scale_exponent[k * V::kHalf + lane] = a.exponent + b.exponent;
      }
    }
  }
}

/// Decodes and multiplies; with ScaleAt::product the scales are included.
template <typename V>
LOCKSTEP_INLINE void multiply_codes(const Plan& plan, Lanes<V>& lanes) {
  Ints<V> special{};
  Ints<V> largest = Ints<V>{} + kNoTerm;
  const bool with_scale = plan.scaled() && plan.facts.scale_at == ScaleAt::product;
  for (int i = 0; i < lanes.count * V::kHalf; i += V::kHalf) {
    const Element<V> a = decode_lanes<V>(plan.a, load<Ints<V>>(lanes.a + i), special);
    const Element<V> b = decode_lanes<V>(plan.b, load<Ints<V>>(lanes.b + i), special);
    Doubles<V> significand = a.significand * b.significand;
    Ints<V> exponent = a.exponent + b.exponent;
    if (with_scale) {
      significand *= load<Doubles<V>>(lanes.scale_significand + i);
      exponent += load<Ints<V>>(lanes.scale_exponent + i);
    }
    exponent = convert<Ints<V>>(significand == 0) != 0 ? Ints<V>{} + kNoTerm : exponent;
    largest = larger<V>(largest, exponent);
    store(lanes.significand + i, significand);
    store(lanes.exponent + i, exponent);
  }
  // A product is below 2^(exponent + 2), with two scales that have significands below 2^(exponent + 4).
  if (plan.facts.summation == Summation::aligned && plan.facts.oversized == Oversized::infinite)
    special |= largest >= 124;
  for (int lane = 0; lane < V::kHalf; ++lane) lanes.special |= special[lane] != 0;
}

inline double operand_value(const formats::Format& f, std::int32_t code) {
  return formats::to_double(f, std::uint32_t(code) & f.code_mask());
}

// Steps of dot_products() that infinities and NaNs decide.

/// Replaces the results of lanes that infinities and NaNs decide. `at`: the k of the products, from
/// lanes.begin.
template <typename V>
void apply_specials(const Plan& plan, const Lanes<V>& lanes, std::span<const int> at, const Ints<V>& acc,
                    Ints<V>& result) {
  const bool with_scale = plan.scaled() && !plan.scales_sum();
  for (int lane = 0; lane < V::kHalf; ++lane) {
    std::array<double, kMaxStep> a, b, scale;
    const std::size_t row = std::min(lanes.first + std::size_t(lane), plan.batch.count - 1);
    for (std::size_t i = 0; i < at.size(); ++i) {
      a[i] = operand_value(*plan.batch.a_format, lanes.a[at[i] * V::kHalf + lane]);
      b[i] = operand_value(*plan.batch.b_format, lanes.b[at[i] * V::kHalf + lane]);
      if (with_scale)
        scale[i] = scale_at(plan, plan.batch.scale_a, row, lanes.begin + at[i]).value *
                   scale_at(plan, plan.batch.scale_b, row, lanes.begin + at[i]).value;
    }
    const std::size_t n = at.size();
    const SpecialStep step{
        {a.data(), n}, {b.data(), n}, {scale.data(), with_scale ? n : 0}, std::uint32_t(acc[lane])};
    if (const auto code = special_result(plan.unit, plan.batch.a_format->bits == 8, step))
      result[lane] = std::int32_t(*code);
  }
}

inline bool is_special_code(const formats::Format& f, std::int32_t code) {
  return (std::uint32_t(code) & f.magnitude_mask()) > formats::largest_finite(f);
}

template <typename V>
LOCKSTEP_INLINE bool any_special(const Plan& plan, const Lanes<V>& lanes, const Ints<V>& acc) {
  bool found = lanes.special;
  for (int lane = 0; lane < V::kHalf; ++lane) found |= is_special_code(*plan.unit.c, acc[lane]);
  return found;
}

}  // namespace lockstep::matrix
