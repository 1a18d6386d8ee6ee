// The replayed order of the MoE down projection against a plain loop over the slow twins, and the sets of
// results that atomic additions can reach against all orders.
#include "emulator/arithmetic/accumulation/moe_down.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include "emulator/arithmetic/accumulation/arrival_orders.hpp"
#include "emulator/arithmetic/matrix/fast/multiplication.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/matrix/twin.hpp"
#include "tests/property.hpp"

using namespace lockstep;
using operators::MoeDown;
using operators::MoeDownData;

namespace {

struct Drawn {
  MoeDown problem;
  MoeDownData data;
};

Drawn draw_problem(std::size_t rows, std::int64_t k, std::uint64_t seed,
                   const formats::Format& a = formats::float4_e2m1fn) {
  std::mt19937_64 random(seed);
  Drawn drawn;
  MoeDown& p = drawn.problem;
  MoeDownData& d = drawn.data;
  p.experts = 3;
  p.n = 64;
  p.k = k;
  p.a = &a;
  for (std::size_t i = 0; i < rows; ++i)
    d.rows.push_back({std::int64_t(i), i % 3 == 0 ? 2 : 0, std::int32_t(i)});
  d.plane_of_expert = {0, -1, 1};
  const auto fill = [](std::vector<std::uint8_t>& bytes, std::size_t count, const auto& next) {
    for (std::size_t i = 0; i < count; ++i) bytes.push_back(next());
  };
  const auto code = [&] { return std::uint8_t(random() & 15); };
  const auto scale = [&] { return std::uint8_t(random() % 200 == 0 ? 255 : 118 + random() % 12); };
  fill(d.a, rows * std::size_t(k), [&] {
    return std::uint8_t(random() % (formats::largest_finite(a) + 1) | (random() & a.sign_mask()));
  });
  fill(d.a_scale, rows * std::size_t(k) / 32, scale);
  fill(d.b, std::size_t(2 * p.n * k), code);
  fill(d.b_scale, std::size_t(2 * p.n * k) / 32, scale);
  for (std::size_t i = 0; i < rows; ++i) d.weight.push_back(float(random() % 1000) / 777 - 0.3f);
  return drawn;
}

float twin_value(std::string_view model, const Drawn& of, std::size_t row, std::size_t column) {
  const auto k = std::size_t(of.problem.k), n = std::size_t(of.problem.n);
  const auto plane = std::size_t(of.data.plane_of_expert[std::size_t(of.data.rows[row].expert)]);
  float acc = 0;
  for (std::size_t step = 0; step < k; step += 128) {
    tests::TwinVector a{of.problem.a, {}, {}}, b{&formats::float4_e2m1fn, {}, {}};
    for (std::size_t i = step; i < step + 128; ++i) {
      a.codes.push_back(of.data.a[row * k + i]);
      b.codes.push_back(of.data.b[(plane * n + column) * k + i]);
      if (i % 32 != 0) continue;
      a.scales.push_back(of.data.a_scale[(row * k + i) / 32]);
      b.scales.push_back(of.data.b_scale[((plane * n + column) * k + i) / 32]);
    }
    acc = tests::twin_dot(model, a, b, acc);
  }
  return acc * of.data.weight[row];
}

int differences(const matrix::Model& model, const Drawn& of, const Drawn& twin) {
  const std::vector<float> values = accumulation::weighted_rows(model, of.problem, of.data);
  REQUIRE(values.size() == of.data.rows.size() * std::size_t(of.problem.n));
  int different = 0;
  for (std::size_t row = 0; row < of.data.rows.size(); row += 1 + row % 3)
    for (std::size_t column = row % 7; column < std::size_t(of.problem.n); column += 13) {
      const float x = values[row * std::size_t(of.problem.n) + column];
      const float y = twin_value(model.name, twin, row, column);
      different += std::bit_cast<std::uint32_t>(x) != std::bit_cast<std::uint32_t>(y) && (x == x || y == y);
    }
  return different;
}

std::uint16_t bf16(double x) {
  return std::uint16_t(formats::encode_nearest_even(formats::bfloat16, x, formats::Overflow::to_special));
}

std::vector<std::uint16_t> by_all_orders(std::uint16_t initial, std::vector<std::uint16_t> addends) {
  std::set<std::uint16_t> reached;
  std::sort(addends.begin(), addends.end());
  do {
    std::uint16_t sum = initial;
    for (const std::uint16_t addend : addends)
      sum = bf16(formats::to_double(formats::bfloat16, sum) + formats::to_double(formats::bfloat16, addend));
    reached.insert(sum);
  } while (std::next_permutation(addends.begin(), addends.end()));
  return {reached.begin(), reached.end()};
}

}  // namespace

TEST_CASE("weighted rows of an MoE down projection follow the declared order") {
  for (const char* name : {"exact", "fma_post", "gtr32_inexp"})  // those that have a slow twin
    for (const formats::Format* a : {&formats::float4_e2m1fn, &formats::float8_e4m3fn}) {
      INFO(name << " " << a->name);
      const matrix::Model& model = *matrix::find_model(name);
      const Drawn drawn = draw_problem(37, 512, 1, *a);
      CHECK(differences(model, drawn, drawn) == 0);
      Drawn other = drawn;
      for (std::uint8_t& scale : other.data.b_scale) scale = std::uint8_t(scale ^ 1);
      CHECK(differences(model, other, drawn) > 0);
      other = drawn;
      for (float& weight : other.data.weight) weight *= 2;
      CHECK(differences(model, other, drawn) > 0);
    }
}

namespace {

/// Elements whose bits are not those of one instruction at a time with its operands in this order.
int differences_by_instruction(const matrix::Model& model, const Drawn& of, bool b_first) {
  const std::vector<float> values = accumulation::weighted_rows(model, of.problem, of.data);
  const auto k = std::size_t(of.problem.k), n = std::size_t(of.problem.n);
  int different = 0;
  for (std::size_t row = 0; row < of.data.rows.size(); row += 5)
    for (std::size_t column = row % 7; column < n; column += 13) {
      const auto plane = std::size_t(of.data.plane_of_expert[std::size_t(of.data.rows[row].expert)]);
      alignas(64) std::array<float, 256> sum{};
      for (std::size_t at = 0; at < k; at += 128) {
        alignas(64) std::array<std::uint8_t, matrix::kOperandElements> a{}, b{};
        std::array<std::uint8_t, matrix::kOperandScales> a_scales{}, b_scales{};
        const std::size_t from_a = row * k + at, from_b = (plane * n + column) * k + at;
        std::copy_n(&of.data.a[from_a], 128, a.begin());
        std::copy_n(&of.data.a_scale[from_a / 32], 4, a_scales.begin());
        std::copy_n(&of.data.b[from_b], 128, b.begin());
        std::copy_n(&of.data.b_scale[from_b / 32], 4, b_scales.begin());
        const matrix::Operand x{of.problem.a, a.data(), a_scales.data()},
            y{&formats::float4_e2m1fn, b.data(), b_scales.data()};
        matrix::multiply(model, matrix::k16x16x128, b_first ? y : x, b_first ? x : y, sum.data(), sum.data());
      }
      const float got = values[row * n + column], want = sum[0] * of.data.weight[row];
      different += std::bit_cast<std::uint32_t>(got) != std::bit_cast<std::uint32_t>(want) &&
                   (got == got || want == want);
    }
  return different;
}

}  // namespace

TEST_CASE("on gfx1250 weighted rows are those of instructions whose first operand is B") {
  int told = 0;
  for (const matrix::Model& model : matrix::models("gfx1250"))
    for (const formats::Format* a : {&formats::float4_e2m1fn, &formats::float8_e4m3fn}) {
      INFO(model.name << " " << a->name);
      Drawn drawn = draw_problem(37, 256, 3, *a);
      // Under A's scale alone a sum overflows.
      std::ranges::fill(drawn.data.a_scale, std::uint8_t{254});
      std::ranges::fill(drawn.data.b_scale, std::uint8_t{0});
      CHECK(differences_by_instruction(model, drawn, true) == 0);
      told += differences_by_instruction(model, drawn, false) > 0;
    }
  CHECK(told > 0);
}

TEST_CASE("rounding to MXFP8 follows the table of thresholds") {
  std::vector<float> block(32, 0.0f);
  const auto scale_of = [&](float amax) {
    block[5] = -amax;
    return int(accumulation::to_mx(block, formats::float8_e4m3fn).scales[0]);
  };
  CHECK(scale_of(0) == 0);
  CHECK(scale_of(1) == 119);  // 2^-8
  CHECK(scale_of(1.7421875f) == 119);
  CHECK(scale_of(1.75f) == 120);
  CHECK(scale_of(447) == 128);  // 448 in bf16
  CHECK(scale_of(446) == 127);
  CHECK(scale_of(0x1.FEp127f) == 247);
  CHECK(scale_of(0x1.FFp127f) == 255);
  CHECK(scale_of(std::nanf("")) == 255);

  std::fill(block.begin(), block.end(), 0.0f);
  const float values[] = {440,     400,     416,       -17,      16.5f,      1.0625f,
                          1.1875f, 0x1p-9f, 0x1.8p-9f, 0x1p-10f, 0x1.8p-10f, -0x1p-12f};
  const int codes[] = {0x7E, 0x7C, 0x7D, 0xD8, 0x58, 0x38, 0x3A, 1, 2, 0, 1, 0x80};
  std::copy(std::begin(values), std::end(values), block.begin());
  const auto result = accumulation::to_mx(block, formats::float8_e4m3fn);
  CHECK(result.scales[0] == 127);
  for (std::size_t i = 0; i < std::size(codes); ++i) {
    INFO(values[i]);
    CHECK(int(result.codes[i]) == codes[i]);
  }
}

TEST_CASE("rounding to MXFP4 follows the table of thresholds") {
  std::vector<float> block(32, 0.0f);
  const auto scale_of = [&](float amax) {
    block[5] = -amax;
    return int(accumulation::to_mx(block, formats::float4_e2m1fn).scales[0]);
  };
  CHECK(scale_of(0) == 0);
  CHECK(scale_of(1) == 125);
  CHECK(scale_of(1.7421875f) == 125);
  CHECK(scale_of(1.75f) == 126);        // from 1.75 * 2^n on the next scale
  CHECK(scale_of(1.74609375f) == 126);  // in bf16 this is 1.75: a tie, to even
  CHECK(scale_of(6) == 127);
  CHECK(scale_of(0x1p-130f) == 0);
  CHECK(scale_of(0x1.FEp127f) == 253);
  CHECK(scale_of(0x1.FFp127f) == 255);  // infinite in bf16
  CHECK(scale_of(std::nanf("")) == 255);

  const float values[] = {0.2f, 0.25f, 0.3f, 0.75f, 1.25f, 1.75f, 2.5f, 3.5f, 5, 5.1f, 6, 6.9f, -0.1f, -5};
  const int codes[] = {0, 0, 1, 2, 2, 4, 4, 6, 6, 7, 7, 7, 8, 14};
  std::fill(block.begin(), block.end(), 0.0f);
  std::copy(std::begin(values), std::end(values), block.begin());
  const auto result = accumulation::to_mx(block, formats::float4_e2m1fn);
  CHECK(result.scales[0] == 127);
  CHECK(std::equal(std::begin(codes), std::end(codes), result.codes.begin()));
  block[31] = std::nanf("");
  CHECK(accumulation::to_mx(block, formats::float4_e2m1fn).codes == std::vector<std::uint8_t>(32, 0));
}

TEST_CASE("the reachable results of atomic additions are those of all orders") {
  tests::check_property("arrival orders", [](std::uint32_t seed) {
    const int count = *rc::gen::inRange(0, 7);
    const int spread = *rc::gen::element(1, 4, 12);
    std::mt19937 random(seed);
    const auto code = [&] {
      return std::uint16_t((random() % 2 << 15) | ((120 + random() % std::uint32_t(spread)) << 7) |
                           random() % 128);
    };
    std::vector<std::uint16_t> addends;
    for (int i = 0; i < count; ++i) addends.push_back(code());
    const std::uint16_t initial = seed % 2 == 0 ? std::uint16_t{0} : code();
    const std::vector<std::uint16_t> all = by_all_orders(initial, addends);
    RC_ASSERT(accumulation::reachable(initial, addends) == all);
    for (const std::uint16_t c : all) {
      RC_ASSERT(accumulation::is_reachable(initial, addends, c));
      const bool next = std::find(all.begin(), all.end(), std::uint16_t(c + 1)) != all.end();
      RC_ASSERT(accumulation::is_reachable(initial, addends, std::uint16_t(c + 1)) == next);
    }
  });
}

TEST_CASE("nine arrivals: orders differ, and their number does not matter") {
  std::vector<std::uint16_t> addends;
  for (int i = 0; i < 9; ++i) addends.push_back(bf16((i % 2 == 0 ? 1.0 : -1.0) * (1 + i * 0.3) * (1 << i)));
  const std::vector<std::uint16_t> all = accumulation::reachable(0, addends);
  CHECK(all.size() > 3);
  CHECK(std::is_sorted(all.begin(), all.end()));
  CHECK_FALSE(accumulation::is_reachable(0, addends, bf16(1e9)));
  // A lost arrival, or one counted twice, is noticed.
  const std::vector<std::uint16_t> eight(addends.begin(), addends.end() - 1);
  for (const std::uint16_t code : accumulation::reachable(0, eight))
    CHECK_FALSE(accumulation::is_reachable(0, addends, code));
}

TEST_CASE("every order of arrival lies within the bound of added rows, and a row less does not") {
  std::mt19937 random(3);
  int outside = 0, tried = 0;
  for (int i = 0; i < 200; ++i) {
    operators::MoeDownExact y;
    std::vector<std::size_t> rows;
    std::vector<std::uint16_t> addends;
    for (std::size_t row = 0; row < 2 + random() % 6; ++row) {
      const float value = std::ldexp(float(random() % 20001) - 10000, -int(random() % 4));
      y.value.push_back(double(value) * (1 + 1e-9));
      y.loss.push_back(std::abs(value) * 2e-9);
      rows.push_back(row);
      addends.push_back(bf16(value));
    }
    const operators::AddedExact sum = operators::added(1.5, rows, 0, 1, y);
    for (const std::uint16_t code : accumulation::reachable(bf16(1.5), addends))
      REQUIRE(std::abs(formats::to_double(formats::bfloat16, code) - sum.value) <= sum.error);
    addends.pop_back();
    for (const std::uint16_t code : accumulation::reachable(bf16(1.5), addends)) {
      ++tried;
      outside += std::abs(formats::to_double(formats::bfloat16, code) - sum.value) > sum.error;
    }
  }
  CHECK(outside > tried * 3 / 4);
  operators::MoeDownExact large;
  large.value = {3e38, 3e38};
  large.loss = {0, 0};
  CHECK(std::isinf(operators::added(0, {0, 1}, 0, 1, large).error));
}

TEST_CASE("sums that bf16 holds in any order are known") {
  operators::MoeDownExact y;
  const auto exactly = [&](const std::vector<double>& values) {
    y.value = values;
    std::vector<std::size_t> rows(values.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    return operators::sums_exactly(rows, 0, 1, y);
  };
  CHECK(exactly({1, 2, 4, -8}));
  CHECK(exactly({0, 0}));
  CHECK(exactly({255, 1}));
  CHECK_FALSE(exactly({256, 1}));
  CHECK_FALSE(exactly({0.5, 128}));
  CHECK(exactly({0.5, 127.5}));
}

TEST_CASE("the reference quantises as the declared order does where nothing is lost") {
  std::mt19937 random(5);
  for (int i = 0; i < 600; ++i) {
    const formats::Format& format = i < 300 ? formats::float4_e2m1fn : formats::float8_e4m3fn;
    std::vector<float> values(64);
    for (float& x : values) {
      x = std::ldexp(float(random() % 513) - 256, int(random() % 12) - 6);
      if (i % 10 == 0) x = std::ldexp(x, i % 20 == 0 ? -130 : 116);
      if (i % 50 == 1 && random() % 64 == 0) x = std::nanf("");
    }
    operators::MoeDownExact y;
    for (const float x : values) {
      y.value.push_back(x);
      y.loss.push_back(x == x ? 0 : std::nan(""));
    }
    const operators::MoeDownQuantised want = operators::quantised(y, format);
    const auto got = accumulation::to_mx(values, format);
    for (std::size_t b = 0; b < 2; ++b) {
      REQUIRE(want.rounded_scale[b] == got.scales[b]);
      if (got.scales[b] == 255) continue;
      REQUIRE(want.scale_error[b] == 0);
      for (std::size_t j = 32 * b; j < 32 * (b + 1); ++j) {
        REQUIRE(want.rounded[j] == got.codes[j]);
        REQUIRE(std::abs(formats::to_double(format, got.codes[j]) - want.value[j]) <= want.error[j]);
      }
    }
  }
}

TEST_CASE("NaN and signed zeros among arrivals") {
  const std::uint16_t nan = 0x7FC0, minus_zero = 0x8000;
  CHECK(accumulation::is_reachable(0, std::vector{bf16(1), nan}, 0xFFFF));
  CHECK_FALSE(accumulation::is_reachable(0, std::vector{bf16(1), nan}, bf16(1)));
  CHECK(accumulation::reachable(0, std::vector{minus_zero}) == std::vector<std::uint16_t>{0});
  CHECK(accumulation::reachable(minus_zero, std::vector{minus_zero}) == std::vector{minus_zero});
}
