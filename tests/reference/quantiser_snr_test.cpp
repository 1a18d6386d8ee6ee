// The noise of quantisers: as theory has it, as two mutants change it, and as `lockstep arith quantise --snr`
// prints it.
#include <algorithm>
#include <cmath>

#include "host/random.hpp"
#include "reference/scaling/in_use.hpp"
#include "reference/scaling/quantise.hpp"
#include "reference/scaling/samples.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

namespace {

using formats::Format;
using namespace scaling;

constexpr Extent kMatrix{128, 1024};

// A scale of 1, whatever the block holds: e8m0's 127.
constexpr ScaleRule kUnit{
    "unit", &formats::float8_e8m0fnu, Step::exact, [](float, const Format&) { return 127u; }, "1", "", ""};

Quantiser quantiser(std::string_view rule, std::string_view block,
                    const Format& element = formats::float8_e4m3fn,
                    std::string_view conversion = "ocp_saturate") {
  return {find_scale_rule(rule), &element, formats::find_conversion(conversion), *find_block_shape(block)};
}

// Uniform in [1, 2), of either sign: in a scale of 1 nothing is subnormal, and nothing overflows.
std::vector<float> significands(std::uint64_t seed) {
  std::vector<float> x(std::size_t(kMatrix.count()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::uint64_t draw = host::hash(seed, i);
    const float magnitude = 1 + float(draw >> 41) * 0x1p-23f;
    x[i] = (draw & 1) != 0 ? -magnitude : magnitude;
  }
  return x;
}

double db(const Quantiser& q, const std::vector<float>& x) {
  return noise(q, kMatrix, x)->db();
}

// x uniform in [1, 2): E x^2 = 7/3. The error is uniform over a step of 2^-m: E e^2 = 2^-2m / 12.
double theory(int mantissa_bits) {
  return 10 * std::log10(28 * std::ldexp(1.0, 2 * mantissa_bits));
}

double db_of_products(const std::vector<float>& a, const std::vector<float>& b, const std::vector<float>& qa,
                      const std::vector<float>& qb) {
  exact::Noise noise;
  for (std::size_t i = 0; i < a.size(); ++i) noise.add(double(a[i]) * b[i], double(qa[i]) * qb[i]);
  return noise.db();
}

// Noise / signal.
double share_of_noise(const std::vector<float>& x, const std::vector<float>& back) {
  exact::Noise noise;
  for (std::size_t i = 0; i < x.size(); ++i) noise.add(double(x[i]), double(back[i]));
  return std::pow(10, -noise.db() / 10);
}

std::span<const float> row(const std::vector<float>& x, std::size_t index, std::size_t columns) {
  return std::span(x).subspan(index * columns, columns);
}

double dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += double(a[i]) * b[i];
  return sum;
}

}  // namespace

TEST_CASE("uniform significands have the SNR that the mantissa bits give") {
  CHECK(std::abs(theory(3) - 32.53) < 0.005);
  const std::vector<float> x = significands(1);
  for (const Format* f :
       {&formats::float8_e4m3fn, &formats::float8_e4m3fnuz, &formats::float8_e5m2, &formats::float8_e5m2fnuz,
        &formats::float6_e2m3fn, &formats::float6_e3m2fn, &formats::float4_e2m1fn}) {
    CAPTURE(f->name);
    const Quantiser q{&kUnit, f, formats::find_conversion("ocp_saturate"), *find_block_shape("1x32")};
    CHECK(std::abs(db(q, x) - theory(f->mantissa_bits)) < 0.05);
  }
}

// Independent noise of both operands: s of each gives 1 / (2/s + 1/s^2), 3.01 dB less.
TEST_CASE("a product of two operands loses 3 dB") {
  const Quantiser q{&kUnit, &formats::float8_e4m3fn, formats::find_conversion("ocp_saturate"),
                    *find_block_shape("1x128")};
  const std::vector<float> a = significands(1), b = significands(2);
  const double product = db_of_products(a, b, round_trip(q, kMatrix, a), round_trip(q, kMatrix, b));
  CHECK(std::abs(product - (theory(3) - 3.01)) < 0.05);  // 29.5 dB
}

// The only noise is that of the operands, activations in blocks of 1x128 and weights of 128x128, as DeepGEMM
// quantises them. The ratio is that of the operands: 1 / (1/a + 1/b + 1/ab), where sums over k add signal and
// noise alike.
TEST_CASE("a dot product of gaussian operands in e4m3 has 28.5 dB") {
  constexpr std::int64_t kSide = 128, kDepth = 4096;
  constexpr Extent kOperand{kSide, kDepth};
  const std::vector<float> a = samples(Distribution::gaussian, 1, kSide * kDepth);
  const std::vector<float> b = samples(Distribution::gaussian, 2, kSide * kDepth);
  for (const auto& [rule, measured] : {std::pair{"deepgemm", 28.5}, std::pair{"deepgemm_float32", 28.6}}) {
    const std::vector<float> qa = round_trip(quantiser(rule, "1x128"), kOperand, a);
    const std::vector<float> qb = round_trip(quantiser(rule, "128x128"), kOperand, b);
    exact::Noise noise;
    for (std::size_t i = 0; i < kSide; ++i)
      for (std::size_t j = 0; j < kSide; ++j)
        noise.add(dot(row(a, i, kDepth), row(b, j, kDepth)), dot(row(qa, i, kDepth), row(qb, j, kDepth)));
    const double of_a = share_of_noise(a, qa), of_b = share_of_noise(b, qb);
    CAPTURE(rule, noise.db());
    CHECK(std::abs(noise.db() + 10 * std::log10(of_a + of_b + of_a * of_b)) < 0.1);
    CHECK(std::abs(noise.db() - measured) < 0.05);
  }
}

// Its error is uniform over a whole step, E e^2 = 2^-2m / 3: four times the noise.
TEST_CASE("a quantiser that rounds toward zero loses 6 dB") {
  const std::vector<float> x = significands(1),
                           z = samples(Distribution::gaussian, 1, std::size_t(kMatrix.count()));
  const double right = db(quantiser("deepgemm", "1x128"), z);
  const double mutant = db(quantiser("deepgemm", "1x128", formats::float8_e4m3fn, "microxcaling_floor"), z);
  CHECK(std::abs(right - mutant - 6.02) < 0.5);  // the density falls within a step: a little less is cut off
  const Quantiser unit{&kUnit, &formats::float8_e4m3fn, formats::find_conversion("microxcaling_floor"),
                       *find_block_shape("1x32")};
  CHECK(std::abs(db(unit, x) - (theory(3) - 6.02)) < 0.05);
}

TEST_CASE("scales of the neighbouring block are seen") {
  const std::vector<float> x = samples(Distribution::gaussian, 1, std::size_t(kMatrix.count()));
  for (const char* rule : {"deepgemm", "deepgemm_float32"}) {
    const Quantiser q = quantiser(rule, "1x128");
    std::vector<std::uint8_t> codes(x.size());
    std::vector<std::uint32_t> scales(std::size_t(scale_extent(kMatrix, q.block).count()));
    std::vector<float> back(x.size());
    quantise(q, kMatrix, x, codes, scales);
    std::ranges::rotate(scales, scales.begin() + 1);
    dequantise(q, kMatrix, codes, scales, back);
    CAPTURE(rule);
    CHECK(-10 * std::log10(share_of_noise(x, back)) < 15);
    CHECK(db(q, x) > 31);
  }
}

TEST_CASE("what comes back as NaN has no ratio") {
  std::vector<float> x(std::size_t(kMatrix.count()), 1.0f);
  x[7] = 500;
  CHECK(noise(
      {&kUnit, &formats::float8_e4m3fn, formats::find_conversion("ocp_saturate"), *find_block_shape("1x32")},
      kMatrix, x));
  CHECK_FALSE(noise({&kUnit, &formats::float8_e4m3fn, formats::find_conversion("ocp_nonsaturate"),
                     *find_block_shape("1x32")},
                    kMatrix, x));
}

// Logarithms of different libraries differ by a unit in the last place, about 1e-14 here.
TEST_CASE("no ratio of the table lies where another logarithm would print another digit") {
  constexpr Extent kTable{256, 1024};
  int ratios = 0;
  for (const Distribution d : kDistributions) {
    const std::vector<float> x = samples(d, 1, std::size_t(kTable.count()));
    for (const Use& use : kUses)
      for (const Format* element : use.elements)
        for (const ScaleRule& rule : scale_rules()) {
          if (element == nullptr || *rule.scale != *use.scale) continue;
          const double tenths = 10 * noise({&rule, element, formats::find_conversion("ocp_saturate"),
                                            *find_block_shape(use.block)},
                                           kTable, x)
                                         ->db();
          CHECK(std::abs(tenths - std::floor(tenths) - 0.5) > 1e-9);
          ++ratios;
        }
  }
  CHECK(ratios > 200);
}

}  // namespace lockstep::tests
