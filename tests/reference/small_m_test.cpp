// The small-M operator against rationals and plain loops.
#include "reference/operators/small_m.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <fmt/format.h>

#include "tests/catch.hpp"
#include "tests/property.hpp"
#include "tests/reference/code_table.hpp"

namespace lockstep::tests {
namespace {

using namespace operators;

SmallM dense(std::int64_t m, std::int64_t n, std::int64_t k) {
  return {m, n, k, std::nullopt};
}

// Ids in random places, each at most once: experts, padding, gaps and ends as the seed wants them.
SmallM sorted(std::uint32_t seed, std::int64_t n, std::int64_t k) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t end) { return std::int32_t(random() % end); };
  SmallM p{4 + below(20), n, k, SortedIds{}};
  SortedIds& s = *p.sorted;
  s.experts = 1 + below(5);
  s.a_div = std::int64_t{1} << below(4);
  s.a_rows = (p.m + s.a_div - 1) / s.a_div;
  s.block_m = 4 * (1 + below(3));
  std::vector<std::int32_t> ids(std::size_t(p.m));
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = std::int32_t(i);
  std::shuffle(ids.begin(), ids.end(), random);
  const std::int32_t padding[] = {-1, std::int32_t(p.m), std::int32_t(p.m) + 7,
                                  std::numeric_limits<std::int32_t>::min(),
                                  std::numeric_limits<std::int32_t>::max()};
  while (!ids.empty()) {
    if (below(3) == 0) {
      s.ids.push_back(padding[below(5)]);
    } else {
      s.ids.push_back(ids.back());
      ids.pop_back();
    }
  }
  const auto length = std::int64_t(s.ids.size());
  for (std::int64_t block = 0; block * s.block_m < length; ++block)
    s.expert_ids.push_back(below(6) == 0 ? below(2) == 0 ? -1 : std::int32_t(s.experts)
                                         : below(std::uint32_t(s.experts)));
  s.num_post = below(3) == 0 ? below(std::uint32_t(length) + 1) : std::int32_t(length) + below(3);
  s.weighted = below(2) == 0;
  if (s.weighted)
    for (std::int64_t i = 0; i < p.m; ++i) s.weights.push_back(float(below(40) - 20) / 7.0f);
  return p;
}

struct Regime {
  std::vector<int> scales;  ///< drawn from these
  int nan_in;               ///< one code or scale in this many is NaN; 0 for none
};

SmallMData draw(const SmallM& p, std::uint32_t seed, const Regime& regime) {
  std::mt19937 bits(seed);
  const auto nan = [&] { return regime.nan_in != 0 && bits() % std::uint32_t(regime.nan_in) == 0; };
  const auto code = [&]() -> std::uint8_t {
    const auto c = std::uint8_t(bits());
    return nan() ? std::uint8_t(c | 0x7F) : (c & 0x7F) == 0x7F ? std::uint8_t(0) : c;
  };
  const auto scale = [&] {
    return nan() ? std::uint8_t(255) : std::uint8_t(regime.scales[bits() % regime.scales.size()]);
  };
  SmallMData d;
  d.rows = rows_taking_part(p);
  d.plane_of_expert.assign(std::size_t(p.experts()), -1);
  int planes = 0;
  for (const SmallMRow& row : d.rows) {
    if (int& plane = d.plane_of_expert[std::size_t(row.expert)]; plane < 0) plane = planes++;
    const bool weighted = p.sorted && p.sorted->weighted;
    d.weight.push_back(weighted ? p.sorted->weights[std::size_t(row.row)] : 1.0f);
  }
  const auto fill = [](std::vector<std::uint8_t>& v, std::int64_t count, const auto& next) {
    v.resize(std::size_t(count));
    for (std::uint8_t& x : v) x = next();
  };
  const auto rows = std::int64_t(d.rows.size());
  fill(d.a, rows * p.k, code);
  fill(d.a_scale, rows * p.k_blocks(), scale);
  fill(d.b, planes * p.n * p.k, code);
  fill(d.b_scale, planes * p.n * p.k_blocks(), scale);
  return d;
}

// A finite e4m3fn code in units of 2^-9, from its definition.
std::int64_t units(std::uint8_t code) {
  const int field = code >> 3 & 15, mantissa = code & 7;
  const std::int64_t magnitude = field == 0 ? mantissa : std::int64_t(8 + mantissa) << (field - 1);
  return (code & 0x80) != 0 ? -magnitude : magnitude;
}

struct Oracle {
  bool nan = false, negative_zero = false;
  mpq_class value, weight;
};

Oracle oracle(const SmallM& p, const SmallMData& d, std::size_t row, std::int64_t column) {
  Oracle o;
  const auto k = std::size_t(p.k);
  const std::size_t at = d.plane(row) * std::size_t(p.n) + std::size_t(column);
  for (std::size_t i = 0; i < k; ++i) {
    const std::uint8_t a = d.a[row * k + i], b = d.b[at * k + i];
    const std::uint8_t sa = d.a_scale[(row * k + i) / 32], sb = d.b_scale[(at * k + i) / 32];
    o.nan |= (a & 0x7F) == 0x7F || (b & 0x7F) == 0x7F || sa == 255 || sb == 255;
    const auto ceiling = [](std::int64_t u) { return u == 0 ? 0 : std::max<std::int64_t>(std::abs(u), 8); };
    const mpq_class scale = power(int(sa) + int(sb) - 254 - 18);
    o.value += mpq_class(units(a) * units(b)) * scale;
    o.weight += mpq_class(ceiling(units(a)) * ceiling(units(b))) * scale;
  }
  o.negative_zero = std::signbit(d.weight[row]) != (o.value < 0);
  o.value *= mpq_class(double(d.weight[row]));
  o.negative_zero &= o.value == 0;
  return o;
}

void check_exact(const SmallM& p, const SmallMData& d) {
  static const CodeTable table(*std::find_if(
      kFacts.begin(), kFacts.end(), [](const FormatFacts& f) { return *f.format == formats::bfloat16; }));
  const ExactOutput result = operators::exact(p, d);
  RC_ASSERT(result.value.size() == d.rows.size() * std::size_t(p.n));
  for (std::size_t row = 0; row < d.rows.size(); ++row) {
    for (std::int64_t column = std::int64_t(row % 3); column < p.n; column += 5) {
      const Oracle o = oracle(p, d, row, column);
      const std::size_t at = row * std::size_t(p.n) + std::size_t(column);
      RC_ASSERT(std::isnan(result.value[at]) == o.nan);
      RC_ASSERT(std::isnan(result.magnitude[at]) == o.nan);
      RC_ASSERT(formats::is_nan(formats::bfloat16, result.rounded[at]) == o.nan);
      if (o.nan) continue;
      RC_ASSERT(result.value[at] == round_to_double(o.value));
      RC_ASSERT(result.rounded[at] == (o.negative_zero ? 0x8000u : table.nearest(o.value, false)));
      RC_ASSERT(mpq_class(result.magnitude[at]) >= o.weight);
      RC_ASSERT(mpq_class(result.magnitude[at]) <= o.weight * (1 + power(-30)));
    }
  }
}

std::string refusal(const SmallM& p) {
  const auto checked = check(p);
  return checked ? "accepted" : checked.error().text();
}

const std::vector<int> kOrdinary{120, 125, 127, 130};
const std::vector<int> kExtreme{0, 1, 127, 253, 254};

}  // namespace

TEST_CASE("small-M, dense: exact results equal rationals") {
  check_property("dense", [](std::uint32_t seed) {
    const std::int64_t m = *rc::gen::inRange(0, 5);
    const std::int64_t n = *rc::gen::inRange(1, 12);
    const std::int64_t k = 32 * *rc::gen::inRange(1, 7);
    const auto& scales = *rc::gen::element(kOrdinary, kExtreme);
    const int nan_in = *rc::gen::element(0, 600);
    const SmallM p = dense(m, n, k);
    RC_ASSERT(check(p).has_value());
    check_exact(p, draw(p, seed, {scales, nan_in}));
  });
}

TEST_CASE("small-M, sorted: exact results equal rationals, weights included") {
  check_property("sorted", [](std::uint32_t seed) {
    const auto& scales = *rc::gen::element(kOrdinary, kExtreme);
    const int nan_in = *rc::gen::element(0, 600);
    const SmallM p = sorted(seed, 9, 64);
    RC_ASSERT(check(p).has_value());
    check_exact(p, draw(p, seed, {scales, nan_in}));
  });
}

TEST_CASE("a NaN weight makes its row NaN and no other") {
  SmallM p = sorted(3, 5, 32);
  p.sorted->weighted = true;
  p.sorted->weights.assign(std::size_t(p.m), 0.5f);
  const std::vector<SmallMRow> rows = rows_taking_part(p);
  REQUIRE(rows.size() > 2);
  p.sorted->weights[std::size_t(rows[1].row)] = std::numeric_limits<float>::quiet_NaN();
  const ExactOutput result = operators::exact(p, draw(p, 4, {kOrdinary, 0}));
  for (std::size_t i = 0; i < result.value.size(); ++i) CHECK(std::isnan(result.value[i]) == (i / 5 == 1));
}

TEST_CASE("the rows that take part are those of the definition, in the order of the list") {
  check_property("rows", [](std::uint32_t seed) {
    const SmallM p = sorted(seed, 1, 32);
    const SortedIds& s = *p.sorted;
    std::vector<SmallMRow> expected;
    for (std::int64_t block = 0; block < std::int64_t(s.expert_ids.size()); ++block)
      for (std::int64_t i = 0; i < s.block_m; ++i) {
        const std::int64_t at = block * s.block_m + i;
        if (at >= std::min<std::int64_t>(s.num_post, std::int64_t(s.ids.size()))) continue;
        const std::int32_t id = s.ids[std::size_t(at)], expert = s.expert_ids[std::size_t(block)];
        if (expert >= 0 && expert < s.experts && id >= 0 && id < p.m)
          expected.push_back({id, std::int64_t(std::floor(double(id) / double(s.a_div))), expert});
      }
    const std::vector<SmallMRow> rows = rows_taking_part(p);
    RC_ASSERT(rows.size() == expected.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      RC_ASSERT(rows[i].row == expected[i].row);
      RC_ASSERT(rows[i].a_row == expected[i].a_row);
      RC_ASSERT(rows[i].expert == expected[i].expert);
      RC_ASSERT(rows[i].a_row < s.a_rows);
    }
  });
}

TEST_CASE(
    "padding may stand anywhere: before valid ids, in gaps of whole groups, in a last block cut short") {
  SmallM p{9, 8, 32, SortedIds{}};
  SortedIds& s = *p.sorted;
  s.experts = 2;
  s.a_rows = 9;
  s.block_m = 8;
  s.ids = {-1, 9, -5, 100, /* gap over */ 4, 9, 9, 9, 8, 0};
  s.expert_ids = {1, 0};
  s.num_post = 10;
  const auto text = [&] {
    std::string t;
    for (const SmallMRow& row : rows_taking_part(p)) t += fmt::format("{}:{} ", row.row, row.expert);
    return t;
  };
  CHECK(text() == "4:1 8:0 0:0 ");
  s.num_post = 9;
  CHECK(text() == "4:1 8:0 ");
  s.num_post = -3;
  CHECK(text().empty());
  s.num_post = 1000;
  s.expert_ids = {-1, 2};
  CHECK(text().empty());
}

TEST_CASE("small-M problems outside the contract are refused by argument, value and rule") {
  const auto dense_with = [](const auto& change) {
    SmallM p = dense(4, 7, 64);
    change(p);
    return refusal(p);
  };
  CHECK(dense_with([](auto&) {}) == "accepted");
  CHECK(dense_with([](auto& p) { p.m = -1; }) == "m = -1: must not be negative");
  CHECK(dense_with([](auto& p) { p.n = 0; }) == "n = 0: must be positive");
  CHECK(dense_with([](auto& p) { p.k = 48; }) == "k = 48: must be a positive multiple of 32");
  CHECK(dense_with([](auto& p) { p.n = std::int64_t{1} << 31; }) ==
        "n = 2147483648: must fit a signed 32-bit integer");

  SmallM good = sorted(5, 7, 64);
  good.sorted->weighted = true;
  good.sorted->weights.assign(std::size_t(good.m), 1.0f);
  const auto with = [&](const auto& change) {
    SmallM p = good;
    change(p, *p.sorted);
    return refusal(p);
  };
  CHECK(with([](auto&, auto&) {}) == "accepted");
  CHECK(with([](auto&, auto& s) { s.experts = 0; }) == "experts = 0: must be at least 1");
  CHECK(with([](auto&, auto& s) { s.a_div = 0; }) == "a_div = 0: must be at least 1");
  CHECK(with([](auto&, auto& s) { s.block_m = 0; }) == "block_m = 0: must be at least 1");
  CHECK(with([](auto&, auto& s) { s.a_rows = -1; }) == "a_rows = -1: must not be negative");
  CHECK(with([](auto&, auto& s) { s.a_rows = 0; }).find("m = ") == 0);
  CHECK(with([](auto&, auto& s) { s.expert_ids.pop_back(); }).find("must be the number of blocks") !=
        std::string::npos);
  CHECK(with([](auto& p, auto& s) { s.weights.resize(std::size_t(p.m) - 1); }).find("weights.size() = ") ==
        0);
  const auto rows = rows_taking_part(good);
  REQUIRE(rows.size() > 1);
  CHECK(with([&](auto&, auto& s) { s.weights[std::size_t(rows[0].row)] = -HUGE_VALF; }) ==
        fmt::format("weights[{}] = -inf: must not be infinite", rows[0].row));
  CHECK(with([&](auto&, auto& s) {
          std::replace(s.ids.begin(), s.ids.end(), std::int32_t(rows[0].row), std::int32_t(rows[1].row));
        }) ==
        fmt::format("sorted_ids = {} twice: must name every row of the output at most once", rows[1].row));
}

TEST_CASE("a weight widens the bound as it widens the error, and the bound still objects") {
  const exact::Reduction reduction = exact::tree_reduction(20, 4);
  const auto accepts = [&](double value, double magnitude, float weight, std::uint32_t code) {
    return exact::within(operators::bound(value, magnitude, reduction, weight), value, formats::bfloat16,
                         code);
  };
  // 1 + 2^-8 lies half-way between two codes: the loss decides, and makes both legal.
  CHECK(accepts(1 + 0x1p-8, 2, 1.0f, 0x3F80));
  CHECK(accepts(1 + 0x1p-8, 2, 1.0f, 0x3F81));
  CHECK_FALSE(accepts(1 + 0x1p-8, 2, 1.0f, 0x3F82));
  // Great sums that cancel: 2^24 * 20 u = 20 is what may be lost, a weight of 1/64 leaves a third of one.
  CHECK(accepts(1, 0x1p24, 1.0f, 0x4188));
  CHECK_FALSE(accepts(1, 0x1p24, 0x1p-6f, 0x4188));
  CHECK(accepts(1, 0x1p24, 0x1p-6f, 0x3FA0));
  CHECK_FALSE(accepts(1, 0x1p24, 0x1p-6f, 0x3FB0));
  // A weight of zero leaves nothing to be lost.
  CHECK(accepts(0, 0x1p24, 0.0f, 0));
  CHECK_FALSE(accepts(0, 0x1p24, 0.0f, 0x0001));
}

}  // namespace lockstep::tests
