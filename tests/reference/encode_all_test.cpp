// Values encoded many at a time are as encode_nearest_even() has them one by one.
#include "reference/formats/encode_all.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

namespace formats = lockstep::formats;

namespace {

const formats::Format* const kFormats[] = {
    &formats::bfloat16,        &formats::float16,      &formats::float32,         &formats::float8_e4m3fn,
    &formats::float8_e4m3fnuz, &formats::float8_e5m2,  &formats::float8_e5m2fnuz, &formats::float4_e2m1fn,
    &formats::float6_e2m3fn,   &formats::float6_e3m2fn};

/// Codes' own values, the middles between them, and what lies a step of double beside either: ties, ends of
/// the normal numbers, overflow.
std::vector<double> around_codes(const formats::Format& f) {
  std::vector<double> all{0.0, -0.0, std::numeric_limits<double>::infinity(),
                          -std::numeric_limits<double>::infinity(), std::nan("")};
  const std::uint32_t largest = formats::largest_finite(f), step = f.bits > 8 ? largest / 500 : 1;
  for (std::uint32_t code = 0; code < largest; code += step) {
    const double x = formats::to_double(f, code), y = formats::to_double(f, code + 1),
                 middle = x + (y - x) / 2;
    for (const double value : {x, middle, y})
      for (const double beside : {value, std::nextafter(value, 0.0), std::nextafter(value, 1e300)})
        all.insert(all.end(), {beside, -beside});
  }
  const double end = formats::to_double(f, largest);
  for (const double past : {1.01, 1.03, 1.0625, 1.5, 4.0}) all.insert(all.end(), {end * past, -end * past});
  return all;
}

void compare(const formats::Format& f, const std::vector<double>& values) {
  for (const auto policy : {formats::Overflow::to_special, formats::Overflow::saturate}) {
    std::vector<std::uint32_t> codes(values.size());
    formats::encode_all(f, values, policy, codes);
    for (std::size_t i = 0; i < values.size(); ++i) {
      INFO(f.name << " of " << values[i]);
      REQUIRE(codes[i] == formats::encode_nearest_even(f, values[i], policy));
    }
  }
}

}  // namespace

TEST_CASE("encode_all: codes, ties, zeros, the ends of the range and what is no number, of every format") {
  for (const formats::Format* f : kFormats) compare(*f, around_codes(*f));
}

TEST_CASE("encode_all: normal numbers alone, so that no neighbour sends them the slow way") {
  std::mt19937_64 random(7);
  for (const formats::Format* f : kFormats) {
    std::vector<double> values;
    while (values.size() < 10'000) {
      const double x = std::bit_cast<double>((random() & ~(0x7FFull << 52)) | 1023ull << 52);
      values.push_back(std::ldexp(x, f->emin() + int(random() % 2)));
    }
    for (std::size_t i = 0; i < values.size(); i += 97) values[i] = std::copysign(0.0, values[i]);
    compare(*f, values);
  }
}
