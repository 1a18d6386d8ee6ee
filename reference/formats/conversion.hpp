// How libraries and instructions turn a binary32 or binary64 into a narrow code, each rule one row.
//
// They agree inside the format's range when they round alike, and differ past its end, on infinities and on
// ties. A NaN gives the canonical NaN of the format with the sign kept (NaN payloads are not modelled); where
// the format has no NaN, a zero. Unsigned formats drop the sign. exponent_only formats are not converted to
// here: see reference/scaling.
#pragma once

#include <array>

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// What a finite value that rounds past the largest code becomes.
enum class FiniteOverflow : std::uint8_t {
  to_special,           ///< Inf where the format has one, else NaN, else the largest code
  saturate,             ///< the largest code
  saturate_without_inf  ///< saturate where only all-ones is NaN (Specials::fn), to_special elsewhere
};

/// What is added below the kept bits before the conversion proper.
enum class Noise : std::uint8_t {
  none,
  wraps,    ///< random bits 31:12 added to the 23-bit mantissa field, a carry out of it lost
  carries,  ///< the bits are added, a carry going on into the exponent
};

struct Conversion {
  std::string_view name{};
  Rounding rounding = Rounding::nearest_even;
  FiniteOverflow overflow = FiniteOverflow::to_special;
  bool range_tested_first = false;  ///< |x| > largest overflows even where it would round back to the largest
  bool infinity_saturates = false;  ///< else to Inf, NaN or the largest code, whichever comes first
  bool keeps_negative_zero = true;  ///< false: what rounds to zero becomes +0
  bool nan_flips_zero = false;      ///< a NaN in a format without NaN gives the zero of the opposite sign
  Noise noise = Noise::none;
  std::string_view source{};
};

/// The hardware's stochastic step on a binary32. The manual writes an addition of 20 random bits to the
/// mantissa field and no carry into the exponent; whether silicon carries, and how it rounds what follows, is
/// not settled.
constexpr float with_noise(float x, std::uint32_t random, Noise noise) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  if (noise == Noise::none || (bits & 0x7F800000u) == 0x7F800000u) return x;
  const std::uint32_t sum = (bits & 0x7FFFFFu) + (random >> 12);
  const std::uint32_t upper = bits & 0xFF800000u;
  if (noise == Noise::wraps) return std::bit_cast<float>(upper | (sum & 0x7FFFFFu));
  const std::uint32_t carried = upper + sum;
  const bool overflows = (carried & 0x7F800000u) == 0x7F800000u;
  return std::bit_cast<float>(overflows ? carried & 0xFF800000u : carried);
}

constexpr Overflow finite_overflow(const Conversion& c, const Format& f) {
  const bool saturates = c.overflow == FiniteOverflow::saturate ||
                         (c.overflow == FiniteOverflow::saturate_without_inf && f.specials == Specials::fn);
  return saturates ? Overflow::saturate : Overflow::to_special;
}

/// For conversions without noise; the binary32 overload below serves all.
constexpr std::uint32_t convert(const Conversion& c, const Format& f, double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const bool negative = (bits >> 63) != 0;
  const int field = int((bits >> 52) & 0x7FF);
  const std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52) - 1);
  const std::uint32_t sign = negative ? f.sign_mask() : 0u;
  const std::uint32_t zero = zero_code(f, negative && c.keeps_negative_zero);
  if (field == 0x7FF && mantissa != 0) {
    if (f.specials == Specials::finite) return c.nan_flips_zero ? f.sign_mask() & ~sign : zero;
    return f.specials == Specials::fnuz ? nan_code(f) : sign | nan_code(f);
  }
  if (field == 0x7FF)
    return sign | overflow_code(f, c.infinity_saturates ? Overflow::saturate : Overflow::to_special);
  const std::uint64_t significand = field == 0 ? mantissa : mantissa | (std::uint64_t{1} << 52);
  const std::uint64_t magnitude =
      round_magnitude(f, significand, field == 0 ? -1074 : field - 1075, false, c.rounding);
  const bool outside = c.range_tested_first && (negative ? -x : x) > to_double(f, largest_finite(f));
  if (outside || magnitude > largest_finite(f)) return sign | overflow_code(f, finite_overflow(c, f));
  return magnitude == 0 ? zero : sign | std::uint32_t(magnitude);
}

constexpr std::uint32_t convert(const Conversion& c, const Format& f, float x, std::uint32_t random = 0) {
  return convert(c, f, double(with_noise(x, random, c.noise)));
}

/// A row: `how` it differs from a conversion to nearest even whose overflow gives what the format has for it.
constexpr Conversion conversion(std::string_view name, std::string_view source, Conversion how = {}) {
  how.name = name, how.source = source;
  return how;
}

inline constexpr std::array kConversions{
    conversion("ocp_saturate", "OCP 8-bit floating point v1.0, saturating mode; OCP MX v1.0",
               {.overflow = FiniteOverflow::saturate, .infinity_saturates = true}),
    conversion("ocp_nonsaturate", "OCP 8-bit floating point v1.0, non-saturating mode"),
    conversion("torch_before_2_13", "PyTorch c10/util/Float8_*.h"),
    conversion("torch_2_13",
               "PyTorch torch/headeronly/util/Float8_e4m3fn.h since pytorch#178817: finite values only",
               {.overflow = FiniteOverflow::saturate_without_inf}),
    conversion("ml_dtypes", "ml_dtypes 0.6.0, astype", {.nan_flips_zero = true}),
    conversion("hip_host_saturate", "HIP amd_hip_fp8.h, cast_to_f8 with __HIP_SATFINITE; Inf is not clipped",
               {.overflow = FiniteOverflow::saturate, .range_tested_first = true}),
    conversion("hip_host_nonsaturate", "HIP amd_hip_fp8.h, cast_to_f8 with __HIP_NOSAT",
               {.range_tested_first = true}),
    conversion("hip_device_saturate",
               "HIP amd_hip_fp8.h, cast_to_f8_from_f32: med3 on finite values, then v_cvt_pk",
               {.overflow = FiniteOverflow::saturate}),
    conversion("microxcaling_nearest", "microxcaling mx/elemwise_ops.py, round='nearest' (its default)",
               {.rounding = Rounding::nearest_away, .overflow = FiniteOverflow::saturate}),
    conversion("microxcaling_even", "microxcaling mx/elemwise_ops.py, round='even'",
               {.overflow = FiniteOverflow::saturate}),
    conversion("microxcaling_floor", "microxcaling mx/elemwise_ops.py, round='floor'",
               {.rounding = Rounding::toward_zero, .overflow = FiniteOverflow::saturate}),
    conversion("deepgemm_fp4", "DeepGEMM deep_gemm/utils/math.py: thresholds compared with strict >",
               {.rounding = Rounding::nearest_toward_zero,
                .overflow = FiniteOverflow::saturate,
                .infinity_saturates = true,
                .keeps_negative_zero = false}),
    conversion("amd_cvt_pk", "CDNA v_cvt_pk_{fp8,bf8}_f32, MODE.FP16_OVFL clear (inferred)"),
    conversion("amd_cvt_pk_fp16_ovfl", "CDNA v_cvt_pk_{fp8,bf8}_f32, MODE.FP16_OVFL set (inferred)",
               {.overflow = FiniteOverflow::saturate, .infinity_saturates = true}),
    conversion("amd_cvt_sr_as_written",
               "CDNA v_cvt_sr_fp8_f32 as the manual writes it: wrap, then nearest even (hypothesis)",
               {.noise = Noise::wraps}),
    conversion("amd_cvt_sr_carry",
               "CDNA v_cvt_sr_fp8_f32 as textbooks have it: carry, then toward zero (hypothesis)",
               {.rounding = Rounding::toward_zero, .noise = Noise::carries}),
};

/// nullptr when there is none of that name.
constexpr const Conversion* find_conversion(std::string_view name) {
  for (const Conversion& c : kConversions)
    if (c.name == name) return &c;
  return nullptr;
}

}  // namespace lockstep::formats
