// What the codes of operands are drawn from.
#include <set>

#include "properties/cases/elements.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;

TEST_CASE("finite codes: those that are finite as they were drawn, and a neighbour of every other") {
  using namespace formats;
  for (const Format& f : {float8_e4m3fn, float8_e5m2, float8_e4m3fnuz, float8_e5m2fnuz, float6_e2m3fn,
                          float6_e3m2fn, float4_e2m1fn}) {
    const cases::FiniteCodes finite(f);
    std::set<unsigned> reached, expected;
    for (unsigned draw = 0; draw < 256; ++draw) {
      const unsigned drawn = draw & f.code_mask(), code = finite(std::uint8_t(draw));
      INFO(f.name << ", draw " << draw << ", code " << code);
      REQUIRE(code == (code & f.code_mask()));
      REQUIRE_FALSE(is_nan(f, code));
      REQUIRE_FALSE(is_infinity(f, code));
      reached.insert(code);
      if (!is_nan(f, drawn) && !is_infinity(f, drawn)) {
        REQUIRE(code == drawn);
        expected.insert(drawn);
        continue;
      }
      // Nothing but the exponent's lowest bit where all of it says special, nothing but the mantissa's else.
      REQUIRE((code ^ drawn) == (f.specials == Specials::ieee ? 1u << f.mantissa_bits : 1u));
    }
    REQUIRE(reached == expected);
  }
}
