// Blocks of values quantised to MXFP4 or MXFP8, over numbers and over terms.
#include <algorithm>
#include <array>
#include <cmath>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/accumulation/arithmetic.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::accumulation {

namespace {

using fingerprint::Function;

constexpr std::uint32_t kInfinity = 0x7F800000;

/// The exponent of the format's largest number.
int exponent_of(const formats::Format& element) {
  return std::ilogb(formats::to_double(element, formats::largest_finite(element)));
}

}  // namespace

Binary32::Result Binary32::to_bf16(Sum x) {
  if (x != x) return Result(formats::nan_code(formats::bfloat16));
  return Result(formats::encode_nearest_even(formats::bfloat16, double(x), formats::Overflow::to_special));
}

Binary32::Word Binary32::largest_magnitude(std::span<const Sum> values) const {
  constexpr Result kMagnitude = 0x7FFF;
  Result largest = 0;
  for (const Sum x : values) largest = std::max(largest, Result(to_bf16(x) & kMagnitude));
  return Word{largest} << 16;
}

Binary32::Code Binary32::mx_scale(const formats::Format& element, Word largest) const {
  if (largest >= kInfinity) return 0xFF;
  return Code(std::max(int((largest + 0x200000u) >> 23) - exponent_of(element), 0));
}

void Binary32::mx_elements(const formats::Format& element, Word largest, std::span<const Sum> values,
                           std::span<Code> elements) const {
  if (largest >= kInfinity) {
    std::ranges::fill(elements, Code{0});
    return;
  }
  const double reciprocal = formats::power_of_two(127 - int(mx_scale(element, largest)));
  std::ranges::transform(values, elements.begin(), [&](Sum x) {
    return Code(formats::encode_nearest_even(element, double(x) * reciprocal, formats::Overflow::saturate));
  });
}

Terms::Word Terms::largest_magnitude(std::span<const Sum> values) const {
  constexpr std::uint8_t kWithoutSign = 0x7F;
  const bool rounds_last = arch::has(arch_, arch::Feature::wmma);
  const auto magnitude = [&](Sum x) {
    if (rounds_last) return apply(Function::absolute, {x});
    const auto rounded = hasher_.apply(Function::to_bf16, {x});
    const Code high = hasher_.part_of(hasher_.byte_of(rounded, 1), kWithoutSign);
    return value({hasher_.byte_of(rounded, 0), high, code(0), code(0)});
  };
  std::vector<Sum> magnitudes(values.size());
  std::ranges::transform(values, magnitudes.begin(), magnitude);
  Sum largest = hasher_.unordered(Function::max_u32, std::move(magnitudes), 0);
  if (rounds_last) largest = hasher_.apply(Function::to_bf16, {hasher_.value_of(largest)});
  return {code(0), code(0), hasher_.byte_of(largest, 0), hasher_.byte_of(largest, 1)};
}

Terms::Code Terms::mx_scale(const formats::Format& element, Word largest) const {
  const Function function = element.bits == 4 ? Function::scale_e2m1 : Function::scale_e4m3;
  return hasher_.byte_of(hasher_.apply(function, {word(largest.data())}), 0);
}

/// Two elements of 4 bits are fields of a byte.
void Terms::mx_elements(const formats::Format& element, Word largest, std::span<const Sum> values,
                        std::span<Code> elements) const {
  const bool narrow = element.bits == 4;
  const Sum divisor = apply(narrow ? Function::divisor_e2m1 : Function::divisor_e4m3, {word(largest.data())});
  std::array<fingerprint::Byte, 4> word_bytes, infinity;
  for (unsigned b = 0; b < 4; ++b) {
    word_bytes[b].from = largest[b];
    infinity[b].value = std::uint8_t(kInfinity >> 8 * b);
  }
  const Sum is_finite = hasher_.below(word_bytes, infinity);
  const auto quotient = [&](std::size_t i) {
    return hasher_.apply(narrow ? Function::to_e2m1 : Function::to_e4m3, {values[i], divisor});
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t first = i & ~std::size_t{1};
    const Code byte =
        narrow ? hasher_.two_in_byte(quotient(first), quotient(first + 1)) : hasher_.byte_of(quotient(i), 0);
    elements[i] = hasher_.select(is_finite, code(0), byte);
    if (narrow) elements[i] = hasher_.field(std::span(&elements[i], 1), int(i % 2) * 4, 4);
  }
}

}  // namespace lockstep::accumulation
