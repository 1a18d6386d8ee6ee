// The multiply-add without an FMA unit equals the C library's, which is an independent implementation.
#include <cmath>
#include <random>

#include "emulator/isa/tables/arithmetic.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

namespace {

bool same(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

float bits(std::uint32_t x) {
  return std::bit_cast<float>(x);
}

// Any bits; exponents near each other; c close to -a*b, so that almost everything cancels; a product halfway
// between two floats that a tiny c decides.
struct Triple {
  float a, b, c;
};
Triple draw(std::mt19937& random) {
  const auto any = [&] { return std::uint32_t(random()); };
  const auto near_one = [&] { return bits(0x3F000000u + (any() & 0x01FFFFFFu) + (any() & 0x80000000u)); };
  switch (any() % 5) {
    case 0:
      return {bits(any()), bits(any()), bits(any())};
    case 1:
      return {near_one(), near_one(), near_one() * std::ldexp(1.0f, int(any() % 60) - 30)};
    case 2:
      return {bits(any() & 0x80FFFFFFu), near_one(), bits(any() & 0x807FFFFFu)};
    case 3: {
      const float a = 1 + float(any() % 512 * 2 + 1) * 0x1p-12f;
      return {a, a, std::ldexp((any() & 1) != 0 ? 1.0f : -1.0f, -60 - int(any() % 60))};
    }
    default: {
      const float a = near_one(), b = near_one();
      return {a, b, bits(std::bit_cast<std::uint32_t>(-a * b) + any() % 5 - 2)};
    }
  }
}

}  // namespace

TEST_CASE("fused_binary32 rounds once") {
  std::mt19937 random(1);
  int differs_from_two_roundings = 0;
  for (int i = 0; i < 2'000'000; ++i) {
    const Triple t = draw(random);
    const float fused = isa::fused_binary32(t.a, t.b, t.c), wanted = std::fma(t.a, t.b, t.c);
    if (!same(fused, wanted)) {
      INFO(t.a << " * " << t.b << " + " << t.c);
      REQUIRE(same(fused, wanted));
    }
    // Through binary64 with ordinary rounding it would round twice: the inputs must be able to tell.
    differs_from_two_roundings += !same(float(double(t.a) * double(t.b) + double(t.c)), wanted);
  }
  CHECK(differs_from_two_roundings > 0);
}

}  // namespace lockstep::tests
