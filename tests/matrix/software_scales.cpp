// The replayed order with f32 scales, on operands whose sums the matrix unit gives exactly under every model:
// what is left is what software does with them.
#include <cmath>
#include <cstring>
#include <random>

#include "emulator/arithmetic/accumulation/grouped_gemm.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;

namespace {

struct Drawn {
  operators::GroupedGemm problem;
  operators::GroupedGemmData data;
  std::vector<int> a, b;
  std::vector<float> a_scale, b_scale;
};

Drawn draw_small_integers(std::uint64_t seed, std::int64_t k) {
  std::mt19937_64 random(seed);
  Drawn drawn;
  operators::GroupedGemm& p = drawn.problem;
  p.grouping = operators::Grouping::masked;
  p.m = 5;
  p.n = 256;
  p.k = k;
  p.out = &formats::bfloat16;
  p.masked_m = {5};
  p.element = &formats::float8_e4m3fnuz;
  p.scale = &formats::float32;
  REQUIRE(operators::check(p).has_value());
  drawn.data.rows = operators::active_rows(p);
  drawn.data.plane_of_group = {0};
  const auto codes = [&](std::vector<int>& values, std::vector<std::uint8_t>& out, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
      values.push_back(int(random() % 9) - 4);
      out.push_back(std::uint8_t(
          formats::encode_nearest_even(*p.element, double(values.back()), formats::Overflow::saturate)));
    }
  };
  const auto scales = [&](std::vector<float>& values, std::vector<std::uint8_t>& out, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
      const int exponent = int(random() % 5) - 2;  // drawn first, whatever the compiler
      values.push_back(std::ldexp(1.0f + float(random() % (1 << 23)) * 0x1p-23f, exponent));
    }
    out.resize(values.size() * 4);
    std::memcpy(out.data(), values.data(), out.size());
  };
  codes(drawn.a, drawn.data.a, p.m * k);
  codes(drawn.b, drawn.data.b, p.n * k);
  scales(drawn.a_scale, drawn.data.a_scale, p.m * p.k_blocks());
  scales(drawn.b_scale, drawn.data.b_scale, p.n / 128 * p.k_blocks());
  return drawn;
}

/// By the declared order, in steps of `part` of k; `together`: the scales multiplied with each other first.
std::uint16_t by_hand(const Drawn& of, std::size_t row, std::size_t column, std::size_t part, bool together) {
  const auto k = std::size_t(of.problem.k), blocks = k / 128;
  float acc = 0;
  for (std::size_t first = 0; first < k; first += part) {
    int sum = 0;
    for (std::size_t i = first; i < first + part; ++i) sum += of.a[row * k + i] * of.b[column * k + i];
    const float x = of.a_scale[row * blocks + first / 128],
                y = of.b_scale[column / 128 * blocks + first / 128];
    const float scaled = float(sum) * x, both = x * y;
    acc = together ? std::fma(float(sum), both, acc) : std::fma(scaled, y, acc);
  }
  return std::uint16_t(
      formats::encode_nearest_even(*of.problem.out, double(acc), formats::Overflow::to_special));
}

int differences(const std::vector<std::uint16_t>& bits, const Drawn& of, std::size_t part, bool together) {
  int different = 0;
  for (std::size_t row = 0; row < 5; ++row)
    for (std::size_t column = 0; column < 256; ++column)
      different += bits[row * 256 + column] != by_hand(of, row, column, part, together);
  return different;
}

}  // namespace

TEST_CASE("f32 scales act per 64 of k, A's with a rounding of its own") {
  int once_per_block = 0, together = 0;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const Drawn drawn = draw_small_integers(seed, 512);
    for (const matrix::Model& model : matrix::models("gfx942")) {
      const auto bits = accumulation::expected_bits(model, drawn.problem, drawn.data);
      INFO(model.name << " seed " << seed);
      REQUIRE(bits.size() == 5 * 256);
      CHECK(differences(bits, drawn, 64, false) == 0);
      once_per_block += differences(bits, drawn, 128, false);
      together += differences(bits, drawn, 64, true);
    }
  }
  // Other orders show, where a last bit of f32 decides a bf16.
  CHECK(once_per_block > 0);
  CHECK(together > 0);
}
