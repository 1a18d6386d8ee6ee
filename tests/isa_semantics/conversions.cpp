#include <cmath>

#include "emulator/isa/tables/float8.hpp"
#include "emulator/isa/tables/half.hpp"
#include "tests/catch.hpp"
#include "tests/isa_semantics/harness.hpp"

namespace lockstep::tests {

std::vector<VectorCase> conversion_cases() {
  using isa::kGfx942, isa::kGfx950;
  constexpr std::uint64_t kNan = 0x7FC00000, kInfinity = 0x7F800000, kMinusInfinity = 0xFF800000;
  return {
      v("v_cvt_f32_i32", {0xFFFFFFFF}, f(-1)),
      v("v_cvt_f32_i32", {0x01000001}, f(0x1p24f)),
      v("v_cvt_f32_i32", {0x80000000}, f(-0x1p31f)),
      v("v_cvt_f32_u32", {0xFFFFFFFF}, f(0x1p32f)),
      v("v_cvt_f32_u32", {7}, f(7)),
      v("v_cvt_i32_f32", {f(-1.75f)}, 0xFFFFFFFF),
      v("v_cvt_i32_f32", {f(3e9f)}, 0x7FFFFFFF),
      v("v_cvt_i32_f32", {kMinusInfinity}, 0x80000000),
      v("v_cvt_i32_f32", {kNan}, 0),
      v("v_cvt_u32_f32", {f(1.75f)}, 1),
      v("v_cvt_u32_f32", {f(-5)}, 0),
      v("v_cvt_u32_f32", {kInfinity}, 0xFFFFFFFF),
      v("v_cvt_u32_f32", {kNan}, 0),
      v("v_cvt_u32_f32", {f(3e9f)}, 3000000000),
      v("v_cvt_flr_i32_f32", {f(-1.25f)}, 0xFFFFFFFE),
      v("v_cvt_f64_i32", {0xFFFFFFFF}, d(-1)),
      v("v_cvt_f64_u32", {0xFFFFFFFF}, d(4294967295.0)),
      v("v_cvt_i32_f64", {d(-1.75)}, 0xFFFFFFFF),
      v("v_cvt_i32_f64", {d(2147483647.5)}, 0x7FFFFFFF),
      v("v_cvt_u32_f64", {d(4294967295.5)}, 0xFFFFFFFF),
      v("v_cvt_u32_f64", {d(-0.5)}, 0),
      v("v_cvt_f32_f64", {d(1 + 0x1p-24)}, f(1)),
      v("v_cvt_f32_f64", {d(1e300)}, kInfinity),
      v("v_cvt_f64_f32", {f(1.5f)}, d(1.5)),
      v("v_cvt_f64_f32", {1}, d(0x1p-149)),
      v("v_cvt_f32_ubyte0", {0x04030201}, f(1)),
      v("v_cvt_f32_ubyte1", {0x04030201}, f(2)),
      v("v_cvt_f32_ubyte2", {0x04030201}, f(3)),
      v("v_cvt_f32_ubyte3", {0xFF030201}, f(255)),
      v("v_cvt_off_f32_i4", {0x17}, f(0.4375f)),
      v("v_cvt_off_f32_i4", {8}, f(-0.5f)),
      v("v_cvt_off_f32_i4", {15}, f(-0.0625f)),

      v("v_cvt_f16_f32", {f(1 + 0x1p-11f)}, 0x3C00),
      v("v_cvt_f16_f32", {f(65520)}, 0x7C00),
      v("v_cvt_f16_f32", {f(-65520)}, 0xFBFF).mode(kF16Overflow),
      v("v_cvt_f16_f32", {kInfinity}, 0x7C00).mode(kF16Overflow),
      v("v_cvt_f16_f32", {f(65519)}, 0x7BFF),
      v("v_cvt_f16_f32", {0x7F802000}, 0x7E01),
      v("v_cvt_f32_f16", {0x3C00}, f(1)),
      v("v_cvt_f32_f16", {0x0001}, f(0x1p-24f)),
      v("v_cvt_f32_f16", {0xFC00}, kMinusInfinity),
      v("v_cvt_f32_f16", {0x7C01}, 0x7FC02000),
      v("v_cvt_f16_u16", {0xFFFF}, 0x7C00),
      v("v_cvt_f16_u16", {2049}, 0x6800),
      v("v_cvt_f16_i16", {0xFFFF}, 0xBC00),
      v("v_cvt_u16_f16", {0x3F00}, 1),
      v("v_cvt_u16_f16", {0xBC00}, 0),
      v("v_cvt_u16_f16", {0x7BFF}, 65504),
      v("v_cvt_u16_f16", {0x7C00}, 0xFFFF),
      v("v_cvt_u16_f16", {0x7E00}, 0),
      v("v_cvt_i16_f16", {0xBF00}, 0xFFFF),
      v("v_cvt_i16_f16", {0x7BFF}, 0x7FFF),
      v("v_cvt_i16_f16", {0xFC00}, 0x8000),
      v("v_cvt_i16_f16", {0x7E00}, 0),
      // 1 is the largest; halves of a step go to the even one.
      v("v_cvt_pknorm_i16_f32", {f(1), f(-1)}, 0x80017FFF),
      v("v_cvt_pknorm_i16_f32", {f(2), f(-1e30f)}, 0x80017FFF),
      v("v_cvt_pknorm_i16_f32", {f(0.5f), 0x7FC00000}, 0x00004000),
      v("v_cvt_pknorm_i16_f32", {f(-0.5f), 0xFF800000}, 0x8001C000),
      v("v_cvt_pknorm_u16_f32", {f(1), f(-1)}, 0x0000FFFF),
      v("v_cvt_pknorm_u16_f32", {f(0.5f), f(2)}, 0xFFFF8000),
      v("v_cvt_pknorm_u16_f32", {0x7FC00000, 0x7F800000}, 0xFFFF0000),
      v("v_cvt_pknorm_i16_f16", {0x3C00, 0xBC00}, 0x80017FFF),
      v("v_cvt_pknorm_i16_f16", {0x3800, 0x7E00}, 0x00004000),
      v("v_cvt_pknorm_u16_f16", {0x3800, 0x3C00}, 0xFFFF8000),
      v("v_cvt_pknorm_u16_f16", {0xBC00, 0x7C00}, 0xFFFF0000),
      v("v_cvt_pk_u16_u32", {7, 0x10000}, 0xFFFF0007),
      v("v_cvt_pk_u16_u32", {0xFFFFFFFF, 9}, 0x0009FFFF),
      v("v_cvt_pk_i16_i32", {0xFFFFFFFF, 70000}, 0x7FFFFFFF),
      v("v_cvt_pk_i16_i32", {0xFFFE0000, 5}, 0x00058000),
      v("v_cvt_f32_bf16", {0x3F80}, f(1)),
      v("v_cvt_f32_bf16", {0xFFFF0001}, 0x00010000),
      v("v_cvt_pk_f16_f32", {f(1), f(-2)}, 0xC0003C00),
      v("v_cvt_pk_f16_f32", {f(2), f(1e6f)}, 0x7C004000),
      v("v_cvt_pkrtz_f16_f32", {f(1 + 0x1p-11f + 0x1p-12f), f(1e6f)}, 0x7BFF3C00),
      v("v_cvt_pkrtz_f16_f32", {f(-0x1.8p-24f), kInfinity}, 0x7C008001),
      v("v_cvt_pk_bf16_f32", {f(1 + 0x1p-8f), f(1 + 0x1p-7f + 0x1p-8f)}, 0x3F823F80),
      v("v_cvt_pk_bf16_f32", {0x7F800001, 0x7F7FFFFF}, 0x7F807FC0),

      v("v_cvt_pk_fp8_f32", {f(1), f(-448)}, 0xFE38).on(kGfx950),
      v("v_cvt_pk_fp8_f32", {f(464), f(465)}, 0x7F7E).on(kGfx950),
      v("v_cvt_pk_fp8_f32", {f(-1000), kNan}, 0x7FFE).mode(kF16Overflow).on(kGfx950),
      v("v_cvt_pk_fp8_f32", {f(0x1p-9f), f(0x1p-10f)}, 0x0001).on(kGfx950),
      v("v_cvt_pk_fp8_f32", {f(0x1.8p-10f), kInfinity}, 0x7F01).on(kGfx950),
      v("v_cvt_pk_fp8_f32", {f(1.0625f), f(1.1875f)}, 0x3A38).on(kGfx950),
      v("v_cvt_pk_bf8_f32", {f(1), f(-57344)}, 0xFB3C).on(kGfx950),
      v("v_cvt_pk_bf8_f32", {f(61440), kMinusInfinity}, 0xFC7C).on(kGfx950),
      v("v_cvt_pk_bf8_f32", {f(61440), kMinusInfinity}, 0xFB7B).mode(kF16Overflow).on(kGfx950),
      v("v_cvt_f32_fp8", {0x12345638}, f(1)).on(kGfx950),
      v("v_cvt_f32_fp8", {0xFE}, f(-448)).on(kGfx950),
      v("v_cvt_f32_fp8", {0x7F}, kNan).on(kGfx950),
      v("v_cvt_f32_fp8", {0x01}, f(0x1p-9f)).on(kGfx950),
      v("v_cvt_f32_bf8", {0x3C}, f(1)).on(kGfx950),
      v("v_cvt_f32_bf8", {0xFC}, kMinusInfinity).on(kGfx950),
      v("v_cvt_f32_bf8", {0x7E}, kNan).on(kGfx950),
      v("v_cvt_pk_f32_fp8", {0xFE38}, f(-448) << 32 | f(1)).on(kGfx950),
      v("v_cvt_pk_f32_bf8", {0x013C}, f(0x1p-16f) << 32 | f(1)).on(kGfx950),
      v("v_cvt_pk_fp8_f32", {f(1), f(-240)}, 0xFF40).on(kGfx942),
      v("v_cvt_pk_fp8_f32", {f(247), f(248)}, 0x807F).on(kGfx942),
      v("v_cvt_pk_fp8_f32", {f(-1000), kNan}, 0x80FF).mode(kF16Overflow).on(kGfx942),
      v("v_cvt_pk_fp8_f32", {f(0x1p-10f), f(0x1p-11f)}, 0x0001).on(kGfx942),
      v("v_cvt_pk_fp8_f32", {f(-0.0f), f(-0x1p-11f)}, 0).on(kGfx942),
      v("v_cvt_pk_fp8_f32", {f(-0x1.8p-11f), kInfinity}, 0x8081).on(kGfx942),
      v("v_cvt_pk_fp8_f32", {kMinusInfinity, kInfinity}, 0x7FFF).mode(kF16Overflow).on(kGfx942),
      v("v_cvt_pk_bf8_f32", {f(1), f(-57344)}, 0xFF40).on(kGfx942),
      v("v_cvt_pk_bf8_f32", {f(61439), f(61440)}, 0x807F).on(kGfx942),
      v("v_cvt_pk_bf8_f32", {f(61440), kMinusInfinity}, 0xFF7F).mode(kF16Overflow).on(kGfx942),
      v("v_cvt_pk_bf8_f32", {f(0x1p-17f), f(-0x1p-18f)}, 0x0001).on(kGfx942),
      v("v_cvt_f32_fp8", {0x12345640}, f(1)).on(kGfx942),
      v("v_cvt_f32_fp8", {0xFF}, f(-240)).on(kGfx942),
      v("v_cvt_f32_fp8", {0x80}, kNan).on(kGfx942),
      v("v_cvt_f32_fp8", {0x01}, f(0x1p-10f)).on(kGfx942),
      v("v_cvt_f32_fp8", {0x08}, f(0x1p-7f)).on(kGfx942),
      v("v_cvt_f32_bf8", {0x40}, f(1)).on(kGfx942),
      v("v_cvt_f32_bf8", {0x7F}, f(57344)).on(kGfx942),
      v("v_cvt_f32_bf8", {0x80}, kNan).on(kGfx942),
      v("v_cvt_f32_bf8", {0x01}, f(0x1p-17f)).on(kGfx942),
      v("v_cvt_f32_bf8", {0x84}, f(-0x1p-15f)).on(kGfx942),
      v("v_cvt_pk_f32_fp8", {0xFF40}, f(-240) << 32 | f(1)).on(kGfx942),
      v("v_cvt_pk_f32_bf8", {0x0140}, f(0x1p-17f) << 32 | f(1)).on(kGfx942),
      v("v_cvt_scalef32_pk_fp4_f32", {f(1), f(-6), f(1)}, 0xF2).on(kGfx950),
      v("v_cvt_scalef32_pk_fp4_f32", {f(0.25f), f(0.75f), f(1)}, 0x20).on(kGfx950),
      v("v_cvt_scalef32_pk_fp4_f32", {f(5), f(-5.5f), f(1)}, 0xF6).on(kGfx950),
      v("v_cvt_scalef32_pk_fp4_f32", {f(12), f(100), f(2)}, 0x77).on(kGfx950),
      v("v_cvt_scalef32_pk_fp4_f32", {f(8), f(-0.0f), f(-3)}, 0x86).on(kGfx950),
      v("v_cvt_scalef32_pk_fp4_f32", {f(0x1p-127f), f(0x1p-126f), 0}, 0x42).on(kGfx950),
      v("v_cvt_scalef32_pk_fp4_f32", {kMinusInfinity, kInfinity, f(1)}, 0x7F).on(kGfx950),
      v("v_cvt_scalef32_pk_fp4_f32", {f(0x1p127f), f(1.75f), f(0x1p126f)}, 0x04).on(kGfx950),
      v("v_cvt_pk_u8_f32", {f(2.5f), 1, 0x11111111}, 0x11110211),
      v("v_cvt_pk_u8_f32", {f(300), 7, 0}, 0xFF000000),
      v("v_cvt_pk_u8_f32", {f(-3), 0, 0xFF}, 0),
      v("v_cvt_pkaccum_u8_f32", {f(3), 2}, 0x11031111).old(0x11111111),
  };
}

namespace {

/// sign * mantissa * 2^exponent, read straight off the IEEE definition.
double ieee_value(std::uint32_t code, int exponent_bits, int mantissa_bits, int more_bias = 0) {
  const int bias = (1 << (exponent_bits - 1)) - 1 + more_bias;
  const auto field = static_cast<int>(code >> mantissa_bits & ((1u << exponent_bits) - 1));
  const double fraction = code & ((1u << mantissa_bits) - 1);
  const double significand = std::ldexp(fraction, -mantissa_bits) + (field == 0 ? 0 : 1);
  const double magnitude = std::ldexp(significand, std::max(field, 1) - bias);
  return (code >> (exponent_bits + mantissa_bits) & 1) != 0 ? -magnitude : magnitude;
}

/// Every pair of neighbouring codes: the codes themselves, their midpoint, and a hair to either side of it.
template <typename Encode>
bool rounds_between(std::uint32_t code, double low, double high, const Encode& encode) {
  const double middle = (low + high) / 2;
  const std::uint32_t even = (code & 1) == 0 ? code : code + 1;
  const double hair = (high - low) / 1024;
  return encode(low) == code && encode(middle) == even && encode(middle - hair) == code &&
         encode(middle + hair) == code + 1;
}

}  // namespace

TEST_CASE("every f16 is read exactly and every neighbourhood rounds to nearest even") {
  for (std::uint32_t code = 0; code < 0x7C00; ++code) {
    const auto half = isa::Half{static_cast<std::uint16_t>(code)};
    const auto negative = isa::Half{static_cast<std::uint16_t>(code | 0x8000)};
    REQUIRE(isa::widen(half) == ieee_value(code, 5, 10));
    REQUIRE(isa::widen(negative) == ieee_value(code | 0x8000, 5, 10));
    REQUIRE(isa::narrow_half(-isa::widen(half)).bits == negative.bits);
    const auto encode = [](double x) { return std::uint32_t{isa::narrow_half(x).bits}; };
    REQUIRE(rounds_between(code, ieee_value(code, 5, 10), ieee_value(code + 1, 5, 10), encode));
    const double below_next = std::nextafter(ieee_value(code + 1, 5, 10), 0);
    REQUIRE(isa::narrow_half(below_next, isa::Rounding::toward_zero).bits == code);
  }
}

TEST_CASE("every bf16 is read exactly and every neighbourhood rounds to nearest even") {
  for (std::uint32_t code = 0; code < 0x7F7F; ++code) {
    REQUIRE(isa::widen(isa::Bfloat{static_cast<std::uint16_t>(code)}) == ieee_value(code, 8, 7));
    const auto encode = [](double x) {
      return std::uint32_t{isa::narrow_bfloat(static_cast<float>(x)).bits};
    };
    REQUIRE(rounds_between(code, ieee_value(code, 8, 7), ieee_value(code + 1, 8, 7), encode));
  }
}

TEST_CASE("every fp8 and bf8 is read exactly and every neighbourhood rounds to nearest even") {
  const auto fp8 = [](double x) {
    return std::uint32_t{isa::Fp8::encode(static_cast<float>(x), isa::Mode{0})};
  };
  for (std::uint32_t code = 0; code < 0x7E; ++code) {
    CHECK(isa::Fp8::decode(static_cast<std::uint8_t>(code)) == ieee_value(code, 4, 3));
    CHECK(isa::Fp8::decode(static_cast<std::uint8_t>(code | 0x80)) == -ieee_value(code, 4, 3));
    CHECK(rounds_between(code, ieee_value(code, 4, 3), ieee_value(code + 1, 4, 3), fp8));
  }
  const auto bf8 = [](double x) {
    return std::uint32_t{isa::Bf8::encode(static_cast<float>(x), isa::Mode{0})};
  };
  for (std::uint32_t code = 0; code < 0x7B; ++code) {
    CHECK(isa::Bf8::decode(static_cast<std::uint8_t>(code)) == ieee_value(code, 5, 2));
    CHECK(rounds_between(code, ieee_value(code, 5, 2), ieee_value(code + 1, 5, 2), bf8));
  }
}

TEST_CASE("every FNUZ fp8 and bf8 is read exactly and every neighbourhood rounds to nearest even") {
  const auto fp8 = [](double x) {
    return std::uint32_t{isa::FnuzFp8::encode(static_cast<float>(x), isa::Mode{0})};
  };
  const auto bf8 = [](double x) {
    return std::uint32_t{isa::FnuzBf8::encode(static_cast<float>(x), isa::Mode{0})};
  };
  for (std::uint32_t code = 0; code < 0x7F; ++code) {
    const double value = ieee_value(code, 4, 3, 1), value_bf8 = ieee_value(code, 5, 2, 1);
    CHECK(isa::FnuzFp8::decode(static_cast<std::uint8_t>(code)) == value);
    CHECK(isa::FnuzBf8::decode(static_cast<std::uint8_t>(code)) == value_bf8);
    if (code != 0) CHECK(isa::FnuzFp8::decode(static_cast<std::uint8_t>(code | 0x80)) == -value);
    CHECK(rounds_between(code, value, ieee_value(code + 1, 4, 3, 1), fp8));
    CHECK(rounds_between(code, value_bf8, ieee_value(code + 1, 5, 2, 1), bf8));
  }
}

}  // namespace lockstep::tests
