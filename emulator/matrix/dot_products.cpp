// dot_products(): as many dot products at once as a register holds doubles, step by step.
//
// All sums are taken in double: between two cuts every value is an integer of few bits times a power of two,
// so double is exact. Where it might not be (Summation::exact) a lane is summed again in a WideSum.
#include <array>
#include <vector>

#include "emulator/matrix/dot_lanes.hpp"
#include "emulator/matrix/special_result.hpp"
#include "emulator/matrix/wide_sum.hpp"

namespace lockstep::matrix {
namespace {

constexpr int kMaxStep = 256;
constexpr int kDoubleBits = 53;

/// What one call needs beside the batch.
struct Plan {
  const Unit& unit;
  const DotBatch& batch;
  const Facts& facts;
  Decoder a, b, acc;
  int fraction_bits;  ///< of a product
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
                      (unit_.scale == nullptr ? 0 : 2 * unit_.scale->mantissa_bits)),
        step(unit_.facts.step == 0 ? batch_.k : unit_.facts.step) {
    a_ignored = b_ignored = (1 << facts.ignored_bits) - 1;
  }

  bool scaled() const { return unit.scale_block != 0; }
  bool scales_sum() const {
    return facts.summation == Summation::fma_chain || facts.scale_at == ScaleAt::sum ||
           facts.scale_at == ScaleAt::sum_twice;
  }
};

/// A step's codes and products, [k][lane].
template <typename V>
struct Lanes {
  alignas(64) std::int32_t a[kMaxStep * V::kHalf];
  alignas(64) std::int32_t b[kMaxStep * V::kHalf];
  alignas(64) double scale_significand[kMaxStep * V::kHalf];  // of both scales, an integer
  alignas(64) std::int32_t scale_exponent[kMaxStep * V::kHalf];
  alignas(64) double significand[kMaxStep * V::kHalf];
  alignas(64) std::int32_t exponent[kMaxStep * V::kHalf];  // kNoTerm for a zero
  std::size_t first;                                       // dot product of lane 0
  int begin, count;                                        // k
  bool special;
};

std::int32_t flushed(const formats::Format& f, std::int32_t code, bool keep_sign) {
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

ScaleCode decode_scale(const formats::Format& f, std::uint32_t code) {
  const formats::Value v = formats::decode(f, code);
  const double value = formats::to_double(f, code & f.code_mask());
  if (v.kind != formats::Kind::finite) return {0, value, f.emin()};
  return {double(v.significand), value, v.exponent + f.mantissa_bits};
}

ScaleCode scale_at(const Plan& plan, const std::uint32_t* scales, std::size_t row, int k) {
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

/// Decodes and multiplies; ScaleAt::product includes the scales.
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
  // A product lies below 2^(exponent + 2), with two scales that have significands below 2^(exponent + 4).
  if (plan.facts.summation == Summation::aligned && plan.facts.oversized == Oversized::infinite)
    special |= largest >= 124;
  for (int lane = 0; lane < V::kHalf; ++lane) lanes.special |= special[lane] != 0;
}

double operand_value(const formats::Format& f, std::int32_t code) {
  return formats::to_double(f, std::uint32_t(code) & f.code_mask());
}

/// Replaces the results of lanes where specials decide. `at`: the k of the products taken, from lanes.begin.
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

// ---- Summation::fused

template <typename V>
struct Terms {
  std::array<Doubles<V>, kMaxStep> significand;
  std::array<Ints<V>, kMaxStep> exponent;  // kNoTerm for a zero
  int count = 0;
  int fraction_bits = 0;
};

/// Consecutive products whose exact sum, times the scales, is one term.
template <typename V>
LOCKSTEP_INLINE void group_terms(const Plan& plan, const Lanes<V>& lanes, Terms<V>& terms) {
  terms.fraction_bits = plan.fraction_bits;
  for (int k = 0; k < lanes.count; k += plan.facts.group) {
    Doubles<V> sum{};
    Longs<V> any{};
    for (int i = k * V::kHalf; i < (k + plan.facts.group) * V::kHalf; i += V::kHalf) {
      const auto significand = load<Doubles<V>>(lanes.significand + i);
      const auto exponent = load<Ints<V>>(lanes.exponent + i);
      any |= significand != 0;
      sum += significand * clamped_power_of_two<V>(exponent);
    }
    const auto scale = load<Doubles<V>>(lanes.scale_significand + k * V::kHalf);
    const Ints<V> none = convert<Ints<V>>((any == 0) | (scale == 0));
    terms.significand[std::size_t(terms.count)] = sum * scale;
    terms.exponent[std::size_t(terms.count)] =
        none != 0 ? Ints<V>{} + kNoTerm : load<Ints<V>>(lanes.scale_exponent + k * V::kHalf);
    ++terms.count;
  }
}

template <typename V>
LOCKSTEP_INLINE Ints<V> fused(const Plan& plan, const Terms<V>& terms, const Ints<V>& acc) {
  const Facts& facts = plan.facts;
  Ints<V> ignored{};
  const Element<V> c = decode_lanes<V>(plan.acc, acc, ignored);
  const Ints<V> c_exponent =
      convert<Ints<V>>(c.significand == 0) != 0 ? Ints<V>{} + facts.zero_exponent : c.exponent;
  Ints<V> largest = c_exponent;
  for (int i = 0; i < terms.count; ++i) {
    const Ints<V>& e = terms.exponent[std::size_t(i)];
    largest = larger<V>(largest, e == kNoTerm ? Ints<V>{} + facts.zero_exponent : e);
  }
  const int bits = facts.product.fraction_bits;
  Doubles<V> total =
      cut<V>(c.significand * clamped_power_of_two<V>(bits - plan.acc.mantissa_bits + c_exponent - largest),
             facts.product.toward);
  for (int i = 0; i < terms.count; ++i) {
    const Ints<V> shift = bits - terms.fraction_bits + terms.exponent[std::size_t(i)] - largest;
    total += cut<V>(terms.significand[std::size_t(i)] * clamped_power_of_two<V>(shift), facts.product.toward);
  }
  return finish<V>(facts, *plan.unit.d, total * clamped_power_of_two<V>(largest - bits));
}

// ---- Summation::aligned

/// value * 2^exponent.
template <typename V>
struct CutSum {
  Doubles<V> value;
  Ints<V> exponent;
};

template <typename V>
LOCKSTEP_INLINE CutSum<V> cut_sum(const Lanes<V>& lanes, Cut product, int fraction_bits, int first, int end,
                                  int stride) {
  Ints<V> largest = Ints<V>{} + kNoTerm;
  for (int k = first; k < end; k += stride)
    largest = larger<V>(largest, load<Ints<V>>(lanes.exponent + k * V::kHalf));
  Doubles<V> sum{};
  for (int k = first; k < end; k += stride) {
    const Ints<V> shift =
        load<Ints<V>>(lanes.exponent + k * V::kHalf) - largest + (product.fraction_bits - fraction_bits);
    sum += cut<V>(load<Doubles<V>>(lanes.significand + k * V::kHalf) * clamped_power_of_two<V>(shift),
                  product.toward);
  }
  return {sum * power_of_two(-product.fraction_bits), largest};
}

/// v, of which more than 51 bits would be left of the point, is an integer already.
template <typename V>
LOCKSTEP_INLINE Doubles<V> cut_any(const Doubles<V>& v, Toward toward) {
  constexpr double kIntegers = 2251799813685248.0;  // 2^51
  const Longs<V> has_fraction = (v < kIntegers) & (v > -kIntegers);
  return has_fraction != 0 ? cut<V>(v, toward) : v;
}

template <typename V>
LOCKSTEP_INLINE Ints<V> aligned(const Plan& plan, const Lanes<V>& lanes, const Ints<V>& acc) {
  const Facts& facts = plan.facts;
  CutSum<V> dot;
  if (facts.parity_split) {
    const CutSum<V> even = cut_sum<V>(lanes, facts.product, plan.fraction_bits, 0, lanes.count, 2);
    const CutSum<V> odd = cut_sum<V>(lanes, facts.product, plan.fraction_bits, 1, lanes.count, 2);
    dot.exponent = larger<V>(even.exponent, odd.exponent);
    const int bits = facts.merge.fraction_bits;
    dot.value = (cut<V>(even.value * clamped_power_of_two<V>(even.exponent - dot.exponent + bits),
                        facts.merge.toward) +
                 cut<V>(odd.value * clamped_power_of_two<V>(odd.exponent - dot.exponent + bits),
                        facts.merge.toward)) *
                power_of_two(-bits);
  } else {
    dot = cut_sum<V>(lanes, facts.product, plan.fraction_bits, 0, lanes.count, 1);
  }

  Ints<V> ignored{};
  const Element<V> c = decode_lanes<V>(plan.acc, acc, ignored);
  const Ints<V> exponent = larger<V>(dot.exponent, c.exponent);
  const Cut &of_dot = facts.dot, &of_acc = facts.accumulator, &last = facts.normalised;
  const Doubles<V> x =
      cut_any<V>(dot.value * clamped_power_of_two<V>(dot.exponent - exponent + of_dot.fraction_bits),
                 of_dot.toward) *
      power_of_two(-of_dot.fraction_bits);
  const Ints<V> behind = c.exponent - exponent;
  const Doubles<V> shifted =
      c.significand * clamped_power_of_two<V>(behind + (of_acc.fraction_bits - plan.acc.mantissa_bits));
  const Doubles<V> y = convert<Longs<V>>(behind < -facts.accumulator_window) != 0
                           ? Doubles<V>{}
                           : cut<V>(shifted, of_acc.toward) * power_of_two(-of_acc.fraction_bits);
  Doubles<V> total = x + y;
  if (last.fraction_bits <= kDoubleBits) {
    // The last bit that a double loses of x + y can only decide whether a floor is its own argument.
    const Doubles<V> error = (x - (total - (total - x))) + (y - (total - x));
    const Ints<V> leading = larger<V>(exponent_of<V>(total), formats::float32.emin() - exponent);
    const Doubles<V> units = total * power_of_two<V>(last.fraction_bits - leading);
    Doubles<V> kept = cut<V>(units, last.toward);
    kept = ((kept == units) & (error < 0)) != 0 ? kept - 1.0 : kept;
    total = kept * power_of_two<V>(leading - last.fraction_bits);
  }
  return finish<V>(facts, *plan.unit.d, total * power_of_two<V>(exponent));
}

// ---- Summation::grid

template <typename V>
LOCKSTEP_INLINE Ints<V> leading_of(const Doubles<V>& v) {
  return convert<Ints<V>>(v == 0) != 0 ? Ints<V>{} + kNoTerm : exponent_of<V>(v);
}

template <typename V>
LOCKSTEP_INLINE Ints<V> gfx12(const Plan& plan, const Lanes<V>& lanes, const Ints<V>& acc) {
  Ints<V> ignored{};
  const Element<V> element = decode_lanes<V>(plan.acc, acc, ignored);
  const Doubles<V> c = element.significand * power_of_two<V>(element.exponent - plan.acc.mantissa_bits);
  const int floor = plan.unit.c->emin();
  Ints<V> grid = larger<V>(leading_of<V>(c), Ints<V>{} + floor) - 26;
  for (int k = 0; k < lanes.count; ++k)
    grid = larger<V>(grid, load<Ints<V>>(lanes.exponent + k * V::kHalf) - 24);
  const Doubles<V> c_units = c * clamped_power_of_two<V>(-grid);
  const Longs<V> dropped = (c_units > -1.0) & convert<Longs<V>>(grid > floor) & (c_units < 0);
  Doubles<V> total = dropped != 0 ? Doubles<V>{} : cut<V>(c_units, Toward::minus_infinity);
  for (int k = 0; k < lanes.count; k += plan.facts.pair) {
    const CutSum<V> pair =
        cut_sum<V>(lanes, {24, Toward::minus_infinity}, plan.fraction_bits, k, k + plan.facts.pair, 1);
    total += cut<V>(pair.value * clamped_power_of_two<V>(pair.exponent - grid), Toward::minus_infinity);
  }
  return finish<V>(plan.facts, *plan.unit.d, total * clamped_power_of_two<V>(grid));
}

/// An accumulator that flushes: f32, or bf16 as the upper half of one.
template <typename V>
LOCKSTEP_INLINE Doubles<V> flushed_accumulator(const formats::Format& f, const Ints<V>& code) {
  const Ints<V> bits = f.bits == 16 ? code << 16 : code;
  return convert<Doubles<V>>(std::bit_cast<Floats<V>>((bits & 0x7F800000) != 0 ? bits : bits & INT32_MIN));
}

template <typename V>
LOCKSTEP_INLINE Ints<V> gfx11(const Plan& plan, const Lanes<V>& lanes, const Ints<V>& acc) {
  const bool half = *plan.unit.d == formats::float16;
  Ints<V> ignored{};
  const Element<V> element = decode_lanes<V>(plan.acc, acc, ignored);
  const Doubles<V> c = half ? element.significand * power_of_two<V>(element.exponent - plan.acc.mantissa_bits)
                            : flushed_accumulator<V>(*plan.unit.c, acc);
  std::array<Doubles<V>, 3> term{c};
  Ints<V> largest = leading_of<V>(c);
  Ints<V> grid = Ints<V>{} + (half ? formats::float16.emin() - 26 : kNoTerm);
  for (int k = 0; k < 2; ++k) {
    const auto exponent = load<Ints<V>>(lanes.exponent + k * V::kHalf);
    const Doubles<V> value = load<Doubles<V>>(lanes.significand + k * V::kHalf) *
                             clamped_power_of_two<V>(exponent - plan.fraction_bits);
    term[std::size_t(k + 1)] = value;
    largest = larger<V>(largest, leading_of<V>(value));
    grid = larger<V>(grid, exponent - 24);
  }
  grid = larger<V>(grid, largest - 26);
  Doubles<V> total{};
  const Doubles<V> opposing = sign_of<V>(c) != 0 ? Doubles<V>{} + 1.0 : Doubles<V>{} - 1.0;
  for (const Doubles<V>& t : term) {
    total += cut<V>(t * clamped_power_of_two<V>(-grid), Toward::zero);
    total += sign_of<V>(t) != sign_of<V>(c) ? opposing : Doubles<V>{};
  }
  const Longs<V> nothing = convert<Longs<V>>(largest == kNoTerm);
  const Doubles<V> value = nothing != 0 ? Doubles<V>{} : total * clamped_power_of_two<V>(grid);
  if (half) return finish<V>(plan.facts, *plan.unit.d, value);
  // Rounded as if exponents had no end, this reaches the smallest normal; anything below is lost.
  constexpr double kReaches = 0x1p-126 - 0x1p-151;
  const Longs<V> lost = (value < kReaches) & (value > -kReaches);
  const auto result = std::bit_cast<Ints<V>>(convert<Floats<V>>(lost != 0 ? Doubles<V>{} : value));
  return plan.unit.d->bits == 16 ? result >> 16 & 0xFFFF : result;
}

// ---- Summation::exact

float wide_sum(const Plan& plan, const float acc, const double* significand, const std::int32_t* exponent,
               int count, int stride) {
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

// ---- Summation::fma_chain and ::pairwise: f32 operations, which know about specials themselves

/// Products in double, exact, specials included.
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

/// A product of operands of at most 8 bits is exact in f32, so that multiply then add rounds once.
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

/// A block's sum times its scales, each multiplication rounded once.
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

// ---- One step

constexpr std::array<int, kMaxStep> kAll = [] {
  std::array<int, kMaxStep> all{};
  for (int k = 0; k < kMaxStep; ++k) all[std::size_t(k)] = k;
  return all;
}();

template <typename V>
LOCKSTEP_INLINE Ints<V> fused_step(const Plan& plan, const Lanes<V>& lanes, std::span<const int> at,
                                   const Ints<V>& acc) {
  Terms<V> terms;
  if (plan.facts.scale_at == ScaleAt::group) {
    group_terms<V>(plan, lanes, terms);
  } else {
    terms.fraction_bits = plan.fraction_bits;
    for (const int k : at) {
      terms.significand[std::size_t(terms.count)] = load<Doubles<V>>(lanes.significand + k * V::kHalf);
      terms.exponent[std::size_t(terms.count++)] = load<Ints<V>>(lanes.exponent + k * V::kHalf);
    }
  }
  return fused<V>(plan, terms, acc);
}

bool is_special_code(const formats::Format& f, std::int32_t code) {
  return (std::uint32_t(code) & f.magnitude_mask()) > formats::largest_finite(f);
}

template <typename V>
LOCKSTEP_INLINE bool any_special(const Plan& plan, const Lanes<V>& lanes, const Ints<V>& acc) {
  bool found = lanes.special;
  for (int lane = 0; lane < V::kHalf; ++lane) found |= is_special_code(*plan.unit.c, acc[lane]);
  return found;
}

/// acc after the products `at`.
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

/// One IEEE addition of two codes of d.
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

/// A block without acc, scaled, and added to acc.
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

/// Steps of 4 in the order 0, 8, 4, 12 of every 16.
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
LOCKSTEP_TARGET("arch=x86-64-v3") void dots_v3(const Unit& unit, const DotBatch& batch) {
  all_dots<Columns8>(unit, batch);
}
LOCKSTEP_TARGET("arch=x86-64-v4") void dots_v4(const Unit& unit, const DotBatch& batch) {
  all_dots<Columns16>(unit, batch);
}

constexpr DotKernel* kDotKernels[4] = {dots_baseline, dots_v3, dots_v4, dots_v4};

}  // namespace

void dot_products_with(InstructionSet set, const Unit& unit, const DotBatch& batch) {
  if (batch.count != 0) kDotKernels[std::size_t(set)](unit, batch);
}

void dot_products(const Unit& unit, const DotBatch& batch) {
  dot_products_with(best_instruction_set(), unit, batch);
}

}  // namespace lockstep::matrix
