// The grouped GEMM whose groups cut the reduction, against rationals.
#include "reference/operators/grouped_gemm_k.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"
#include "tests/reference/rational.hpp"

namespace lockstep::tests {
namespace {

using namespace operators;

constexpr std::size_t kM = 3, kN = 5;

GroupedGemmK problem(std::vector<std::int32_t> ks, Addend addend) {
  GroupedGemmK p;
  p.m = kM;
  p.n = kN;
  p.ks = std::move(ks);
  p.addend = addend;
  return p;
}

/// Codes without NaN; exponents of the scales spread over `spread` powers of two.
GroupedGemmKData draw(const GroupedGemmK& p, std::uint32_t seed, int spread) {
  std::mt19937 bits(seed);
  const auto k = std::size_t(k_starts(p).back());
  GroupedGemmKData d;
  const auto codes = [&](std::vector<std::uint8_t>& out, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) out.push_back(std::uint8_t(bits() % 0x7F | (bits() & 0x80)));
  };
  const auto scales = [&](std::vector<std::uint8_t>& out, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      out.push_back(std::uint8_t(127 - spread / 2 + int(bits() % unsigned(spread + 1))));
  };
  codes(d.a, kM * k);
  codes(d.b, kN * k);
  scales(d.a_scale, kM * (k / 128));
  scales(d.b_scale, kN * (k / 128));
  if (p.addend != Addend::none)
    for (std::size_t i = 0; i < written_groups(p).size() * kM * kN; ++i)
      d.c.push_back(std::ldexp(float(bits()) - 0x1p31f, int(bits() % 40) - 40));
  return d;
}

// A finite e4m3fn code in units of 2^-9, from its definition.
std::int64_t units(std::uint8_t code) {
  const int field = code >> 3 & 15, mantissa = code & 7;
  const std::int64_t magnitude = field == 0 ? mantissa : std::int64_t(8 + mantissa) << (field - 1);
  return (code & 0x80) != 0 ? -magnitude : magnitude;
}

/// Of group g, whose depth starts at `start`: element (i, j).
mpq_class product(const GroupedGemmKData& d, std::size_t start, std::size_t k, std::size_t i, std::size_t j) {
  const std::size_t blocks = k / 128, before = start / 128;
  mpq_class sum;
  for (std::size_t x = 0; x < k; ++x) {
    const int exponent = int(d.a_scale[kM * before + i * blocks + x / 128]) +
                         int(d.b_scale[kN * before + j * blocks + x / 128]) - 254 - 18;
    sum +=
        mpq_class(units(d.a[kM * start + i * k + x]) * units(d.b[kN * start + j * k + x])) * power(exponent);
  }
  return sum;
}

std::uint32_t nearest_float(const mpq_class& x) {
  if (x == 0) return 0;
  const mpq_class rounded = round_to_unit(x, std::max(floor_log2(x) - 23, -149), Direction::nearest_even);
  return std::bit_cast<std::uint32_t>(float(rounded.get_d()));
}

std::string refusal(const GroupedGemmK& p) {
  const auto checked = check(p);
  return checked ? "accepted" : checked.error().text();
}

}  // namespace

TEST_CASE("groups along k: exact results equal rationals") {
  check_property("along k", [](std::uint32_t seed) {
    const auto ks =
        *rc::gen::container<std::vector<std::int32_t>>(3, rc::gen::element<std::int32_t>(0, 128, 256, 384));
    const auto addend = *rc::gen::element(Addend::none, Addend::in_place, Addend::apart);
    const GroupedGemmK p = problem(ks, addend);
    RC_ASSERT(check(p).has_value());
    const GroupedGemmKData d = draw(p, seed, *rc::gen::element(0, 6, 120));
    const ExactOutput result = exact(p, d);
    const std::vector<std::int64_t> starts = k_starts(p), written = written_groups(p);
    RC_ASSERT(result.value.size() == written.size() * kM * kN);
    for (std::size_t w = 0; w < written.size(); ++w)
      for (std::size_t i = 0; i < kM; ++i)
        for (std::size_t j = 0; j < kN; ++j) {
          const auto g = std::size_t(written[w]);
          const std::size_t at = (w * kM + i) * kN + j;
          mpq_class want = product(d, std::size_t(starts[g]), std::size_t(p.ks[g]), i, j);
          if (!d.c.empty()) want += mpq_class(double(d.c[at]));
          RC_ASSERT(result.value[at] == round_to_double(want));
          RC_ASSERT(result.rounded[at] == nearest_float(want));
        }
  });
}

TEST_CASE("groups along k: without k, C's bits, in place nothing is written") {
  GroupedGemmK p = problem({0}, Addend::apart);
  GroupedGemmKData d = draw(p, 1, 0);
  d.c[0] = -0.0f;
  d.c[1] = std::bit_cast<float>(0x7FC12345u);
  const ExactOutput copied = exact(p, d);
  CHECK(copied.rounded[0] == 0x80000000u);
  CHECK(copied.rounded[1] == 0x7FC12345u);
  CHECK(std::isnan(copied.value[1]));
  p.addend = Addend::none;
  CHECK(exact(p, draw(p, 1, 0)).rounded == std::vector<std::uint32_t>(kM * kN, 0));
  CHECK(written_groups(problem({0, 128, 0}, Addend::in_place)) == std::vector<std::int64_t>{1});
  CHECK(written_groups(problem({0, 128, 0}, Addend::apart)) == std::vector<std::int64_t>{0, 1, 2});
}

TEST_CASE("groups along k: a NaN reaches its row, its column or its element, and no other group") {
  const GroupedGemmK p = problem({128, 128}, Addend::apart);
  const GroupedGemmKData good = draw(p, 3, 0);
  const auto nans = [&](const auto& change) {
    GroupedGemmKData d = good;
    change(d);
    const auto values = exact(p, d).value;
    return std::count_if(values.begin(), values.end(), [](double x) { return std::isnan(x); });
  };
  CHECK(nans([](auto&) {}) == 0);
  CHECK(nans([](auto& d) { d.a[7] = 0x7F; }) == kN);
  CHECK(nans([](auto& d) { d.b_scale[kN + 2] = 255; }) == kM);
  CHECK(nans([](auto& d) { d.c[4] = std::nanf(""); }) == 1);
}

TEST_CASE("groups along k: FNUZ codes and float scales") {
  GroupedGemmK p = problem({128}, Addend::none);
  GroupedGemmKData d = draw(p, 5, 0);
  p.element = &formats::float8_e4m3fnuz;
  p.scale = &formats::float32;
  const auto set = [](std::vector<std::uint8_t>& bytes, std::size_t count, float scale) {
    bytes.resize(count * 4);
    for (std::size_t i = 0; i < count; ++i) std::memcpy(&bytes[i * 4], &scale, 4);
  };
  set(d.a_scale, kM, 1.75f);
  set(d.b_scale, kN, 0x1.000002p-3f);
  for (std::vector<std::uint8_t>* codes : {&d.a, &d.b})
    for (std::uint8_t& c : *codes) c = c == 0x80 ? 0 : c;
  const ExactOutput result = exact(p, d);
  mpq_class want;
  for (std::size_t x = 0; x < 128; ++x) want += mpq_class(units(d.a[x]) * units(d.b[x])) * power(-20);
  want *= mpq_class(1.75) * mpq_class(0x1.000002p-3);
  CHECK(result.value[0] == round_to_double(want));
  CHECK(result.rounded[0] == nearest_float(want));
}

TEST_CASE("groups along k: problems outside the contract are refused by argument, value and rule") {
  const auto with = [](const auto& change) {
    GroupedGemmK p = problem({128, 0}, Addend::none);
    change(p);
    return refusal(p);
  };
  CHECK(with([](auto&) {}) == "accepted");
  CHECK(with([](auto& p) { p.ks.clear(); }) == "groups = 0: must be at least 1");
  CHECK(with([](auto& p) { p.ks[1] = 64; }) == "ks[1] = 64: must be a multiple of 128 that is not negative");
  CHECK(with([](auto& p) { p.ks[0] = -128; }) ==
        "ks[0] = -128: must be a multiple of 128 that is not negative");
  CHECK(with([](auto& p) { p.m = -1; }) == "m = -1: must be from 0 to 2^31 - 1");
  CHECK(with([](auto& p) { p.n = std::int64_t{1} << 31; }) == "n = 2147483648: must be from 0 to 2^31 - 1");
  CHECK(with([](auto& p) { p.scale = &formats::float32; }) == "accepted");
  CHECK(with([](auto& p) {
          p.element = &formats::float8_e4m3fnuz;
        }).find("element = float8_e4m3fnuz scaled by float8_e8m0fnu") == 0);
}

}  // namespace lockstep::tests
