// Lane functions written without branches equal what they are said to compute, written plainly.
#include <cmath>
#include <random>

#include <fmt/format.h>

#include "emulator/isa/tables/float8.hpp"
#include "emulator/isa/tables/rounding.hpp"
#include "emulator/isa/tables/scaled.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

namespace {

constexpr std::uint32_t kSaturates = 1u << 23;  // MODE.FP16_OVFL

float bits(std::uint32_t x) {
  return std::bit_cast<float>(x);
}

// Any bits, subnormals and small exponents, numbers near 1, and what is none.
float draw(std::mt19937& random) {
  static constexpr std::uint32_t kEdges[] = {0,           0x8000'0000, 1,           0x007F'FFFF,
                                             0x0080'0000, 0x7F7F'FFFF, 0x7F80'0000, 0xFF80'0000,
                                             0x7FC0'0000, 0x7F80'0001, 0xFFC1'2345};
  const auto any = std::uint32_t(random());
  switch (any % 5) {
    case 0:
      return bits(kEdges[any / 5 % std::size(kEdges)]);
    case 1:
      return bits(any & 0x83FF'FFFFu);
    case 2:
      return bits(0x3F00'0000u + (any & 0x80FF'FFFFu));
    default:
      return bits(any);
  }
}

template <typename Format>
void check_decoding() {
  for (std::uint32_t code = 0; code < 256; ++code) {
    const float decoded = Format::decode(std::uint8_t(code));
    if (std::isnan(decoded) || std::isinf(decoded)) continue;  // float_expectations.cpp
    constexpr int kBits = Format::kStored, kLeast = kBits == 3 ? -6 : -14;
    constexpr bool kFnuz = std::is_same_v<Format, isa::FnuzFp8> || std::is_same_v<Format, isa::FnuzBf8>;
    const double size = isa::decode_magnitude<kBits, kFnuz ? kLeast - 1 : kLeast>(code & 0x7F);
    CAPTURE(code);
    REQUIRE(double(decoded) == (code > 0x7F ? -size : size));
    REQUIRE(std::signbit(decoded) == (code > 0x7F));
  }
}

// Between two codes as often as not, at the ends of the format, or anything.
float draw_near(std::mt19937& random, float largest) {
  const auto any = std::uint32_t(random());
  const float sized = std::ldexp(float(any >> 8 & 0x3F) / 32, int(any >> 16) % 40 - 20);
  const std::uint32_t neighbour =
      std::bit_cast<std::uint32_t>(any % 7 == 0 ? largest : sized) + any / 7 % 3 - 1;
  return any % 3 == 0 ? draw(random) : bits(neighbour ^ (any & 0x8000'0000));
}

template <typename Format>
void check_encoding(float largest) {
  std::mt19937 random(1);
  std::string differs;
  for (int i = 0; i < 300'000 && differs.empty(); ++i) {
    const float x = draw_near(random, largest), scale = bits(std::uint32_t(random()) & 0x7FFF'FFFFu);
    const isa::Mode mode{random() % 2 == 0 ? kSaturates : 0};
    const float near = bits(0x3F80'0000u + (std::uint32_t(random() % 16) << 23));
    if (Format::encode_float(x, mode) != Format::encode(x, mode) ||
        isa::narrowed_to_nearest<Format>(x, scale, mode) != isa::narrowed<Format>(x, scale, mode) ||
        isa::narrowed_to_nearest<Format>(x, near, mode) != isa::narrowed<Format>(x, near, mode))
      differs =
          fmt::format("{:#x} under {:#x} and {:#x}, MODE {:#x}", std::bit_cast<std::uint32_t>(x),
                      std::bit_cast<std::uint32_t>(scale), std::bit_cast<std::uint32_t>(near), mode.bits);
  }
  CHECK(differs == "");
}

}  // namespace

TEST_CASE("floats are encoded without branches in 4, 6 and 8 bits, under scales and without") {
  check_encoding<isa::Fp8>(448);
  check_encoding<isa::Bf8>(57344);
  check_encoding<isa::FnuzFp8>(240);
  check_encoding<isa::FnuzBf8>(57344);
  check_encoding<isa::Fp4>(6);
  check_encoding<isa::Fp6>(7.5);
  check_encoding<isa::Bf6>(28);
}

TEST_CASE("codes of 8 bits are decoded without branches to what they stand for") {
  check_decoding<isa::Fp8>();
  check_decoding<isa::Bf8>();
  check_decoding<isa::FnuzFp8>();
  check_decoding<isa::FnuzBf8>();
}

TEST_CASE("v_ldexp_f32 is the C library's") {
  std::mt19937 random(1);
  for (int i = 0; i < 1'000'000; ++i) {
    const float a = draw(random);
    const int exponent = i % 3 == 0 ? int(random()) : int(random() % 700) - 350;
    const float scaled = isa::scale(a, exponent);
    if (std::isnan(a)) {
      REQUIRE(std::bit_cast<std::uint32_t>(scaled) == std::bit_cast<std::uint32_t>(isa::quieted(a)));
      continue;
    }
    const float wanted = std::ldexp(a, std::clamp(exponent, -5000, 5000));
    if (std::bit_cast<std::uint32_t>(scaled) != std::bit_cast<std::uint32_t>(wanted))
      FAIL(a << " " << exponent);
  }
}

}  // namespace lockstep::tests
