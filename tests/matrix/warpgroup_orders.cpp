// The orders of sm_90's kernels, replayed by the slow dot products of the units that were measured on an
// H200, an element at a time.
#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <tuple>
#include <utility>

#include "emulator/arithmetic/accumulation/grouped_gemm.hpp"
#include "emulator/arithmetic/accumulation/small_m.hpp"
#include "emulator/arithmetic/accumulation/tensorwise_gemm.hpp"
#include "emulator/arithmetic/matrix/models/amd_facts.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "emulator/arithmetic/matrix/slow/dot_products_slow.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;

namespace {

using Codes = std::vector<std::uint8_t>;

const matrix::Model& hopper() {
  return matrix::models("sm_90").front();
}

/// Numbers of many binades, now and then a NaN.
Codes draw_codes(std::mt19937_64& random, std::size_t count) {
  Codes codes(count);
  for (std::uint8_t& code : codes) {
    code = std::uint8_t(random());
    if ((code & 0x7F) == 0x7F && random() % 64 != 0) code ^= 1;
  }
  return codes;
}

/// A chain of the unit's instructions, k ascending, from `acc`.
float chain(const matrix::Unit& unit, const formats::Format& a_format, const formats::Format& b_format,
            const std::uint8_t* a, const std::uint8_t* b, std::size_t k, float acc) {
  std::vector<std::uint32_t> x(a, a + k), y(b, b + k);
  x.resize((k + 31) / 32 * 32);
  y.resize(x.size());
  auto bits = std::bit_cast<std::uint32_t>(acc);
  matrix::dot_products_slow(
      unit, {1, int(x.size()), &a_format, &b_format, x.data(), y.data(), &bits, nullptr, nullptr, &bits});
  return std::bit_cast<float>(bits);
}

std::uint16_t rounded(const formats::Format& out, float x) {
  if (x != x) return std::uint16_t(formats::nan_code(out));
  return std::uint16_t(formats::encode_nearest_even(out, double(x), formats::Overflow::to_special));
}

const matrix::Unit& measured() {
  return *matrix::find_unit("hopper_wgmma_e4m3_f32");
}

struct Grouped {
  operators::GroupedGemm problem;
  operators::GroupedGemmData data;
  std::vector<float> a_scale, b_scale;

  float product(std::size_t row, std::size_t column, std::size_t first, std::size_t count, float acc) const {
    const auto k = std::size_t(problem.k);
    return chain(measured(), *problem.element, *problem.element, &data.a[row * k + first],
                 &data.b[column * k + first], count, acc);
  }
};

Grouped draw_grouped(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Grouped g;
  operators::GroupedGemm& p = g.problem;
  p.grouping = operators::Grouping::masked;
  p.m = 3;
  p.n = 128;
  p.k = 384;
  p.out = &formats::float16;
  p.masked_m = {3};
  p.element = &formats::float8_e4m3fn;
  p.scale = &formats::float32;
  REQUIRE(operators::check(p).has_value());
  g.data.rows = operators::active_rows(p);
  g.data.plane_of_group = {0};
  g.data.a = draw_codes(random, std::size_t(p.m * p.k));
  g.data.b = draw_codes(random, std::size_t(p.n * p.k));
  const auto scales = [&](std::vector<float>& values, Codes& bytes, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
      const int exponent = int(random() % 9) - 9;
      values.push_back(std::ldexp(1.0f + float(random() % (1 << 23)) * 0x1p-23f, exponent));
    }
    bytes.resize(values.size() * 4);
    std::memcpy(bytes.data(), values.data(), bytes.size());
  };
  scales(g.a_scale, g.data.a_scale, p.m * p.k_blocks());
  scales(g.b_scale, g.data.b_scale, p.k_blocks());
  return g;
}

/// How many results are not `by_hand`(row, column)'s.
template <typename ByHand>
int differences(const std::vector<std::uint16_t>& bits, std::size_t n, ByHand by_hand) {
  int different = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) different += bits[i] != by_hand(i / n, i % n);
  return different;
}

}  // namespace

TEST_CASE("sm_90's model adds as the units that were measured") {
  CHECK(hopper().label == matrix::Label::measured);
  for (const char* name : {"hopper_wgmma_e4m3_f32", "hopper_wgmma_e5m2_f32"})
    CHECK(matrix::carried(matrix::find_unit(name)->facts) == hopper().facts);
  for (const char* name : {"hopper_wgmma_f16_f32", "hopper_wgmma_bf16_f32"})
    CHECK(matrix::carried(matrix::find_unit(name)->facts) == hopper().sixteen);
}

TEST_CASE("block-scaled on sm_90: chains of four per 128 of k, scaled with a rounding, then fused") {
  int other_scale_first = 0, together = 0, one_chain = 0, descending = 0;
  // The order of the scales shows in about one of 10,000 results.
  const auto shown = [&] { return other_scale_first > 0 && together > 0; };
  for (std::uint64_t seed = 0; seed < 8 || (!shown() && seed < 400); ++seed) {
    const Grouped g = draw_grouped(seed);
    auto bits = accumulation::expected_bits(hopper(), g.problem, g.data);
    const auto blocks = std::size_t(g.problem.k_blocks());
    const auto by = [&](auto step) {
      return differences(bits, std::size_t(g.problem.n), [&](std::size_t row, std::size_t column) {
        float acc = 0;
        for (std::size_t block = 0; block < blocks; ++block)
          acc = step(row, column, block, g.a_scale[row * blocks + block], g.b_scale[block], acc);
        return rounded(*g.problem.out, acc);
      });
    };
    CHECK(by([&](std::size_t r, std::size_t c, std::size_t block, float x, float y, float acc) {
            const float scaled = g.product(r, c, block * 128, 128, 0) * x;
            return std::fma(scaled, y, acc);
          }) == 0);
    // What other orders give shows.
    other_scale_first +=
        by([&](std::size_t r, std::size_t c, std::size_t block, float x, float y, float acc) {
          const float scaled = g.product(r, c, block * 128, 128, 0) * y;
          return std::fma(scaled, x, acc);
        });
    const auto product_first = [&](std::size_t r, std::size_t c, std::size_t block, float x, float y,
                                   float acc) {
      const float both = x * y;
      return std::fma(g.product(r, c, block * 128, 128, 0), both, acc);
    };
    together += by(product_first);
    if (seed < 8) {
      bits =
          accumulation::expected_bits(hopper(), g.problem, g.data, accumulation::ScaleOrder::product_first);
      CHECK(by(product_first) == 0);
      bits = accumulation::expected_bits(hopper(), g.problem, g.data);
    }
    one_chain += by([&](std::size_t r, std::size_t c, std::size_t block, float x, float y, float acc) {
      for (std::size_t part = 0; part < 4; ++part) {
        const float scaled = g.product(r, c, block * 128 + part * 32, 32, 0) * x;
        acc = std::fma(scaled, y, acc);
      }
      return acc;
    });
    descending += by([&](std::size_t r, std::size_t c, std::size_t block, float x, float y, float acc) {
      float sum = 0;
      for (std::size_t part = 4; part-- > 0;) sum = g.product(r, c, block * 128 + part * 32, 32, sum);
      const float scaled = sum * x;
      return std::fma(scaled, y, acc);
    });
  }
  CHECK(other_scale_first > 0);
  CHECK(together > 0);
  CHECK(one_chain > 0);
  CHECK(descending > 0);
}

TEST_CASE("groups along k on sm_90: the same chains of each group, then plus C") {
  std::mt19937_64 random(5);
  operators::GroupedGemmK p{
      128, 128, {256, 0, 128}, operators::Addend::apart, &formats::float8_e4m3fn, &formats::float32};
  REQUIRE(operators::check(p).has_value());
  const std::size_t plane = 128 * 128;
  operators::GroupedGemmKData data{draw_codes(random, 128 * 384), {}, draw_codes(random, 128 * 384), {}, {}};
  std::vector<float> a_scale, b_scale;
  for (std::size_t i = 0; i < 128 * 3; ++i)
    for (std::vector<float>* scales : {&a_scale, &b_scale})
      scales->push_back(std::ldexp(1.0f + float(random() % (1 << 23)) * 0x1p-23f, int(random() % 9) - 9));
  for (auto [bytes, scales] : {std::pair(&data.a_scale, &a_scale), std::pair(&data.b_scale, &b_scale)}) {
    bytes->resize(scales->size() * 4);
    std::memcpy(bytes->data(), scales->data(), bytes->size());
  }
  for (std::size_t i = 0; i < 3 * plane; ++i) data.c.push_back(float(random() % 4096) - 2048.0f);
  using accumulation::ScaleOrder;
  int told_apart = 0, without_c = 0;
  const auto row_first = accumulation::expected_bits(hopper(), p, data),
             product_first = accumulation::expected_bits(hopper(), p, data, ScaleOrder::product_first);
  // Of the first group and the last, whose codes and scales begin behind it; the second keeps C.
  for (std::size_t i = 0; i < plane; i += 7) {
    const std::size_t row = i / 128, column = i % 128;
    for (const auto& [group, k, codes, scales] :
         {std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>{0, 256, 0, 0},
          {2, 128, 128 * 256, 128 * 2}}) {
      float fused = 0, together = 0;
      for (std::size_t block = 0; block < k / 128; ++block) {
        const std::size_t at = codes + block * 128;
        const float r = chain(measured(), *p.element, *p.element, &data.a[at + row * k],
                              &data.b[at + column * k], 128, 0);
        const float x = a_scale[scales + row * (k / 128) + block],
                    y = b_scale[scales + column * (k / 128) + block];
        const float scaled = r * x, both = x * y;
        fused = std::fma(scaled, y, fused);
        together = std::fma(r, both, together);
      }
      const std::size_t out = group * plane + i;
      const auto is = [](std::uint32_t bits, float x) {
        return x != x ? std::isnan(std::bit_cast<float>(bits)) : bits == std::bit_cast<std::uint32_t>(x);
      };
      REQUIRE(is(row_first[out], data.c[out] + fused));
      REQUIRE(is(product_first[out], data.c[out] + together));
      told_apart += row_first[out] != product_first[out];
      without_c += row_first[out] != std::bit_cast<std::uint32_t>(fused);
    }
    REQUIRE(row_first[plane + i] == std::bit_cast<std::uint32_t>(data.c[plane + i]));
  }
  CHECK(told_apart > 0);
  CHECK(without_c > 0);
}

TEST_CASE("small M on sm_90: an instruction per 32 of k, scaled with one rounding, then added") {
  std::mt19937_64 random(3);
  operators::SmallM p{3, 20, 256, std::nullopt};
  operators::SmallMData data;
  data.rows = operators::rows_taking_part(p);
  data.plane_of_expert = {0};
  data.weight.assign(3, 1.0f);
  data.a = draw_codes(random, 3 * 256);
  data.b = draw_codes(random, 20 * 256);
  for (std::size_t i = 0; i < 23 * 8; ++i)
    (i < 3 * 8 ? data.a_scale : data.b_scale)
        .push_back(random() % 100 == 0 ? std::uint8_t{255} : std::uint8_t(120 + random() % 14));
  for (const int splits : {1, 2}) {
    const auto bits =
        accumulation::expected_bits(hopper(), p, data, {accumulation::SmallMOrder::scaled_behind, splits});
    const auto expected = [&](std::size_t row, std::size_t column) {
      float total = 0;
      for (int split = 0; split < splits; ++split) {
        float acc = 0;
        for (int block = split * 8 / splits; block < (split + 1) * 8 / splits; ++block) {
          const auto at = std::size_t(block);
          const std::uint8_t sa = data.a_scale[row * 8 + at], sb = data.b_scale[column * 8 + at];
          const float sum = chain(measured(), formats::float8_e4m3fn, formats::float8_e4m3fn,
                                  &data.a[row * 256 + at * 32], &data.b[column * 256 + at * 32], 32, 0);
          acc += sa == 255 || sb == 255 ? std::nanf("") : std::ldexp(sum, int(sa) + int(sb) - 254);
        }
        total = split == 0 ? acc : total + acc;
      }
      return rounded(formats::bfloat16, total);
    };
    CHECK(differences(bits, 20, expected) == 0);
  }
}

TEST_CASE("per tensor on sm_90: one chain over all of k, in every pair of formats") {
  for (const auto* a : {&formats::float8_e4m3fn, &formats::float8_e5m2})
    for (const auto* b : {&formats::float8_e4m3fn, &formats::float8_e5m2}) {
      std::mt19937_64 random(5);
      operators::TensorwiseGemm p;
      p.layout = operators::Layout::nt;
      p.group_offs = {0, 4};
      p.m = 4;
      p.n = 18;
      p.k = 333;
      p.a = a;
      p.b = b;
      p.out = &formats::float16;
      operators::TensorwiseData data;
      data.a = draw_codes(random, 4 * 333);
      data.b = draw_codes(random, 18 * 333);
      data.a_scale = 0.037f;
      data.b_scale = 0.013f;
      for (const std::int64_t splits : {1, 2}) {
        const auto bits = accumulation::expected_bits(hopper(), p, data, splits);
        CHECK(differences(bits, 18, [&](std::size_t row, std::size_t column) {
                const std::size_t cut = splits == 1 ? 333 : 256;  // two of three blocks
                const std::uint8_t *x = &data.a[row * 333], *y = &data.b[column * 333];
                float sum = chain(measured(), *a, *b, x, y, cut, 0);
                if (splits == 2) sum += chain(measured(), *a, *b, x + cut, y + cut, 333 - cut, 0);
                const float scale = data.a_scale * data.b_scale;
                return rounded(*p.out, sum * scale);
              }) == 0);
      }
    }
}
