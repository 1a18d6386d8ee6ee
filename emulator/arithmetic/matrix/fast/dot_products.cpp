// dot_products(): as many dot products at once as a register holds doubles, step by step.
//
// All sums are taken in double: between two cuts every value is an integer of few bits times a power of two,
// so double is exact. Where it might not be (Summation::exact) a lane is summed again in a WideSum.
#include "emulator/arithmetic/matrix/fast/dot_products.hpp"

#include <array>

#include "emulator/arithmetic/matrix/fast/dot_aligned.hpp"
#include "emulator/arithmetic/matrix/fast/dot_ieee.hpp"
#include "emulator/arithmetic/matrix/fast/dot_terms.hpp"

namespace lockstep::matrix {
namespace {

constexpr std::array<int, kMaxStep> kAll = [] {
  std::array<int, kMaxStep> all{};
  for (int k = 0; k < kMaxStep; ++k) all[std::size_t(k)] = k;
  return all;
}();

/// The accumulators after the products `at`.
template <typename V>
LOCKSTEP_INLINE Ints<V> add_step(const Plan& plan, const Lanes<V>& lanes, std::span<const int> at,
                                 const Ints<V>& acc) {
  Ints<V> result;
  switch (plan.facts.summation) {
    case Summation::exact:
      result = exact<V>(plan, lanes, acc);
      break;
    case Summation::aligned:
      result = aligned<V>(plan, lanes, acc);
      break;
    case Summation::fused:
      result = fused_step<V>(plan, lanes, at, acc);
      break;
    case Summation::grid:
      result = plan.facts.grid == Grid::gfx12 ? gfx12<V>(plan, lanes, acc) : gfx11<V>(plan, lanes, acc);
      break;
    default:
      return std::bit_cast<Ints<V>>(pairwise<V>(plan, lanes, std::bit_cast<Floats<V>>(acc)));
  }
  if (any_special<V>(plan, lanes, acc)) apply_specials<V>(plan, lanes, at, acc, result);
  return result;
}

template <typename V>
LOCKSTEP_INLINE void take(const Plan& plan, Lanes<V>& lanes, int begin, int count) {
  lanes.begin = begin;
  lanes.count = count;
  lanes.special = false;
  gather_codes<V>(plan, lanes);
  if (plan.scaled() && !plan.scales_sum()) gather_scales<V>(plan, lanes);
  multiply_codes<V>(plan, lanes);
}

template <typename V>
LOCKSTEP_INLINE Ints<V> halves_step(const Plan& plan, const Lanes<V>& lanes, const Ints<V>& acc) {
  Ints<V> sum{};
  for (int half = 0; half < 2; ++half) {
    std::array<int, kMaxStep> at;
    std::size_t count = 0;
    for (int k = 0; k < lanes.count; ++k)
      if (k % 4 / 2 == half) at[count++] = k;
    sum = add_step<V>(plan, lanes, {at.data(), count}, sum);
  }
  return add_codes<V>(*plan.unit.d, sum, acc);
}

/// Sums a block without acc, scales the sum, and adds it to acc.
template <typename V>
LOCKSTEP_INLINE Ints<V> scaled_block(const Plan& plan, Lanes<V>& lanes, int begin, int block,
                                     const Ints<V>& acc) {
  Ints<V> sum{};
  if (plan.facts.summation == Summation::fma_chain) {
    take<V>(plan, lanes, begin, block);
    sum = std::bit_cast<Ints<V>>(chain<V>(plan, lanes));
  } else {
    for (int k = begin; k < begin + block; k += plan.step) {
      take<V>(plan, lanes, k, plan.step);
      sum = add_step<V>(plan, lanes, {kAll.data(), std::size_t(plan.step)}, sum);
    }
  }
  const Floats<V> scaled = scale_sum<V>(plan, lanes, begin, std::bit_cast<Floats<V>>(sum));
  return std::bit_cast<Ints<V>>(std::bit_cast<Floats<V>>(acc) + scaled);
}

/// Facts::middle_swapped: steps of 4 in the order 0, 8, 4, 12 of every 16.
int middle_swapped(int k) {
  return k / 16 * 16 + k % 16 / 8 * 4 + k % 8 * 2;
}

template <typename V>
LOCKSTEP_INLINE Ints<V> all_steps(const Plan& plan, Lanes<V>& lanes, Ints<V> acc) {
  const int block = plan.scales_sum() && plan.scaled() ? plan.unit.scale_block : plan.step;
  for (int at = 0; at < plan.batch.k; at += block) {
    const int begin = plan.facts.middle_swapped ? middle_swapped(at) : at;
    if (plan.scales_sum()) {
      acc = scaled_block<V>(plan, lanes, begin, block, acc);
      continue;
    }
    take<V>(plan, lanes, begin, block);
    acc = plan.facts.halves ? halves_step<V>(plan, lanes, acc)
                            : add_step<V>(plan, lanes, {kAll.data(), std::size_t(block)}, acc);
  }
  return acc;
}

template <typename V>
LOCKSTEP_INLINE void all_dots(const Unit& unit, const DotBatch& batch) {
  const Plan plan(unit, batch);
  Lanes<V> lanes;
  const auto nan =
      std::int32_t(unit.facts.nan == NanBits::ones ? unit.d->magnitude_mask() : formats::nan_code(*unit.d));
  for (lanes.first = 0; lanes.first < batch.count; lanes.first += V::kHalf) {
    const std::size_t left = std::min<std::size_t>(V::kHalf, batch.count - lanes.first);
    Ints<V> acc{};
    for (std::size_t lane = 0; lane < left; ++lane) acc[lane] = std::int32_t(batch.c[lanes.first + lane]);
    if (unit.facts.summation == Summation::pairwise) {
      acc = std::bit_cast<Ints<V>>(flush_lanes<V>(std::bit_cast<Floats<V>>(acc)));
      acc = acc == INT32_MIN ? Ints<V>{} : acc;
    }
    acc = all_steps<V>(plan, lanes, acc);
    for (std::size_t lane = 0; lane < left; ++lane) {
      const bool canonical =
          unit.facts.nan != NanBits::rdna && formats::is_nan(*unit.d, std::uint32_t(acc[lane]));
      batch.d[lanes.first + lane] = std::uint32_t(canonical ? nan : acc[lane]);
    }
  }
}

using DotKernel = void(const Unit&, const DotBatch&);

void dots_baseline(const Unit& unit, const DotBatch& batch) {
  all_dots<Columns4>(unit, batch);
}
LOCKSTEP_V3 void dots_v3(const Unit& unit, const DotBatch& batch) {
  all_dots<Columns8>(unit, batch);
}
LOCKSTEP_V4 void dots_v4(const Unit& unit, const DotBatch& batch) {
  all_dots<Columns16>(unit, batch);
}

constexpr host::PerLevel<DotKernel> kDotKernels{dots_baseline, dots_v3, dots_v4};

}  // namespace

void dot_products_with(SimdLevel level, const Unit& unit, const DotBatch& batch) {
  if (batch.count != 0) kDotKernels.at(level)(unit, batch);
}

void dot_products(const Unit& unit, const DotBatch& batch) {
  dot_products_with(host::best_simd_level(), unit, batch);
}

}  // namespace lockstep::matrix
