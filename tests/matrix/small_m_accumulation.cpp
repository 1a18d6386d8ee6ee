// The replayed orders of small-M products against loops over the slow twins and plain float arithmetic.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "emulator/arithmetic/accumulation/small_m.hpp"
#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "emulator/arithmetic/matrix/slow/dot_products_slow.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/matrix/twin.hpp"

using namespace lockstep;
using accumulation::SmallMOrder;
using accumulation::SmallMReduction;
using operators::SmallM;
using operators::SmallMData;

namespace {

struct Case {
  SmallM problem;
  SmallMData data;
};

struct Regime {
  int lowest_scale = 118, scales = 12;
  int nan_in = 200;  ///< one scale in this many is NaN; 0 for none
};

void fill(Case& c, std::size_t planes, std::uint64_t seed, Regime regime) {
  std::mt19937_64 random(seed);
  const auto code = [&] {
    const auto magnitude = std::uint8_t(random() % 4 == 0 ? random() % 0x7F : 0x30 + random() % 16);
    return std::uint8_t(magnitude | (random() & 0x80));
  };
  const auto scale = [&] {
    if (regime.nan_in != 0 && random() % std::uint64_t(regime.nan_in) == 0) return std::uint8_t{255};
    return std::uint8_t(regime.lowest_scale + int(random() % std::uint64_t(regime.scales)));
  };
  const auto draw = [](std::vector<std::uint8_t>& bytes, std::size_t count, const auto& next) {
    for (std::size_t i = 0; i < count; ++i) bytes.push_back(next());
  };
  const auto n = std::size_t(c.problem.n), k = std::size_t(c.problem.k), rows = c.data.rows.size();
  draw(c.data.a, rows * k, code);
  draw(c.data.a_scale, rows * k / 32, scale);
  draw(c.data.b, planes * n * k, code);
  draw(c.data.b_scale, planes * n * k / 32, scale);
}

Case dense(std::int64_t m, std::int64_t n, std::int64_t k, std::uint64_t seed, Regime regime = {}) {
  Case c;
  c.problem = {m, n, k, std::nullopt};
  c.data.rows = operators::rows_taking_part(c.problem);
  c.data.plane_of_expert = {0};
  c.data.weight.assign(std::size_t(m), 1.0f);
  fill(c, 1, seed, regime);
  return c;
}

// Three experts, the second without rows; weights of all kinds.
Case sorted(std::int64_t n, std::int64_t k, std::uint64_t seed) {
  Case c;
  c.problem = {20, n, k, operators::SortedIds{}};
  operators::SortedIds& s = *c.problem.sorted;
  s.experts = 3;
  s.a_rows = 10;
  s.a_div = 2;
  for (int i = 19; i > 0; --i) s.ids.push_back(i);
  s.expert_ids = {2, 0, 0, -1, 2};
  s.num_post = 18;
  s.weighted = true;
  const float weights[] = {1.0f, 0.0f, -0.3f, 1e-40f, 0.77f, -1.0f, std::numeric_limits<float>::quiet_NaN()};
  for (std::size_t i = 0; i < 20; ++i) s.weights.push_back(weights[i % 7]);
  c.data.rows = operators::rows_taking_part(c.problem);
  c.data.plane_of_expert = {0, -1, 1};
  for (const operators::SmallMRow& row : c.data.rows)
    c.data.weight.push_back(s.weights[std::size_t(row.row)]);
  fill(c, 2, seed, {});
  return c;
}

struct Element {
  const std::uint8_t *a, *b, *a_scale, *b_scale;
};

Element element(const Case& of, std::size_t row, std::size_t column) {
  const auto n = std::size_t(of.problem.n), k = std::size_t(of.problem.k);
  const std::size_t at = of.data.plane(row) * n + column;
  return {of.data.a.data() + row * k, of.data.b.data() + at * k, of.data.a_scale.data() + row * k / 32,
          of.data.b_scale.data() + at * k / 32};
}

// One instruction whose k at 64 * half + 16 * block + i is the code number 16 * half + i of a block, or all
// of a step.
float instruction(std::string_view model, const Element& e, std::size_t step, int only_block, float acc) {
  tests::TwinVector a{&formats::float8_e4m3fn, std::vector(128, 0u), std::vector<std::uint8_t>(4)}, b = a;
  for (std::size_t block = 0; block < 4; ++block) {
    const std::size_t taken = only_block < 0 ? block : std::size_t(only_block);
    a.scales[block] = e.a_scale[step * 4 + taken];
    b.scales[block] = e.b_scale[step * 4 + taken];
    if (only_block >= 0 && only_block != int(block)) continue;
    for (std::size_t i = 0; i < 32; ++i) {
      const std::size_t from = step * 128 + block * 32 + i;
      const std::size_t to = only_block < 0 ? block * 32 + i : i / 16 * 64 + block * 16 + i % 16;
      a.codes[to] = e.a[from];
      b.codes[to] = e.b[from];
    }
  }
  return tests::twin_dot(model, a, b, acc);
}

// gfx1250's: the first operand is B, of which only_block leaves a block where it is, and zeros.
float instruction_of_b(std::string_view model, const Element& e, std::size_t step, int only_block,
                       float acc) {
  const matrix::Unit unit = *matrix::unit_of(
      *matrix::find_model(model), *matrix::find_matrix_instruction("v_wmma_scale_f32_16x16x128_f8f6f4"));
  std::vector<std::uint32_t> a(128), b(128), a_scale(4), b_scale(4);
  for (std::size_t i = 0; i < 128; ++i) {
    a[i] = e.a[step * 128 + i];
    if (only_block < 0 || int(i / 32) == only_block) b[i] = e.b[step * 128 + i];
  }
  for (std::size_t block = 0; block < 4; ++block) {
    a_scale[block] = e.a_scale[step * 4 + block];
    b_scale[block] = e.b_scale[step * 4 + block];
  }
  auto sum = std::bit_cast<std::uint32_t>(acc);
  const formats::Format& format = formats::float8_e4m3fn;
  matrix::dot_products_slow(
      unit, {1, 128, &format, &format, b.data(), a.data(), &sum, b_scale.data(), a_scale.data(), &sum});
  return std::bit_cast<float>(sum);
}

float matrix_element(const matrix::Model& model, const Case& of, const SmallMReduction& how,
                     const Element& e) {
  float total = 0;
  const auto one = model.arch == "gfx1250" ? instruction_of_b : instruction;
  const std::size_t steps = std::size_t(of.problem.k) / 128 / std::size_t(how.splits);
  for (std::size_t split = 0; split < std::size_t(how.splits); ++split) {
    float acc = 0;
    for (std::size_t step = split * steps; step < (split + 1) * steps; ++step) {
      if (how.order == SmallMOrder::blocks_together)
        acc = one(model.name, e, step, -1, acc);
      else
        for (int block = 0; block < 4; ++block) acc = one(model.name, e, step, block, acc);
    }
    total = split == 0 ? acc : total + acc;
  }
  return total;
}

// Lane by lane, as a wave would go through k; the butterfly as the tree it is.
float lanes_element(const Case& of, const Element& e) {
  const auto value = [](std::uint8_t code) {
    return float(formats::to_double(formats::float8_e4m3fn, code));
  };
  const auto k = std::size_t(of.problem.k);
  std::vector<float> sums;
  for (std::size_t lane = 0; lane < 64; ++lane) {
    float acc = 0;
    for (std::size_t first = lane * 16; first < k; first += 1024) {
      float partial = 0;
      for (std::size_t i = first; i < first + 16; ++i)
        partial = std::fma(value(e.a[i]), value(e.b[i]), partial);
      const int sa = e.a_scale[first / 32], sb = e.b_scale[first / 32];
      acc += sa == 255 || sb == 255 ? NAN : std::ldexp(partial, sa + sb - 254);
    }
    sums.push_back(acc);
  }
  while (sums.size() > 1) {
    std::vector<float> pairs;
    for (std::size_t i = 0; i < sums.size(); i += 2) pairs.push_back(sums[i] + sums[i + 1]);
    sums = pairs;
  }
  return sums[0];
}

std::uint16_t twin_bits(const matrix::Model& model, const Case& of, const SmallMReduction& how,
                        std::size_t row, std::size_t column) {
  const Element e = element(of, row, column);
  const float sum =
      how.order == SmallMOrder::lanes ? lanes_element(of, e) : matrix_element(model, of, how, e);
  const float x = of.problem.sorted ? sum * of.data.weight[row] : sum;
  if (x != x) return 0x7FC0;
  return std::uint16_t(
      formats::encode_nearest_even(formats::bfloat16, double(x), formats::Overflow::to_special));
}

int differences(const matrix::Model& model, const Case& of, const SmallMReduction& how) {
  const std::vector<std::uint16_t> bits = accumulation::expected_bits(model, of.problem, of.data, how);
  const auto n = std::size_t(of.problem.n);
  REQUIRE(bits.size() == of.data.rows.size() * n);
  int different = 0;
  for (std::size_t row = 0; row < of.data.rows.size(); row += 1 + row % 3)
    for (std::size_t column = row % 4; column < n; column += 5)
      different += bits[row * n + column] != twin_bits(model, of, how, row, column);
  return different;
}

int outside_bound(const matrix::Model& model, const Case& of, const SmallMReduction& how, const Case& truth) {
  const operators::ExactOutput exact = operators::exact(truth.problem, truth.data);
  const std::vector<std::uint16_t> bits = accumulation::expected_bits(model, of.problem, of.data, how);
  const exact::Reduction loss = accumulation::loss(how, of.problem.k);
  int outside = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const float weight = truth.data.weight[i / std::size_t(of.problem.n)];
    const exact::Bound bound = operators::bound(exact.value[i], exact.magnitude[i], loss, weight);
    outside += !exact::within(bound, exact.value[i], formats::bfloat16, bits[i]);
  }
  return outside;
}

constexpr std::array kMatrixOrders{SmallMOrder::blocks_apart, SmallMOrder::blocks_together};

}  // namespace

TEST_CASE("small-M: the matrix orders are those declared, split or not") {
  for (const char* arch : {"gfx950", "gfx1250"})
    for (const matrix::Model& model : matrix::models(arch))
      for (const SmallMOrder order : kMatrixOrders) {
        INFO(model.name << " " << int(order));
        CHECK(differences(model, dense(19, 21, 384, 1), {order, 1}) == 0);
        CHECK(differences(model, dense(3, 5, 512, 2), {order, 4}) == 0);
        CHECK(differences(model, dense(2, 5, 1024, 3), {order, 8}) == 0);
        CHECK(differences(model, sorted(18, 256, 4), {order, 2}) == 0);
      }
}

TEST_CASE("small-M: the order of the lanes is the one declared, at every end of k and with weights") {
  const matrix::Model& model = matrix::models(arch::kDefault)[0];
  for (const std::int64_t k : {32, 64, 768, 992, 1024, 1056, 3072, 4128})
    CHECK(differences(model, dense(5, 18, k, std::uint64_t(k)), {}) == 0);
  CHECK(differences(model, dense(4, 9, 2048, 5, {0, 8, 0}), {}) == 0);     // results that are subnormal
  CHECK(differences(model, dense(4, 9, 2048, 6, {236, 19, 0}), {}) == 0);  // and past the largest
  CHECK(differences(model, sorted(18, 1120, 7), {}) == 0);
}

TEST_CASE("small-M: the orders differ where their order is what decides") {
  // The second half of k takes back the first, but for one product: what was rounded away remains.
  Case c = dense(8, 16, 1024, 8, {116, 12, 0});
  const auto take_back = [](std::vector<std::uint8_t>& codes, std::vector<std::uint8_t>& scales,
                            std::uint8_t flip) {
    for (std::size_t i = 0; i < codes.size(); ++i)
      if (i % 1024 >= 512 && i % 512 != 5) codes[i] = codes[i - 512] ^ flip;
    for (std::size_t i = 0; i < scales.size(); ++i)
      if (i % 32 >= 16) scales[i] = scales[i - 16];
  };
  take_back(c.data.a, c.data.a_scale, 0);
  take_back(c.data.b, c.data.b_scale, 0x80);
  const matrix::Model& model = *matrix::find_model("fma_post");
  const auto bits = [&](SmallMReduction how) {
    return accumulation::expected_bits(model, c.problem, c.data, how);
  };
  const auto lanes = bits({SmallMOrder::lanes, 1}), apart = bits({SmallMOrder::blocks_apart, 1});
  const auto together = bits({SmallMOrder::blocks_together, 1}),
             split = bits({SmallMOrder::blocks_together, 8});
  CHECK((lanes != apart));
  CHECK((apart != together));
  CHECK((split != together));
}

TEST_CASE("small-M: every order under every model stays within its bound, and a lost block does not") {
  for (const matrix::Model& model : matrix::models(arch::kDefault))
    for (const SmallMReduction how :
         {SmallMReduction{SmallMOrder::lanes, 1}, SmallMReduction{SmallMOrder::blocks_apart, 2},
          SmallMReduction{SmallMOrder::blocks_together, 4}}) {
      INFO(model.name << " " << int(how.order));
      for (const Case& c : {dense(5, 20, 512, 9), sorted(20, 512, 10), dense(5, 20, 512, 11, {0, 30, 0}),
                            dense(5, 20, 512, 12, {225, 30, 50})})
        CHECK(outside_bound(model, c, how, c) == 0);
      const Case truth = dense(5, 20, 512, 13, {124, 4, 0});
      Case lost = truth;
      for (std::size_t i = 0; i < 32; ++i) lost.data.a[512 + i] = 0;
      CHECK(outside_bound(model, lost, how, truth) > 10);
    }
}

TEST_CASE("small-M: a problem without rows that take part has no bits") {
  const Case c = dense(0, 3, 128, 1);
  CHECK(accumulation::expected_bits(matrix::models(arch::kDefault)[0], c.problem, c.data, {}).empty());
}
