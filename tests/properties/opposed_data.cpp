// Data::opposed: what the first half of k adds, the second takes away.
#include <cmath>

#include "properties/cases/elements.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

TEST_CASE("opposed: the products of any two rows sum to zero, but not for want of data") {
  cases::Case c;
  c.data = cases::Data::opposed;
  c.seed = 0x77;
  for (const char* name : {"float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float4_e2m1fn"}) {
    const formats::Format& format = *formats::find(name);
    for (const std::size_t k : {2u, 254u, 1000u}) {
      c.k = std::int64_t(k);
      const cases::Elements a(c, format, cases::Stream::a, false, 32),
          b(c, format, cases::Stream::b, true, 32);
      std::vector<std::uint8_t> x(k), y(k);
      for (int row = 0; row < 4; ++row) {
        a.fill_row(row, x);
        b.fill_row(row + 1, y);
        double first = 0, second = 0;  // each in the same order: what rounds in one rounds in the other
        for (std::size_t i = 0; i < k / 2; ++i) {
          first += std::abs(formats::to_double(format, x[i]) * formats::to_double(format, y[i]));
          second += formats::to_double(format, x[i]) * formats::to_double(format, y[i]) +
                    formats::to_double(format, x[k / 2 + i]) * formats::to_double(format, y[k / 2 + i]);
        }
        INFO(name << " k=" << k);
        CHECK(second == 0);
        if (k > 2) CHECK(first > 0);
      }
    }
  }
}

}  // namespace lockstep::tests
