#include "reference/scaling/scale_rule.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "reference/formats/conversion.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::scaling {
namespace {

using formats::Format;

constexpr std::uint32_t kNan = 255, kLargest = 254;

std::uint32_t bits_of(float x) {
  return std::bit_cast<std::uint32_t>(x);
}

float largest(const Format& element) {
  return float(formats::to_double(element, formats::largest_finite(element)));
}

// Exact for subnormals too; x is finite and positive.
int floor_log2(float x) {
  return std::ilogb(x);
}
int ceil_log2(float x) {
  const int e = std::ilogb(x);
  return double(x) == formats::power_of_two(e) ? e : e + 1;
}

// The e8m0 code of 2^e, e kept between -127 and 127.
std::uint32_t clamped(int e) {
  return std::uint32_t(e < -127 ? 0 : e > 127 ? 254 : e + 127);
}

// The biased exponent, one more where any mantissa bit is set; between 1 and 254, so that a NaN or an
// infinity gives 254.
std::uint32_t ceil_field(float quotient) {
  const std::uint32_t bits = bits_of(quotient) & 0x7FFFFFFFu;
  const std::uint32_t e = (bits >> 23) + ((bits & 0x7FFFFFu) != 0 ? 1u : 0u);
  return e < 1 ? 1 : e > kLargest ? kLargest : e;
}

// PyTorch's conversion of a binary32 to e8m0: to nearest, ties up, but down between the two smallest codes.
std::uint32_t cast(float x) {
  const std::uint32_t bits = bits_of(x), field = bits >> 23 & 0xFFu, mantissa = bits & 0x7FFFFFu;
  if (field == 0xFF) return kNan;
  return field + (mantissa > 0x400000u || (mantissa == 0x400000u && field != 0) ? 1u : 0u);
}

std::uint32_t ocp_floor(float amax, const Format& element) {
  if (!std::isfinite(amax)) return kNan;
  return amax == 0 ? 0 : clamped(floor_log2(amax) - emax(element));
}

std::uint32_t torchao_ceil(float amax, const Format& element) {
  if (!std::isfinite(amax)) return kNan;
  return amax == 0 ? 0 : clamped(ceil_log2(amax) - emax(element));
}

std::uint32_t even(float amax, const Format& element) {
  const std::uint32_t bits = bits_of(amax) + (1u << (23 - element.mantissa_bits - 1));
  if (!std::isfinite(amax) || bits >> 23 == 255) return kNan;
  return clamped(int(bits >> 23) - 127 - emax(element));
}

std::uint32_t rceil(float amax, const Format& element) {
  if (!std::isfinite(amax)) return kNan;
  const float quotient = amax / largest(element);
  return quotient == 0 ? 0 : clamped(ceil_log2(quotient));
}

std::uint32_t cvt_rp(float amax, const Format& element) {
  return std::isinf(amax) ? kLargest : rceil(amax, element);
}

// floor(log2(amax)) with the logarithm rounded to binary32: just below a power of two it is the power's.
std::uint32_t microxcaling(float amax, const Format& element) {
  if (!std::isfinite(amax)) return kNan;
  const auto logarithm = float(std::log2(double(amax == 0 ? 0x1p-126f : amax)));
  return clamped(int(std::floor(logarithm)) - emax(element));
}

std::uint32_t deepgemm(float amax, const Format& element) {
  return ceil_field((amax < 1e-4f ? 1e-4f : amax) / largest(element));
}

std::uint32_t flydsl_433(float amax, const Format& element) {
  return ceil_field((amax < 1e-12f ? 1e-12f : amax) / largest(element));
}

std::uint32_t truncated_quotient(float amax, const Format& element) {
  const std::uint32_t e = bits_of((amax < 1e-12f ? 1e-12f : amax) / largest(element)) >> 23 & 0xFFu;
  return e < 1 ? 1 : e > kLargest ? kLargest : e;
}

std::uint32_t aiter_half_up(float amax, const Format& element) {
  return cast(amax * float(formats::power_of_two(-emax(element))));
}

std::uint32_t pytorch_cast(float amax, const Format& element) {
  return cast(amax / largest(element));
}

std::uint32_t plus_0x200000(float amax, const Format& element) {
  const std::uint32_t field = (bits_of(amax) + 0x200000u) >> 23;
  return std::uint32_t(std::max(int(std::min(field, kNan)) - emax(element), 0));
}

std::uint32_t float32_amax(float amax, const Format& element) {
  return bits_of(amax / largest(element));
}

std::uint32_t deepgemm_float32(float amax, const Format& element) {
  return bits_of((amax < 1e-4f ? 1e-4f : amax) / largest(element));
}

std::uint32_t narrow(float quotient, const Format& scale) {
  return formats::convert(formats::kConversions[0], scale, quotient);
}
static_assert(formats::kConversions[0].name == "ocp_saturate");

std::uint32_t nvfp4(float amax, const Format& element) {
  return narrow(amax / largest(element), formats::float8_ue4m3);
}

std::uint32_t nvfp4_torchao_under(float global, float amax, const Format& element) {
  const float quotient = amax / largest(element) / global;
  return narrow(quotient < 0x1p-6f ? 0x1p-6f : quotient, formats::float8_ue4m3);
}

std::uint32_t nvfp4_torchao(float amax, const Format& element) {
  return nvfp4_torchao_under(1, amax, element);
}

std::uint32_t ue5m3(float amax, const Format& element) {
  return narrow(amax / largest(element), formats::float8_ue5m3);
}

constexpr const Format* kE8m0 = &formats::float8_e8m0fnu;

constexpr std::array kRules{
    ScaleRule{"ocp_floor", kE8m0, Step::exact, ocp_floor, "2^(floor(log2 amax) - emax)",
              "zero: 0; NaN, Inf: 255; exponent kept in 0..254",
              "OCP MX v1.0 section 6.3; torchao FLOOR; aiter RoundDown"},
    ScaleRule{"microxcaling", kE8m0, Step::exact, microxcaling,
              "ocp_floor, log2 rounded to binary32: up, just below a power of two",
              "zero: as 2^-126; NaN, Inf: 255; exponent below 0: 0",
              "microxcaling mx/mx_ops.py: torch.floor(torch.log2(amax))"},
    ScaleRule{"torchao_ceil", kE8m0, Step::exact, torchao_ceil, "2^(ceil(log2 amax) - emax)",
              "zero: 0; NaN, Inf: 255; exponent kept in 0..254", "torchao CEIL; aiter Ceil"},
    ScaleRule{"even", kE8m0, Step::exact, even, "amax rounded at the element's mantissa, then ocp_floor",
              "zero: 0; NaN, Inf, and what is rounded up to 2^128: 255; exponent kept in 0..254",
              "torchao EVEN while it took log2 (0.18: Inf and 2^128 give 255 - emax); AMD Quark even_round; "
              "aiter Even"},
    ScaleRule{"plus_0x200000", kE8m0, Step::exact, plus_0x200000,
              "exponent field of bits(amax) + 0x200000, - emax",
              "zero: 0; Inf: 255 - emax; NaN: no NaN scale; exponent below 0: 0", "aiter#3470; vLLM#43557"},
    ScaleRule{
        "aiter_half_up", kE8m0, Step::exact, aiter_half_up, "amax / 2^emax to the nearest power, 1.5 goes up",
        "zero: 0; NaN, Inf: 255; quotients under 2^-126 as PyTorch's cast", "aiter fp4_utils before #3212"},
    ScaleRule{"pytorch_cast", kE8m0, Step::exact, pytorch_cast,
              "amax / largest to the nearest power, 1.5 goes up",
              "zero: 0; NaN, Inf: 255; quotients up to 1.5 * 2^-127: 0", "PyTorch Float8_e8m0fnu.h"},
    ScaleRule{"rceil", kE8m0, Step::exact, rceil, "amax / largest to the next power up",
              "zero: 0; NaN, Inf: 255; exponent kept in 0..254",
              "torchao RCEIL; aiter RoundUp; TE; MLX after #4353"},
    ScaleRule{"cvt_rp", kE8m0, Step::exact, cvt_rp, "rceil, an infinite amax saturating",
              "zero: 0; NaN: 255; Inf: 254; exponent kept in 0..254", "PTX cvt.rp.satfinite.ue8m0x2.f32"},
    ScaleRule{"deepgemm", kE8m0, Step::exact, deepgemm, "rceil of max(amax, 1e-4)",
              "zero: as 1e-4; NaN, Inf: 254; exponent kept in 1..254", "DeepGEMM ceil_to_ue8m0"},
    ScaleRule{"flydsl_433", kE8m0, Step::exact, flydsl_433, "rceil of max(amax, 1e-12)",
              "zero: as 1e-12; NaN, Inf: 254; exponent kept in 1..254",
              "FlyDSL#433 tests; what kernels are fed with here"},
    ScaleRule{"truncated_quotient", kE8m0, Step::exact, truncated_quotient,
              "amax / largest to the next power down: blocks overflow", "as flydsl_433",
              "the e8m0 truncation bug of FlyDSL#433, mlx#4353"},
    ScaleRule{"float32_amax", &formats::float32, Step::divide, float32_amax, "amax / largest",
              "zero: 0, every code 0; NaN, Inf: kept; subnormal scales kept",
              "PyTorch tensor-wise and row-wise scaling"},
    ScaleRule{"deepgemm_float32", &formats::float32, Step::reciprocal, deepgemm_float32,
              "max(amax, 1e-4) / largest", "zero: as 1e-4; NaN, Inf: kept",
              "DeepGEMM per_token_cast_to_fp8, per_block_cast_to_fp8"},
    ScaleRule{"nvfp4", &formats::float8_ue4m3, Step::divide, nvfp4, "amax / largest to ue4m3, nearest even",
              "up to 2^-10: 0, every code 0; NaN: 127; above 448, Inf: 448",
              "NVFP4 with a global scale of 1"},
    ScaleRule{"nvfp4_torchao", &formats::float8_ue4m3, Step::reciprocal, nvfp4_torchao,
              "nvfp4, not below 2^-6; with a global scale, relative to it",
              "zero: 2^-6; NaN: 127; above 448, Inf: 448", "torchao 0.18 nvfp4_tensor.py",
              nvfp4_torchao_under},
    ScaleRule{"ue5m3", &formats::float8_ue5m3, Step::divide, ue5m3, "amax / largest to ue5m3, nearest even",
              "up to 2^-18: 0, every code 0; NaN: 255; above 114688, Inf: 114688",
              "gfx1250 scale format E5M3; the rule is nvfp4's (hypothesis)"},
};

}  // namespace

std::span<const ScaleRule> scale_rules() {
  return kRules;
}

const ScaleRule* find_scale_rule(std::string_view name) {
  for (const ScaleRule& rule : kRules)
    if (rule.name == name) return &rule;
  return nullptr;
}

}  // namespace lockstep::scaling
