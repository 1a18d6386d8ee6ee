// The replayed order of the dense block-scaled product against one instruction at a time, B first.
#include <algorithm>
#include <random>
#include <vector>

#include "emulator/arithmetic/accumulation/mx_gemm.hpp"
#include "emulator/arithmetic/matrix/fast/multiplication.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using operators::MxGemm;
using operators::MxGemmData;

namespace {

MxGemmData draw(const MxGemm& p, std::uint64_t seed, int lowest_scale, int scales) {
  std::mt19937_64 random(seed);
  const auto fill = [&](std::vector<std::uint8_t>& to, std::int64_t count, auto next) {
    for (std::int64_t i = 0; i < count; ++i) to.push_back(next());
  };
  const auto code = [&](const formats::Format& f) {
    return [&random, &f] {
      return std::uint8_t(random() % (formats::largest_finite(f) + 1) | (random() & f.sign_mask()));
    };
  };
  const auto scale = [&] { return std::uint8_t(lowest_scale + int(random() % std::uint64_t(scales))); };
  MxGemmData d;
  fill(d.a, p.m * p.k, code(*p.a));
  fill(d.b, p.n * p.k, code(*p.b));
  fill(d.a_scale, p.m * p.k_blocks(), scale);
  fill(d.b_scale, p.n * p.k_blocks(), scale);
  return d;
}

/// One operand of an instruction that computes one element: its row is the first of sixteen.
struct Side {
  alignas(64) std::array<std::uint8_t, matrix::kOperandElements> codes{};
  std::array<std::uint8_t, matrix::kOperandScales> scales{};

  Side(const std::vector<std::uint8_t>& all, const std::vector<std::uint8_t>& all_scales, std::int64_t row,
       std::int64_t k, std::int64_t step) {
    scales.fill(127);
    const std::int64_t here = std::min<std::int64_t>(128, k - step * 128);
    std::copy_n(all.begin() + row * k + step * 128, here, codes.begin());
    std::copy_n(all_scales.begin() + row * (k / 32) + step * 4, here / 32, scales.begin());
  }
};

float element(const matrix::Model& model, const MxGemm& p, const MxGemmData& d, std::int64_t i,
              std::int64_t j, std::int64_t first, std::int64_t end, bool b_first) {
  alignas(64) std::array<float, 256> sum{};
  for (std::int64_t step = first; step < end; ++step) {
    const Side a(d.a, d.a_scale, i, p.k, step), b(d.b, d.b_scale, j, p.k, step);
    const matrix::Operand x{p.a, a.codes.data(), a.scales.data()}, y{p.b, b.codes.data(), b.scales.data()};
    matrix::multiply(model, matrix::k16x16x128, b_first ? y : x, b_first ? x : y, sum.data(), sum.data());
  }
  return sum[0];
}

std::uint32_t expected(const matrix::Model& model, const MxGemm& p, const MxGemmData& d, std::int64_t i,
                       std::int64_t j, std::int64_t splits, bool b_first = true) {
  const std::int64_t steps = (p.k + 127) / 128 / splits;
  float total = element(model, p, d, i, j, 0, steps, b_first);
  for (std::int64_t s = 1; s < splits; ++s)
    total += element(model, p, d, i, j, s * steps, (s + 1) * steps, b_first);
  if (total != total) return formats::nan_code(*p.out);
  return formats::encode_nearest_even(*p.out, double(total), formats::Overflow::to_special);
}

constexpr const formats::Format* kPairs[][2] = {{&formats::float8_e4m3fn, &formats::float8_e4m3fn},
                                                {&formats::float8_e5m2, &formats::float8_e4m3fn},
                                                {&formats::float8_e4m3fn, &formats::float4_e2m1fn},
                                                {&formats::float4_e2m1fn, &formats::float4_e2m1fn}};

}  // namespace

TEST_CASE("mx_gemm: expected bits are those of one instruction per step, under every model of gfx1250") {
  std::uint64_t seed = 0;
  for (const matrix::Model& model : matrix::models("gfx1250"))
    for (const auto& [a, b] : kPairs)
      for (const std::int64_t splits : {1, 3}) {
        const formats::Format* const outs[] = {&formats::bfloat16, &formats::float16, &formats::float32};
        const std::int64_t k = seed % 2 == 0 ? 384 : 288;  // the last step whole, and of one block
        const MxGemm p{19, 130, k, a, b, outs[++seed % 3]};
        const MxGemmData d = draw(p, seed, 120, 12);
        const auto bits = accumulation::expected_bits(model, p, d, splits);
        INFO(model.name << " " << splits << " " << seed);
        REQUIRE(bits.size() == 19 * 130);
        for (const auto& [i, j] :
             {std::pair<std::int64_t, std::int64_t>{0, 0}, {18, 129}, {16, 15}, {3, 128}, {11, 77}})
          CHECK(bits[std::size_t(i * p.n + j)] == expected(model, p, d, i, j, splits));
      }
}

// Under extreme scales a model that multiplies by one after the other tells the order; so does the replay.
TEST_CASE("mx_gemm: which operand comes first shows where a model scales in two steps") {
  const matrix::Model& model = *matrix::find_model("wmma_functional");
  const MxGemm p{16, 16, 128, &formats::float8_e4m3fn, &formats::float8_e4m3fn, &formats::float32};
  MxGemmData d = draw(p, 3, 0, 1);
  std::fill(d.a_scale.begin(), d.a_scale.end(), std::uint8_t(254));
  const auto bits = accumulation::expected_bits(model, p, d, 1);
  int differ = 0;
  for (std::int64_t i = 0; i < 16; ++i)
    for (std::int64_t j = 0; j < 16; ++j) {
      CHECK(bits[std::size_t(i * 16 + j)] == expected(model, p, d, i, j, 1));
      differ += expected(model, p, d, i, j, 1) != expected(model, p, d, i, j, 1, false);
    }
  CHECK(differ > 0);
}
