// Steps of dot_products() that infinities and NaNs decide.
#pragma once

#include <array>
#include <span>

#include "emulator/arithmetic/matrix/fast/dot_terms.hpp"
#include "emulator/arithmetic/matrix/units/special_result.hpp"

namespace lockstep::matrix {

/// Replaces the results of lanes that infinities and NaNs decide. `at`: the k of the products taken, from
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
