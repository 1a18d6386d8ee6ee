// The replayed order of groups along k against dot products of the slow twins, and against arithmetic by
// hand.
#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/accumulation/grouped_gemm.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/matrix/twin.hpp"

using namespace lockstep;
using operators::Addend;
using operators::GroupedGemmK;
using operators::GroupedGemmKData;

namespace {

struct Drawn {
  GroupedGemmK problem;
  GroupedGemmKData data;
};

Drawn draw(std::vector<std::int32_t> ks, Addend addend, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Drawn drawn;
  GroupedGemmK& p = drawn.problem;
  p.m = 19;
  p.n = 34;
  p.ks = std::move(ks);
  p.addend = addend;
  const std::int64_t k = operators::k_starts(p).back();
  const auto fill = [&](std::vector<std::uint8_t>& bytes, std::int64_t count, const auto& next) {
    for (std::int64_t i = 0; i < count; ++i) bytes.push_back(next());
  };
  const auto code = [&] { return std::uint8_t(0x20 + random() % 40 + (random() & 0x80)); };
  const auto scale = [&] { return std::uint8_t(120 + random() % 12); };
  fill(drawn.data.a, p.m * k, code);
  fill(drawn.data.b, p.n * k, code);
  fill(drawn.data.a_scale, p.m * (k / 128), scale);
  fill(drawn.data.b_scale, p.n * (k / 128), scale);
  if (addend != Addend::none)
    for (std::size_t i = 0; i < operators::written_groups(p).size() * 19 * 34; ++i)
      drawn.data.c.push_back(float(random() % 4001) - 2000.0f);
  return drawn;
}

float twin_sum(std::string_view model, const Drawn& of, std::size_t start, std::size_t k, std::size_t i,
               std::size_t j) {
  const auto m = std::size_t(of.problem.m), n = std::size_t(of.problem.n);
  float acc = 0;
  for (std::size_t block = 0; block < k / 128; ++block) {
    const auto part = [&](const std::vector<std::uint8_t>& codes, const std::vector<std::uint8_t>& scales,
                          std::size_t width, std::size_t row) {
      const std::uint8_t* first = codes.data() + width * start + row * k + block * 128;
      return tests::TwinVector{&formats::float8_e4m3fn,
                               {first, first + 128},
                               std::vector(4, scales[width * (start / 128) + row * (k / 128) + block])};
    };
    acc = tests::twin_dot(model, part(of.data.a, of.data.a_scale, m, i),
                          part(of.data.b, of.data.b_scale, n, j), acc);
  }
  return acc;
}

}  // namespace

TEST_CASE("expected bits of groups along k follow the declared order, C last") {
  for (const Addend addend : {Addend::none, Addend::in_place, Addend::apart}) {
    const Drawn of = draw({256, 0, 128}, addend, 1);
    const auto starts = operators::k_starts(of.problem), written = operators::written_groups(of.problem);
    for (const char* name : {"exact", "fma_post", "gtr32_inexp"}) {  // those that have a twin
      const matrix::Model& model = *matrix::find_model(name);
      const std::vector<std::uint32_t> bits = accumulation::expected_bits(model, of.problem, of.data);
      REQUIRE(bits.size() == written.size() * 19 * 34);
      int different = 0;
      for (std::size_t at = 0; at < bits.size(); at += 23) {
        const auto g = std::size_t(written[at / (19 * 34)]);
        float want = twin_sum(model.name, of, std::size_t(starts[g]), std::size_t(of.problem.ks[g]),
                              at / 34 % 19, at % 34);
        if (!of.data.c.empty()) want = of.data.c[at] + want;
        different += bits[at] != std::bit_cast<std::uint32_t>(want);
      }
      INFO(model.name);
      CHECK(different == 0);
    }
  }
}

TEST_CASE("a group without k passes C on, sign of zero and payload included") {
  Drawn of = draw({0}, Addend::apart, 2);
  of.data.c[0] = -0.0f;
  of.data.c[1] = std::bit_cast<float>(0x7FC12345u);
  const auto bits = accumulation::expected_bits(matrix::models(arch::kDefault)[0], of.problem, of.data);
  CHECK(bits[0] == 0x80000000u);
  CHECK(bits[1] == 0x7FC12345u);
}

TEST_CASE("groups along k with float scales: A's scale first, then B's fused, every half block") {
  Drawn of = draw({256}, Addend::apart, 3);
  of.problem.element = &formats::float8_e4m3fnuz;
  of.problem.scale = &formats::float32;
  std::mt19937_64 random(4);
  // Small integers, whose sums every model gives exactly.
  std::vector<int> a, b;
  const auto codes = [&](std::vector<int>& values, std::vector<std::uint8_t>& out) {
    for (std::uint8_t& code : out) {
      values.push_back(int(random() % 9) - 4);
      code = std::uint8_t(formats::encode_nearest_even(formats::float8_e4m3fnuz, double(values.back()),
                                                       formats::Overflow::saturate));
    }
  };
  const auto scales = [&](std::vector<std::uint8_t>& out) {
    std::vector<float> values(out.size());
    for (float& x : values) x = 1.0f + float(random() % (1 << 23)) * 0x1p-23f;
    out.resize(4 * values.size());
    std::memcpy(out.data(), values.data(), out.size());
    return values;
  };
  codes(a, of.data.a);
  codes(b, of.data.b);
  const std::vector<float> x = scales(of.data.a_scale), y = scales(of.data.b_scale);
  const auto by_hand = [&](std::size_t i, std::size_t j, bool together) {
    float acc = 0;
    for (std::size_t half = 0; half < 4; ++half) {
      int sum = 0;
      for (std::size_t k = 64 * half; k < 64 * (half + 1); ++k) sum += a[i * 256 + k] * b[j * 256 + k];
      const float p = x[i * 2 + half / 2], q = y[j * 2 + half / 2];
      const float scaled = float(sum) * p, both = p * q;
      acc = together ? std::fma(float(sum), both, acc) : std::fma(scaled, q, acc);
    }
    return std::bit_cast<std::uint32_t>(of.data.c[i * 34 + j] + acc);
  };
  for (const matrix::Model& model : matrix::models("gfx942")) {
    const auto bits = accumulation::expected_bits(model, of.problem, of.data);
    int different = 0, together = 0;
    for (std::size_t i = 0; i < 19; ++i)
      for (std::size_t j = 0; j < 34; ++j) {
        different += bits[i * 34 + j] != by_hand(i, j, false);
        together += bits[i * 34 + j] != by_hand(i, j, true);
      }
    CHECK(different == 0);
    CHECK(together > 50);  // another order shows
  }
}
