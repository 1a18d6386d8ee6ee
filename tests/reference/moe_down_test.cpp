#include "reference/operators/moe_down.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "reference/exact/bound.hpp"
#include "reference/formats/formats.hpp"
#include "reference/operators/silu.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"
#include "tests/reference/rational.hpp"

namespace lockstep::tests {
namespace {

using namespace operators;

constexpr std::int32_t kPadding = 1000;  // a token beyond all

// Blocks of 16 sorted rows: expert 2, expert 0 with padding, a block of no expert, expert 2 again, all
// padding.
MoeDown example() {
  MoeDown p;
  p.experts = 4;
  p.tokens = 20;
  p.n = 32;
  p.k = 512;
  p.block = 16;
  p.top_k = 3;
  p.block_experts = {2, 0, -1, 2, 1, 77};
  p.used_rows = 80;
  p.sorted_ids.assign(96, kPadding);
  for (int i = 0; i < 16; ++i) p.sorted_ids[std::size_t(i)] = i;
  p.sorted_ids[17] = 1 << 24 | 3;
  p.sorted_ids[31] = 1 << 24 | 4;
  p.sorted_ids[33] = 5;  // in a block of no expert
  p.sorted_ids[48] = 2 << 24 | 3;
  p.sorted_ids[90] = 6;  // past used_rows
  return p;
}

MoeDownData draw(const MoeDown& p, std::uint32_t seed, const std::vector<int>& scales, int nan_in) {
  std::mt19937 bits(seed);
  MoeDownData d;
  d.rows = active_rows(p);
  d.plane_of_expert.assign(std::size_t(p.experts), -1);
  int planes = 0;
  for (const MoeRow& row : d.rows)
    if (int& plane = d.plane_of_expert[std::size_t(row.expert)]; plane < 0) plane = planes++;
  const auto fill = [](std::vector<std::uint8_t>& v, std::int64_t count, const auto& next) {
    v.resize(std::size_t(count));
    for (std::uint8_t& x : v) x = next();
  };
  const auto code = [&] { return std::uint8_t(bits() & 15); };
  // Of e4m3fn 0x7F and 0xFF are NaN.
  const auto code_of_a = [&] {
    const auto drawn = std::uint8_t(bits() & p.a->code_mask());
    return p.a->bits == 8 && nan_in == 0 && (drawn & 0x7F) == 0x7F ? std::uint8_t{0x7E} : drawn;
  };
  const auto scale = [&] {
    if (nan_in != 0 && bits() % std::uint32_t(nan_in) == 0) return std::uint8_t(255);
    return std::uint8_t(scales[bits() % scales.size()]);
  };
  const auto rows = std::int64_t(d.rows.size());
  fill(d.a, rows * p.k, code_of_a);
  fill(d.a_scale, rows * p.k_blocks(), scale);
  fill(d.b, planes * p.n * p.k, code);
  fill(d.b_scale, planes * p.n * p.k_blocks(), scale);
  for (std::int64_t i = 0; i < rows; ++i) d.weight.push_back(std::ldexp(float(bits() % 512) - 255, -7));
  return d;
}

// From the definition of e2m1, in halves.
int halves(std::uint8_t code) {
  constexpr int kMagnitudes[] = {0, 1, 2, 3, 4, 6, 8, 12};
  return (code & 8) != 0 ? -kMagnitudes[code & 7] : kMagnitudes[code & 7];
}

// From the definition of e4m3fn, in units of 2^-9.
int ninths(std::uint8_t code) {
  const int exponent = code >> 3 & 15, mantissa = code & 7;
  const int magnitude = exponent == 0 ? mantissa : (8 + mantissa) << (exponent - 1);
  return (code & 0x80) != 0 ? -magnitude : magnitude;
}

struct Oracle {
  bool nan = false;
  mpq_class value, weight;
};

Oracle oracle(const MoeDown& p, const MoeDownData& d, std::size_t row, std::size_t column) {
  Oracle o;
  const auto k = std::size_t(p.k), blocks = k / 32;
  const auto plane = std::size_t(d.plane_of_expert[std::size_t(d.rows[row].expert)]) * std::size_t(p.n);
  for (std::size_t i = 0; i < k; ++i) {
    const std::uint8_t sa = d.a_scale[row * blocks + i / 32],
                       sb = d.b_scale[(plane + column) * blocks + i / 32];
    const std::uint8_t code = d.a[row * k + i];
    const bool wide = p.a->bits == 8;
    const int a = wide ? ninths(code) : halves(code), b = halves(d.b[(plane + column) * k + i]);
    const auto ceiling = [](int x, int smallest_normal) {
      return x == 0 ? 0 : std::max(std::abs(x), smallest_normal);
    };
    o.nan |= sa == 255 || sb == 255 || (wide && (code & 0x7F) == 0x7F);
    const mpq_class unit = power(int(sa) + int(sb) - 254 - (wide ? 10 : 2));
    o.value += mpq_class(a * b) * unit;
    o.weight += mpq_class(ceiling(a, wide ? 8 : 2) * ceiling(b, 2)) * unit;
  }
  return o;
}

std::string refusal(const MoeDown& p) {
  const auto checked = check(p);
  return checked ? "accepted" : checked.error().text();
}

std::string text(const std::vector<MoeRow>& rows) {
  std::string s;
  for (const MoeRow& row : rows)
    s += std::to_string(row.row) + ":" + std::to_string(row.expert) + ":" + std::to_string(row.token) + " ";
  return s;
}

}  // namespace

TEST_CASE("MoE down projection: exact results equal rationals") {
  check_property("moe down", [](std::uint32_t seed) {
    const auto scales =
        *rc::gen::element(std::vector<int>{120, 125, 127, 130}, std::vector<int>{0, 1, 127, 253, 254});
    const int nan_in = *rc::gen::element(0, 1000);
    MoeDown p = example();
    p.k = *rc::gen::element(256, 512);
    p.a = *rc::gen::element(&formats::float4_e2m1fn, &formats::float8_e4m3fn);
    const MoeDownData d = draw(p, seed, scales, nan_in);
    const MoeDownExact result = operators::exact(p, d);
    RC_ASSERT(result.value.size() == d.rows.size() * std::size_t(p.n));
    for (std::size_t row = 0; row < d.rows.size(); row += 3)
      for (const std::size_t column : {std::size_t{0}, std::size_t{17}, std::size_t{31}}) {
        const Oracle o = oracle(p, d, row, column);
        const std::size_t at = row * std::size_t(p.n) + column;
        RC_ASSERT(std::isnan(result.value[at]) == o.nan);
        if (o.nan) continue;
        RC_ASSERT(result.value[at] == round_to_double(o.value) * double(d.weight[row]));
        if (std::isinf(result.loss[at])) continue;
        // Nothing that rounds once, to binary32, may be farther off.
        const double nearest = lockstep::exact::weighted_loss(o.weight.get_d(), p.k, d.weight[row]);
        RC_ASSERT(result.loss[at] >= nearest * (1 - 1e-9));
        RC_ASSERT(result.loss[at] <= nearest * (1 + 1e-9));
      }
  });
}

// 32 products of at most 448 * 6 stay below 2^17, of 6 * 6 below 2^11: times a scale of 2^110, or 2^116,
// below 2^127.
TEST_CASE(
    "where one scale alone may leave binary32, kernels that multiply by one after the other claim nothing") {
  struct Row {
    const formats::Format* a;
    std::uint8_t last_claimed;
  };
  for (const Row& row : {Row{&formats::float4_e2m1fn, 127 + 116}, Row{&formats::float8_e4m3fn, 127 + 110}}) {
    MoeDown p = example();
    p.a = row.a;
    MoeDownData d = draw(p, 1, {100}, 0);
    const auto open = [&](bool of_b, std::uint8_t scale) {
      MoeDownData other = d;
      (of_b ? other.b_scale : other.a_scale)[5] = scale;
      MoeDownExact y = operators::exact(p, other);
      const std::int64_t before =
          std::count(y.loss.begin(), y.loss.end(), std::numeric_limits<double>::infinity());
      claim_for_scales_apart(p, other, y);
      return std::count(y.loss.begin(), y.loss.end(), std::numeric_limits<double>::infinity()) - before;
    };
    CHECK(open(false, row.last_claimed) == 0);
    CHECK(open(true, row.last_claimed) == 0);
    CHECK(open(false, std::uint8_t(row.last_claimed + 1)) == p.n);  // a row of y
    // A column of y, of the rows of the first expert: sorted rows 0 to 15 and 48.
    CHECK(open(true, std::uint8_t(row.last_claimed + 1)) == 17);
    CHECK(open(false, 255) == 0);  // that is NaN
  }
}

TEST_CASE("the gate's fixed operations stay near silu") {
  std::mt19937 random(7);
  for (int i = 0; i < 200'000; ++i) {
    const float g = std::ldexp(float(random() % 2'000'001) / 1'000'000 - 1, int(random() % 20) - 12);
    if (std::abs(g) > 80) continue;
    const GatedExact want = gated_exact(g, 0, -3, 0);
    REQUIRE(want.value == Approx(-3.0 * double(g) / (1 + std::exp(-double(g)))).epsilon(1e-12));
    REQUIRE(std::abs(double(gated(g, -3)) - want.value) <= want.loss);
    REQUIRE(want.loss <= std::abs(want.value) * 0x1p-19 + 1e-30);
    // Losses of the factors show in full.
    REQUIRE(std::abs(double(gated(g * 1.0001f, -3)) - want.value) <=
            gated_exact(g, std::abs(g) * 1.1e-4, -3, 0).loss);
  }
  CHECK(gated(std::numeric_limits<float>::infinity(), 2) == std::numeric_limits<float>::infinity());
  CHECK(std::isnan(gated(std::nanf(""), 1)));
  CHECK(std::isnan(gated(1, std::nanf(""))));
  CHECK(gated(-300, 1) == 0);
  CHECK(std::isinf(gated_exact(1e30, 0, 1e30, 0).loss));
}

// 1.74609375 is half way between two bf16 numbers and goes to 1.75, from which on the scale doubles: known
// exactly it leaves one scale, known less well two.
TEST_CASE("a block at the threshold of two scales has one when nothing is lost") {
  operators::MoeDownExact y;
  y.value.assign(32, 0.15625);  // 0.3125 of the larger scale rounds to 0.5, 0.625 of the smaller to 0.5
  y.value[0] = 1.74609375;
  y.loss.assign(32, 0.0);
  const operators::MoeDownBetween known = operators::between(y);
  for (const double reach : known.reach) CHECK(reach == 0);
  CHECK(known.centre[1] == 0.25);
  CHECK(operators::quantised(y).scale[0] == 0.5);
  y.loss[0] = 1e-12;
  CHECK(operators::between(y).reach[1] > 0);
}

TEST_CASE("MoE down projection: what takes part") {
  MoeDown p = example();
  REQUIRE(refusal(p) == "accepted");
  const std::vector<MoeRow> rows = active_rows(p);
  CHECK(text({rows.end() - 4, rows.end()}) == "15:2:15 17:0:3 31:0:4 48:2:3 ");
  CHECK(rows.size() == 19);
  const std::vector<Arrivals> all = arrivals(rows);
  CHECK(all.size() == 16);
  CHECK(all[3].token == 3);
  CHECK(all[3].rows == std::vector<std::size_t>{3, 16, 18});
  p.tokens = 4;  // tokens at or past it are padding
  CHECK(text(active_rows(p)) == "0:2:0 1:2:1 2:2:2 3:2:3 17:0:3 48:2:3 ");
  p.used_rows = 0;
  CHECK(active_rows(p).empty());
}

TEST_CASE("MoE down projections outside the contract are refused by argument, value and rule") {
  const auto with = [](const auto& change) {
    MoeDown p = example();
    change(p);
    return refusal(p);
  };
  CHECK(with([](auto& p) { p.experts = 0; }) ==
        "experts = 0: must be positive and fit a signed 32-bit integer");
  CHECK(with([](auto& p) { p.tokens = 1 << 24; }) ==
        "tokens = 16777216: must lie between 0 and 2^24 - 1, so that padding has a token of its own");
  CHECK(with([](auto& p) { p.n = 48; }) == "n = 48: must be a positive multiple of 32");
  CHECK(with([](auto& p) { p.k = 384; }) == "k = 384: must be a positive multiple of 256");
  CHECK(with([](auto& p) { p.n = 256, p.output = MoeOutput::gated_mx; }) ==
        "n = 256: must be a multiple of 512");
  CHECK(with([](auto& p) { p.a = &formats::float8_e5m2; }) ==
        "a = format: must be float4_e2m1fn or float8_e4m3fn");
  CHECK(with([](auto& p) { p.block = 48; }) == "block = 48: must be 16, 32, 64 or 128");
  CHECK(with([](auto& p) { p.top_k = 10; }) == "top_k = 10: must lie between 1 and 9");
  CHECK(with([](auto& p) { p.sorted_ids.pop_back(); }) ==
        "sorted_ids.size() = 95: must be a multiple of the block");
  CHECK(with([](auto& p) { p.block_experts.pop_back(); }) ==
        "block_experts.size() = 5: must be one entry per block of sorted rows");
  CHECK(with([](auto& p) { p.used_rows = 72; }) ==
        "used_rows = 72: must be a multiple of the block, between 0 and the sorted rows");
  CHECK(with([](auto& p) { p.used_rows = 112; }) ==
        "used_rows = 112: must be a multiple of the block, between 0 and the sorted rows");
  CHECK(with([](auto& p) { p.block_experts[1] = 4; }) == "block_experts[1] = 4: must be -1 or an expert");
  CHECK(with([](auto& p) { p.block_experts[1] = -2; }) == "block_experts[1] = -2: must be -1 or an expert");
  CHECK(with([](auto& p) { p.top_k = 2; }) == "sorted_ids[48] = 2: has a slot that is not below top_k");
  CHECK(with([](auto& p) { p.sorted_ids[48] = 3; }) ==
        "sorted_ids[48] = 0: has a slot that another row of the token has");
}

}  // namespace lockstep::tests
