#include "reference/operators/grouped_gemm.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"
#include "tests/reference/code_table.hpp"

namespace lockstep::tests {
namespace {

using namespace operators;

GroupedGemm contiguous(std::vector<std::int32_t> row_group, std::int64_t groups, std::int64_t n,
                       std::int64_t k) {
  GroupedGemm p;
  p.groups = groups;
  p.m = std::int64_t(row_group.size());
  p.n = n;
  p.k = k;
  p.out = &formats::bfloat16;
  p.row_group = std::move(row_group);
  return p;
}

GroupedGemm masked(std::vector<std::int32_t> masked_m, std::int64_t m, std::int64_t n, std::int64_t k) {
  GroupedGemm p;
  p.grouping = Grouping::masked;
  p.groups = std::int64_t(masked_m.size());
  p.m = m;
  p.n = n;
  p.k = k;
  p.out = &formats::float16;
  p.masked_m = std::move(masked_m);
  return p;
}

struct Regime {
  std::vector<int> scales;  ///< drawn from these
  int nan_in;               ///< one code or scale in this many is NaN; 0 for none
};

GroupedGemmData draw(const GroupedGemm& p, std::uint32_t seed, const Regime& regime) {
  std::mt19937 bits(seed);
  const auto nan = [&] { return regime.nan_in != 0 && bits() % std::uint32_t(regime.nan_in) == 0; };
  const auto code = [&]() -> std::uint8_t {
    const auto c = std::uint8_t(bits());
    return nan() ? std::uint8_t(c | 0x7F) : (c & 0x7F) == 0x7F ? std::uint8_t(0) : c;
  };
  const auto scale = [&] {
    return nan() ? std::uint8_t(255) : std::uint8_t(regime.scales[bits() % regime.scales.size()]);
  };
  GroupedGemmData d;
  d.rows = active_rows(p);
  d.plane_of_group.assign(std::size_t(p.groups), -1);
  int planes = 0;
  for (const ActiveRow& row : d.rows)
    if (int& plane = d.plane_of_group[std::size_t(row.group)]; plane < 0) plane = planes++;
  const auto fill = [](std::vector<std::uint8_t>& v, std::int64_t count, const auto& next) {
    v.resize(std::size_t(count));
    for (std::uint8_t& x : v) x = next();
  };
  const auto rows = std::int64_t(d.rows.size());
  fill(d.a, rows * p.k, code);
  fill(d.a_scale, rows * p.k_blocks(), scale);
  fill(d.b, planes * p.n * p.k, code);
  fill(d.b_scale, planes * (p.n / 128) * p.k_blocks(), scale);
  return d;
}

// A finite e4m3fn code in units of 2^-9, from its definition.
std::int64_t units(std::uint8_t code) {
  const int field = code >> 3 & 15, mantissa = code & 7;
  const std::int64_t magnitude = field == 0 ? mantissa : std::int64_t(8 + mantissa) << (field - 1);
  return (code & 0x80) != 0 ? -magnitude : magnitude;
}

struct Oracle {
  bool nan = false;
  mpq_class value, weight;
};

Oracle oracle(const GroupedGemm& p, const GroupedGemmData& d, std::size_t row, std::int64_t column) {
  Oracle o;
  const auto k = std::size_t(p.k), blocks = k / 128;
  const auto plane = std::size_t(d.plane_of_group[std::size_t(d.rows[row].group)]);
  for (std::size_t kb = 0; kb < blocks; ++kb) {
    const std::uint8_t sa = d.a_scale[row * blocks + kb];
    const std::uint8_t sb =
        d.b_scale[(plane * std::size_t(p.n / 128) + std::size_t(column / 128)) * blocks + kb];
    std::int64_t sum = 0, weight = 0;
    for (std::size_t i = kb * 128; i < kb * 128 + 128; ++i) {
      const std::uint8_t a = d.a[row * k + i];
      const std::uint8_t b = d.b[(plane * std::size_t(p.n) + std::size_t(column)) * k + i];
      o.nan |= (a & 0x7F) == 0x7F || (b & 0x7F) == 0x7F;
      const auto ceiling = [](std::int64_t u) { return u == 0 ? 0 : std::max<std::int64_t>(std::abs(u), 8); };
      sum += units(a) * units(b);
      weight += ceiling(units(a)) * ceiling(units(b));
    }
    o.nan |= sa == 255 || sb == 255;
    const mpq_class scale = power(int(sa) + int(sb) - 254 - 18);
    o.value += mpq_class(sum) * scale;
    o.weight += mpq_class(weight) * scale;
  }
  return o;
}

void check_exact(const GroupedGemm& p, const GroupedGemmData& d, const std::vector<std::int64_t>& columns) {
  static const CodeTable tables[] = {CodeTable(facts_of(formats::bfloat16)),
                                     CodeTable(facts_of(formats::float16))};
  const CodeTable& table = tables[*p.out == formats::float16];
  const ExactOutput result = exact(p, d), unweighed = exact(p, d, Magnitudes::none);
  const double limit = magnitude_limit(*p.element, p.k, *p.scale, d.a_scale, d.b_scale);
  RC_ASSERT(result.value.size() == d.rows.size() * std::size_t(p.n));
  RC_ASSERT(unweighed.rounded == result.rounded);
  RC_ASSERT(unweighed.magnitude.empty());
  for (std::size_t row = 0; row < d.rows.size(); ++row) {
    for (const std::int64_t column : columns) {
      const Oracle o = oracle(p, d, row, column);
      const std::size_t at = row * std::size_t(p.n) + std::size_t(column);
      const double alone = magnitude(p, d, row, column);
      RC_ASSERT(std::isnan(result.value[at]) == o.nan);
      RC_ASSERT(std::isnan(alone) == o.nan);
      RC_ASSERT(formats::is_nan(*p.out, result.rounded[at]) == o.nan);
      if (o.nan) continue;
      RC_ASSERT(result.value[at] == round_to_double(o.value));
      RC_ASSERT(result.rounded[at] == table.nearest(o.value, false));
      for (const double weight : {result.magnitude[at], alone}) {
        RC_ASSERT(mpq_class(weight) >= o.weight);
        RC_ASSERT(mpq_class(weight) <= o.weight * (1 + power(-15)));
      }
      RC_ASSERT(o.weight <= mpq_class(limit));
    }
  }
}

std::string refusal(const GroupedGemm& p) {
  const auto checked = check(p);
  return checked ? "accepted" : checked.error().text();
}

const std::vector<int> kOrdinary{120, 125, 127, 130};
const std::vector<int> kExtreme{0, 1, 127, 253, 254};

}  // namespace

TEST_CASE("contiguous groups: exact results equal rationals") {
  check_property("contiguous", [](std::uint32_t seed) {
    const int rows = *rc::gen::inRange(0, 6);
    const int k = 128 * *rc::gen::inRange(1, 5);
    const auto& scales = *rc::gen::element(kOrdinary, kExtreme);
    const int nan_in = *rc::gen::element(0, 2000);
    std::vector<std::int32_t> layout(256, -1);
    for (int i = 0; i < rows; ++i) {
      layout[std::size_t(i * 37 % 128)] = 2;
      layout[std::size_t(128 + i)] = 0;
    }
    const GroupedGemm p = contiguous(layout, 3, 384, k);
    RC_ASSERT(check(p).has_value());
    check_exact(p, draw(p, seed, {scales, nan_in}), {0, 1, 127, 128, 255, 256, 383});
  });
}

TEST_CASE("masked groups: exact results equal rationals") {
  check_property("masked", [](std::uint32_t seed) {
    const std::int32_t first = *rc::gen::inRange(0, 4);
    const std::int32_t last = *rc::gen::inRange(0, 4);
    const auto& scales = *rc::gen::element(kOrdinary, kExtreme);
    const int nan_in = *rc::gen::element(0, 2000);
    const GroupedGemm p = masked({first, 0, last}, 4, 128, 256);
    RC_ASSERT(check(p).has_value());
    check_exact(p, draw(p, seed, {scales, nan_in}), {0, 63, 127});
  });
}

TEST_CASE("FNUZ codes and scales of any mantissa: exact results equal rationals") {
  check_property("float scales", [](std::uint32_t seed) {
    const std::int64_t k = 128 * *rc::gen::inRange(1, 5);
    const int spread = *rc::gen::element(0, 4, 60);
    GroupedGemm p = masked({3}, 4, 128, k);
    GroupedGemmData d = draw(p, seed, {{127}, 0});
    p.element = &formats::float8_e4m3fnuz;
    p.scale = &formats::float32;
    RC_ASSERT(check(p).has_value());
    for (std::vector<std::uint8_t>* codes : {&d.a, &d.b})
      for (std::uint8_t& c : *codes) c = c == 0x80 ? 0 : c;  // else NaN
    std::mt19937 bits(seed);
    const auto scales = [&](std::vector<std::uint8_t>& bytes) {
      std::vector<float> drawn(bytes.size());
      for (float& x : drawn) {
        const int exponent = int(bits() % unsigned(spread + 1)) - spread / 2;
        x = std::ldexp(1 + float(bits() % (1 << 23)) * 0x1p-23f, exponent) * (bits() % 3 == 0 ? -1.0f : 1.0f);
      }
      bytes.resize(4 * drawn.size());
      std::memcpy(bytes.data(), drawn.data(), bytes.size());
      return drawn;
    };
    const std::vector<float> a_scale = scales(d.a_scale), b_scale = scales(d.b_scale);
    const ExactOutput result = exact(p, d);
    static const CodeTable table(facts_of(formats::float16));
    for (std::size_t row = 0; row < 3; ++row) {
      for (const std::size_t column : {std::size_t(0), std::size_t(77), std::size_t(127)}) {
        mpq_class value, weight;
        for (std::size_t i = 0; i < std::size_t(k); ++i) {
          // Half of what the code means with the other bias, on either side.
          const std::int64_t a = units(d.a[row * std::size_t(k) + i]);
          const std::int64_t b = units(d.b[column * std::size_t(k) + i]);
          const mpq_class scale = mpq_class(a_scale[row * std::size_t(k / 128) + i / 128]) *
                                  mpq_class(b_scale[i / 128]) * power(-20);
          const auto ceiling = [](std::int64_t u) {
            return u == 0 ? 0 : std::max<std::int64_t>(std::abs(u), 8);
          };
          value += mpq_class(a * b) * scale;
          weight += mpq_class(ceiling(a) * ceiling(b)) * abs(scale);
        }
        const std::size_t at = row * 128 + column;
        RC_ASSERT(result.value[at] == round_to_double(value));
        RC_ASSERT(result.rounded[at] == table.nearest(value, false));
        RC_ASSERT(mpq_class(result.magnitude[at]) >= weight);
        RC_ASSERT(mpq_class(result.magnitude[at]) <= weight * (1 + power(-15)));
      }
    }
  });
}

TEST_CASE("a panel of more than 128 rows and 256 columns") {
  const GroupedGemm p = masked({131}, 131, 384, 128);
  check_property("tall", [&](std::uint32_t seed) {
    check_exact(p, draw(p, seed % 2, {kOrdinary, 0}), {0, 255, 256, 383});
  });
}

TEST_CASE("what two doubles cannot hold survives the cancellation of all above it") {
  const GroupedGemm p = masked({1}, 1, 128, 640);
  GroupedGemmData d = draw(p, 9, {{127}, 0});
  // Blocks of 2^200, 2^100 and 1 times something, then the first two again with the other sign.
  d.a_scale = {254, 227, 127, 254, 227};
  d.b_scale = {200, 127, 127, 200, 127};
  for (const auto part : {&GroupedGemmData::a, &GroupedGemmData::b}) {
    std::vector<std::uint8_t>& codes = d.*part;
    const std::uint8_t flip = part == &GroupedGemmData::a ? 0x80 : 0;
    for (std::size_t row = 0; row < codes.size(); row += 640)
      for (std::size_t i = 0; i < 256; ++i) codes[row + 384 + i] = codes[row + i] ^ flip;
  }
  const ExactOutput result = exact(p, d);
  for (std::size_t column = 0; column < 128; ++column) {
    const mpq_class expected = oracle(p, d, 0, std::int64_t(column)).value;
    REQUIRE(abs(expected) < power(40));
    CHECK(result.value[column] == expected.get_d());
  }
}

TEST_CASE("one NaN reaches its row or its column, whatever it is multiplied by, and nothing else") {
  const GroupedGemm p = masked({2, 1}, 2, 256, 256);
  const Regime zeros{{127}, 0};
  GroupedGemmData d = draw(p, 1, zeros);
  std::fill(d.a.begin(), d.a.end(), std::uint8_t{0});
  std::fill(d.b.begin(), d.b.end(), std::uint8_t{0});
  const auto nans = [&](const GroupedGemmData& data) {
    const auto values = exact(p, data).value;
    return std::count_if(values.begin(), values.end(), [](double x) { return std::isnan(x); });
  };
  const auto with = [&](std::vector<std::uint8_t> GroupedGemmData::* part, std::size_t at,
                        std::uint8_t code) {
    GroupedGemmData changed = d;
    (changed.*part)[at] = code;
    return nans(changed);
  };
  CHECK(nans(d) == 0);
  CHECK(with(&GroupedGemmData::a, 300, 0xFF) == 256);         // one row
  CHECK(with(&GroupedGemmData::a_scale, 1, 255) == 256);      // one row
  CHECK(with(&GroupedGemmData::b, 77 * 256 + 5, 0x7F) == 2);  // one column of group 0, two rows
  CHECK(with(&GroupedGemmData::b_scale, 4 + 2, 255) == 128);  // 128 columns of group 1, one row
}

TEST_CASE(
    "the limit of magnitudes is reached where all elements and scales are the largest, and NaN is none") {
  const GroupedGemm p = masked({1}, 1, 128, 256);
  GroupedGemmData d = draw(p, 1, {{130}, 0});
  for (std::vector<std::uint8_t>* codes : {&d.a, &d.b}) codes->assign(codes->size(), 0x7E);
  const auto limit = [&] { return magnitude_limit(*p.element, p.k, *p.scale, d.a_scale, d.b_scale); };
  const double reached = magnitude(p, d, 0, 5);
  CHECK(limit() <= reached);
  CHECK(reached <= limit() * (1 + 0x1p-39));
  d.a_scale[1] = 120;
  d.b_scale[0] = 255;
  CHECK(limit() == 256.0 * 448 * 448 * 64);
  d.a_scale[0] = 120;
  CHECK(limit() == 256.0 * 448 * 448 / 16);
}

TEST_CASE("the comparison objects to a binary32 accumulation") {
  const GroupedGemm p = masked({4}, 4, 128, 1024);
  const GroupedGemmData d = draw(p, 5, {kOrdinary, 0});
  const ExactOutput result = exact(p, d);
  std::size_t different = 0;
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t column = 0; column < 128; ++column) {
      float sum = 0;
      for (std::size_t i = 0; i < 1024; ++i) {
        const double scale =
            std::ldexp(1.0, int(d.a_scale[row * 8 + i / 128]) + int(d.b_scale[i / 128]) - 254 - 18);
        sum += float(double(units(d.a[row * 1024 + i]) * units(d.b[column * 1024 + i])) * scale);
      }
      different += double(sum) != result.value[row * 128 + column];
    }
  CHECK(different > 100);
}

TEST_CASE("problems outside the contract are refused by argument, value and rule") {
  const GroupedGemm good = contiguous(std::vector<std::int32_t>(130, 0), 2, 128, 256);
  CHECK(refusal(good) == "accepted");
  const auto with = [&](const auto& change) {
    GroupedGemm p = good;
    change(p);
    return refusal(p);
  };
  CHECK(with([](auto& p) { p.groups = 0; }) == "groups = 0: must be at least 1");
  CHECK(with([](auto& p) { p.m = -1; }) == "m = -1: must not be negative");
  CHECK(with([](auto& p) { p.n = 192; }) == "n = 192: must be a multiple of 128 that is not negative");
  CHECK(with([](auto& p) { p.k = -128; }) == "k = -128: must be a multiple of 128 that is not negative");
  CHECK(with([](auto& p) { p.n = std::int64_t{1} << 31; }) ==
        "n = 2147483648: must fit a signed 32-bit integer");
  CHECK(with([](auto& p) { p.out = &formats::float32; }) == "out = float32: must be bfloat16 or float16");
  CHECK(with([](auto& p) { p.out = nullptr; }) == "out = none: must be bfloat16 or float16");
  CHECK(with([](auto& p) { p.row_group.pop_back(); }) == "row_group.size() = 129: must equal m");
  CHECK(with([](auto& p) { p.row_group[7] = 2; }) == "row_group[7] = 2: must be -1 or a group");
  CHECK(with([](auto& p) { p.row_group[7] = -2; }) == "row_group[7] = -2: must be -1 or a group");
  CHECK(with([](auto& p) { p.row_group[7] = 1; }) ==
        "row_group[7] = 1: must be the only group of its aligned tile of 128 rows");
  CHECK(with([](auto& p) { p.row_group[128] = p.row_group[129] = 1; }) == "accepted");
  CHECK(with([](auto& p) { p.row_group[0] = p.row_group[129] = -1; }) == "accepted");
  CHECK(refusal(masked({3, 5, 0}, 4, 128, 128)) == "masked_m[1] = 5: must lie between 0 and m");
  CHECK(refusal(masked({3, -1}, 4, 128, 128)) == "masked_m[1] = -1: must lie between 0 and m");
  GroupedGemm short_mask = masked({1, 1}, 4, 128, 128);
  short_mask.groups = 3;
  CHECK(refusal(short_mask) == "masked_m.size() = 2: must equal groups");
}

TEST_CASE("active rows ascend and name their group") {
  const auto text = [](const GroupedGemm& p) {
    std::string s;
    for (const ActiveRow& row : active_rows(p))
      s += std::to_string(row.row) + ":" + std::to_string(row.group) + " ";
    return s;
  };
  CHECK(text(contiguous({1, -1, 1, -1}, 2, 128, 128)) == "0:1 2:1 ");
  CHECK(text(masked({2, 0, 1}, 4, 128, 128)) == "0:0 1:0 8:2 ");
  CHECK(text(masked({0}, 0, 128, 128)).empty());
}

}  // namespace lockstep::tests
