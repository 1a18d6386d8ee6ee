// Formats whose values are small integers times a power of two: e2m1 in halves, e2m3 in eighths.
#pragma once

#include <array>
#include <cstdint>

#include "reference/formats/formats.hpp"

namespace lockstep::matrix {

/// The integers of codes of up to 6 bits, in units of the smallest subnormal: [code / 16], then [code % 16]
/// repeated four times, once for each part of a register that a shuffle works on.
using Integers = std::array<std::array<std::int8_t, 64>, 4>;

constexpr Integers integers(const formats::Format& f) {
  Integers all{};
  for (std::uint32_t code = 0; code < 64; ++code)
    for (std::uint32_t part = 0; part < 64; part += 16)
      all[code / 16][part + code % 16] = std::int8_t(formats::to_double(f, code & f.code_mask()) *
                                                     formats::power_of_two(f.mantissa_bits - f.emin()));
  return all;
}

inline constexpr Integers kE2m1 = integers(formats::float4_e2m1fn), kE2m3 = integers(formats::float6_e2m3fn);

/// The table of a format; nullptr: its values are not such integers.
inline const Integers* integers_of(const formats::Format& f) {
  const auto is = [&](const formats::Format& other) { return &f == &other || f == other; };
  if (is(formats::float4_e2m1fn)) return &kE2m1;
  return is(formats::float6_e2m3fn) ? &kE2m3 : nullptr;
}

}  // namespace lockstep::matrix
