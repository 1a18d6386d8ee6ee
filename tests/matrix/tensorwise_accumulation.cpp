// The tensor-wise GEMM's replayed order against a loop over the slow twins.
#include <algorithm>
#include <cmath>
#include <random>

#include "emulator/arithmetic/accumulation/tensorwise_gemm.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/matrix/twin.hpp"

using namespace lockstep;
using operators::GroupProduct;
using operators::Layout;
using operators::TensorwiseData;
using operators::TensorwiseGemm;

namespace {

struct Case {
  TensorwiseGemm problem;
  TensorwiseData data;
};

// Codes over many binades. The second block of k cancels the first, and what comes after is tiny: little is
// left of a sum but what rounding did to it.
void draw_rows(std::vector<std::uint8_t>& to, std::int64_t rows, std::int64_t depth, int least, int range,
               bool negated, std::mt19937_64& random) {
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t k = 0; k < depth; ++k) {
      const int magnitude = k < 128 ? least + int(random() % std::uint64_t(range)) : 1 + int(random() % 3);
      const auto fresh = std::uint8_t(magnitude | int(random() & 0x80));
      const bool repeat = k >= 128 && k < 256;
      to.push_back(repeat ? std::uint8_t(to[to.size() - 128] ^ (negated ? 0x80 : 0)) : fresh);
    }
}

Case draw_case(Layout layout, bool accumulate, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Case drawn;
  TensorwiseGemm& p = drawn.problem;
  p.layout = layout;
  p.group_offs = layout == Layout::tn ? std::vector<std::int64_t>{0, 300, 300, 401}
                                      : std::vector<std::int64_t>{0, 17, 17, 20};
  p.m = layout == Layout::tn ? 3 : 22;
  p.n = 18;
  p.k = layout == Layout::tn ? 405 : 333;
  p.a = &formats::float8_e4m3fn;
  p.b = &formats::float8_e5m2;
  p.out = &formats::float16;
  p.accumulate = accumulate;
  const auto products = operators::products(p);
  for (const GroupProduct& product : products) {
    draw_rows(drawn.data.a, product.rows, product.depth, 0x08, 0x70, false, random);
    draw_rows(drawn.data.b, p.n, product.depth, 0x20, 0x48, true, random);
    for (std::int64_t i = 0; i < product.rows * p.n; ++i)
      drawn.data.c.push_back(std::uint16_t(random() % 0x4800 | (random() & 0x8000)));
  }
  drawn.data.a_scale = 0.037f;
  drawn.data.b_scale = 1.3f;
  return drawn;
}

// Written from the declared order. `splits` cuts the blocks into runs of ceil(blocks / splits).
std::uint16_t twin_bits(std::string_view model, const Case& of, const GroupProduct& product, std::int64_t row,
                        std::int64_t column, std::int64_t splits) {
  const TensorwiseGemm& p = of.problem;
  const std::int64_t blocks = (product.depth + 127) / 128, run = (blocks + splits - 1) / splits;
  float total = 0;
  for (std::int64_t s = 0; s < splits; ++s) {
    float acc = 0;
    for (std::int64_t block = s * run; block < std::min(blocks, (s + 1) * run); ++block) {
      tests::TwinVector a{p.a, std::vector(128, 0u), std::vector<std::uint8_t>(4, 127)};
      tests::TwinVector b{p.b, std::vector(128, 0u), std::vector<std::uint8_t>(4, 127)};
      for (std::int64_t i = 0; i < 128 && 128 * block + i < product.depth; ++i) {
        const std::int64_t k = 128 * block + i;
        a.codes[std::size_t(i)] = of.data.a[product.a + std::size_t(row * product.depth + k)];
        b.codes[std::size_t(i)] = of.data.b[product.b + std::size_t(column * product.depth + k)];
      }
      acc = tests::twin_dot(model, a, b, acc);
    }
    total = s == 0 ? acc : total + acc;
  }
  const std::size_t at = product.d + std::size_t(row * p.n + column);
  const float scale = of.data.a_scale * of.data.b_scale;
  float v = total * scale;
  if (p.accumulate) v += float(formats::to_double(*p.out, of.data.c[at]));
  return std::uint16_t(formats::encode_nearest_even(*p.out, double(v), formats::Overflow::to_special));
}

int differences(const Case& of, std::string_view model, std::int64_t splits, std::int64_t twin_splits) {
  const auto bits = accumulation::expected_bits(*matrix::find_model(model), of.problem, of.data, splits);
  int different = 0;
  for (const GroupProduct& product : operators::products(of.problem))
    for (std::int64_t r = 0; r < product.rows; ++r)
      for (std::int64_t j = 0; j < of.problem.n; j += 5)
        different += bits[product.d + std::size_t(r * of.problem.n + j)] !=
                     twin_bits(model, of, product, r, j, twin_splits);
  return different;
}

}  // namespace

TEST_CASE("tensor-wise: the replayed order gives the twins' bits in every layout, split or not") {
  for (const Layout layout : {Layout::nt, Layout::nn, Layout::tn})
    for (const std::int64_t splits : {1, 2, 3, 5})
      for (const char* model : {"exact", "fma_post", "gtr32_inexp"})
        CHECK(differences(draw_case(layout, splits % 2 == 1, 7), model, splits, splits) == 0);
}

TEST_CASE("tensor-wise: another number of splits, or another model, shows") {
  const Case of = draw_case(Layout::nt, false, 9);
  CHECK(differences(of, "fma_post", 1, 3) > 0);
  const auto one = accumulation::expected_bits(*matrix::find_model("fma_post"), of.problem, of.data, 1);
  const auto other = accumulation::expected_bits(*matrix::find_model("tr8_inexp"), of.problem, of.data, 1);
  CHECK(one != other);
}
