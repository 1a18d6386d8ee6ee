// values=shared: one case holds the same numbers in e4m3fn and in e4m3fnuz.
#include <algorithm>
#include <cmath>
#include <vector>

#include "properties/cases/elements.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

namespace {

using namespace lockstep;

std::vector<double> values_of(const formats::Format& format, cases::Data data, cases::Values values) {
  cases::Case c;
  c.data = data;
  c.scales = cases::Scales::unit;
  c.seed = 3;
  c.k = 4096;
  const cases::Elements elements(c, format, cases::Stream::a, true, 128, values);
  std::vector<std::uint8_t> codes(4096);
  elements.fill_row(5, codes);
  std::vector<double> all;
  for (const std::uint8_t code : codes) all.push_back(formats::to_double(format, code));
  return all;
}

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])))) return false;
  return a.size() == b.size();
}

TEST_CASE("shared values are the same numbers in both formats") {
  using cases::Data;
  for (const Data data : {Data::codes, Data::grid, Data::cancelling, Data::one_hot, Data::nan, Data::zero,
                          Data::subnormal, Data::opposed, Data::edges}) {
    INFO(cases::name(data));
    CHECK(same(values_of(formats::float8_e4m3fn, data, cases::Values::shared),
               values_of(formats::float8_e4m3fnuz, data, cases::Values::shared)));
  }
  CHECK(!same(values_of(formats::float8_e4m3fn, Data::codes, cases::Values::all),
              values_of(formats::float8_e4m3fnuz, Data::codes, cases::Values::all)));
}

TEST_CASE("shared values are many, of either sign, up to the largest that both formats have") {
  const auto values = values_of(formats::float8_e4m3fnuz, cases::Data::codes, cases::Values::shared);
  double least = 0, most = 0;
  for (const double v : values) {
    least = std::min(least, v);
    most = std::max(most, v);
  }
  CHECK(most == 240);
  CHECK(least == -240);
}

TEST_CASE("shared scales are the same powers of two") {
  cases::Case c;
  c.data = cases::Data::codes;
  for (const cases::Scales scales : {cases::Scales::unit, cases::Scales::distinct, cases::Scales::extreme,
                                     cases::Scales::nan, cases::Scales::any}) {
    c.scales = scales;
    std::vector<std::uint8_t> codes(512);
    std::vector<float> floats(512);
    cases::fill_e8m0_scales(c, cases::Stream::a_scale, 7, codes);
    cases::fill_shared_f32_scales(c, cases::Stream::a_scale, 7, floats);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const double code = formats::to_double(formats::float8_e8m0fnu, codes[i]);
      CHECK((double(floats[i]) == code || (std::isnan(floats[i]) && std::isnan(code))));
    }
  }
}

}  // namespace
