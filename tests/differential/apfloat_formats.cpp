// The formats against LLVM's APFloat, which has its own decoder and its own rounding.
#include <cmath>
#include <limits>
#include <random>

#include <llvm/ADT/APFloat.h>

#include "reference/formats/conversion.hpp"
#include "reference/formats/formats.hpp"
#include "reference/formats/search.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using formats::Conversion, formats::Format, formats::Rounding;
using llvm::APFloat;

struct Pair {
  const Format* format;
  const llvm::fltSemantics* theirs;
};

const std::array kPairs{
    Pair{&formats::float8_e4m3fn, &APFloat::Float8E4M3FN()},
    Pair{&formats::float8_e4m3fnuz, &APFloat::Float8E4M3FNUZ()},
    Pair{&formats::float8_e5m2, &APFloat::Float8E5M2()},
    Pair{&formats::float8_e5m2fnuz, &APFloat::Float8E5M2FNUZ()},
    Pair{&formats::float6_e2m3fn, &APFloat::Float6E2M3FN()},
    Pair{&formats::float6_e3m2fn, &APFloat::Float6E3M2FN()},
    Pair{&formats::float4_e2m1fn, &APFloat::Float4E2M1FN()},
    Pair{&formats::float8_e8m0fnu, &APFloat::Float8E8M0FNU()},
    Pair{&formats::tf32, &APFloat::FloatTF32()},
    Pair{&formats::bfloat16, &APFloat::BFloat()},
    Pair{&formats::float16, &APFloat::IEEEhalf()},
    Pair{&formats::float32, &APFloat::IEEEsingle()},
};

double their_value(const Pair& pair, std::uint32_t code) {
  APFloat value(*pair.theirs, llvm::APInt(unsigned(pair.format->bits), code));
  // Converting the NaN of e8m0, which has no mantissa, to double gives infinity in LLVM 22.
  if (value.isNaN()) return std::numeric_limits<double>::quiet_NaN();
  bool inexact = false;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &inexact);
  return value.convertToDouble();
}

std::uint32_t their_code(const Pair& pair, float x, llvm::RoundingMode rounding) {
  APFloat value(x);
  bool inexact = false;
  value.convert(*pair.theirs, rounding, &inexact);
  return std::uint32_t(value.bitcastToAPInt().getZExtValue());
}

std::size_t conversion_differences(const Pair& pair, const Conversion& ours, llvm::RoundingMode rounding) {
  const Format& f = *pair.format;
  const Conversion plain{.name = "plain"};
  std::vector<float> numbers;
  const formats::CodeSearch table(f, plain);
  for (std::size_t i = 1; i < table.values().size(); ++i)
    for (const double x : {table.values()[i], (table.values()[i] + table.values()[i - 1]) / 2})
      numbers.push_back(float(x));
  std::mt19937 bits(5);
  for (int i = 0; i < 50'000; ++i) numbers.push_back(std::bit_cast<float>(std::uint32_t(bits())));
  std::size_t wrong = 0;
  for (const float x : numbers)
    for (const float y : {x, std::nextafterf(x, 0.0f), std::nextafterf(x, HUGE_VALF)})
      for (const float z : {y, -y}) {
        // Formats without NaN have no code that either side could agree on.
        if (!std::isfinite(z) && (f.specials == formats::Specials::finite || std::isnan(z))) continue;
        const std::uint32_t mine = formats::convert(ours, f, z), theirs = their_code(pair, z, rounding);
        wrong += mine != theirs && !(formats::is_nan(f, mine) && formats::is_nan(f, theirs));
      }
  return wrong;
}

constexpr Conversion with(Rounding rounding) {
  return {.name = "plain", .rounding = rounding};
}

}  // namespace

TEST_CASE("every code has APFloat's value") {
  for (const Pair& pair : kPairs) {
    const Format& f = *pair.format;
    std::mt19937 bits(9);
    std::size_t wrong = 0;
    const std::uint64_t codes = f.bits == 32 ? 1'000'000 : std::uint64_t(f.code_mask()) + 1;
    for (std::uint64_t i = 0; i < codes; ++i) {
      const auto code = f.bits == 32 ? std::uint32_t(bits()) : std::uint32_t(i);
      const double mine = formats::to_double(f, code), theirs = their_value(pair, code);
      wrong += std::isnan(mine) ? !std::isnan(theirs)
                                : std::bit_cast<std::uint64_t>(mine) != std::bit_cast<std::uint64_t>(theirs);
    }
    CAPTURE(f.name);
    CHECK(wrong == 0);
  }
}

TEST_CASE("conversions to nearest are APFloat's") {
  for (const Pair& pair : kPairs) {
    if (pair.format->specials == formats::Specials::exponent_only || pair.format->bits > 19) continue;
    CAPTURE(pair.format->name);
    CHECK(conversion_differences(pair, with(Rounding::nearest_even), APFloat::rmNearestTiesToEven) == 0);
    CHECK(conversion_differences(pair, with(Rounding::nearest_away), APFloat::rmNearestTiesToAway) == 0);
  }
}

TEST_CASE("APFloat objects to a planted bug: ties away, a wrong bias") {
  for (const Pair& pair : kPairs) {
    if (pair.format->specials == formats::Specials::exponent_only || pair.format->bits > 19) continue;
    CAPTURE(pair.format->name);
    CHECK(conversion_differences(pair, with(Rounding::nearest_away), APFloat::rmNearestTiesToEven) > 0);
  }
  const Pair swapped{&formats::float8_e4m3fn, &APFloat::Float8E4M3FNUZ()};
  CHECK(formats::to_double(*swapped.format, 0x38) != their_value(swapped, 0x38));
  CHECK(conversion_differences(swapped, with(Rounding::nearest_even), APFloat::rmNearestTiesToEven) > 0);
}

}  // namespace lockstep::tests
