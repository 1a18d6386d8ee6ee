#include "emulator/arithmetic/matrix/units/special_result.hpp"

#include <cmath>
#include <limits>

#include "reference/formats/formats.hpp"

namespace lockstep::matrix {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kOversized = formats::power_of_two(128);

/// The codes of a NaN operand and of an invalid operation, where hardware tells them apart.
struct NanCodes {
  std::uint32_t operand, invalid;
};

NanCodes rdna_codes(const formats::Format& d, bool bytes) {
  const std::uint32_t operand = d.bits == 32 ? 0xFFC00A3D : d == formats::float16 ? 0xFE3D : 0xFFFD;
  return {operand, bytes ? operand : d.sign_mask() | formats::nan_code(d)};
}

std::uint32_t infinity(const formats::Format& d, bool negative) {
  return (negative ? d.sign_mask() : 0) | formats::overflow_code(d, formats::Overflow::to_special);
}

}  // namespace

std::optional<std::uint32_t> special_result(const Unit& unit, bool bytes, const SpecialStep& step) {
  const formats::Format& d = *unit.d;
  const bool infinite_from_2_128 =
      unit.facts.summation == Summation::aligned && unit.facts.oversized == Oversized::infinite;
  const double limit = infinite_from_2_128 ? kOversized : kInfinity;
  bool operand_nan = false;
  double sum = 0;  // sum of the special products
  for (std::size_t k = 0; k < step.a.size(); ++k) {
    const double product = step.a[k] * step.b[k] * (step.scale.empty() ? 1 : step.scale[k]);
    operand_nan |= std::isnan(step.a[k]) || std::isnan(step.b[k]);
    if (std::isnan(product) || std::abs(product) >= limit) sum += product * kInfinity;
  }
  const double c = formats::to_double(d, step.acc);
  if (std::isfinite(c) && sum == 0) return std::nullopt;

  if (unit.facts.nan == NanBits::rdna) {
    const NanCodes codes = rdna_codes(d, bytes);
    if (operand_nan) return codes.operand;
    if (std::isnan(sum)) return codes.invalid;
    if (std::isnan(c)) return step.acc | 1u << (d.mantissa_bits - 1);
    const double total = std::isfinite(c) ? sum : sum + c;
    return std::isnan(total) ? codes.invalid : infinity(d, total < 0);
  }
  const double total = std::isfinite(c) ? sum : sum + c;
  if (!std::isnan(total)) return infinity(d, total < 0);
  return unit.facts.nan == NanBits::ones ? d.magnitude_mask() : formats::nan_code(d);
}

}  // namespace lockstep::matrix
