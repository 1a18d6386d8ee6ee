// Law `snr`: no region is so small that an error hides in a larger one, and each planted kind of error is
// found where it is.
#include <algorithm>
#include <limits>
#include <random>

#include "properties/laws/model_spread.hpp"
#include "properties/verdict/regions.hpp"
#include "reference/formats/formats.hpp"
#include "tests/properties/harness.hpp"

namespace lockstep::tests {

namespace {

using verdict::Region;
using verdict::Regions;

// An output of two groups in tiles of 32x64, with noise of about 2^-9 of the signal as it is expected.
struct Drawn {
  operators::Output output{"d", &formats::bfloat16, 256, 256, {}};
  operators::Tiling tiling{32, 64};
  std::vector<double> exact;
  std::vector<std::uint32_t> want, got;

  Drawn() {
    std::mt19937_64 random(11);
    for (std::int64_t r = 0; r < output.tensor_rows; ++r)
      output.rows.push_back({r, r < 96 ? 0 : 1, r < 96 ? r : r - 96});
    for (std::size_t i = 0; i < output.elements(); ++i) {
      exact.push_back(double(random() % (1 << 20)) - (1 << 19));
      want.push_back(encode(exact.back()));
    }
    got = want;
  }
  static std::uint32_t encode(double value) {
    return formats::encode_nearest_even(formats::bfloat16, value, formats::Overflow::to_special);
  }
  /// Elements of rows [r0, r1) and columns [c0, c1) are multiplied by a factor.
  void spoil(std::size_t r0, std::size_t r1, std::size_t c0, std::size_t c1, double factor) {
    for (std::size_t r = r0; r < r1; ++r)
      for (std::size_t c = c0; c < c1; ++c) {
        const std::size_t i = r * 256 + c;
        got[i] = encode(factor * formats::to_double(formats::bfloat16, got[i]));
      }
  }
  Regions regions() const { return {output, tiling, exact, got, want}; }
};

}  // namespace

TEST_CASE("an output with the expected codes reaches the expected SNR everywhere") {
  const Drawn d;
  CHECK(d.regions().worst() == nullptr);
  CHECK(d.regions().whole().noise.got.db() > 50);
  for (const std::string& line : d.regions().map())
    CHECK(std::ranges::all_of(line, [](char c) { return c == '.'; }));
}

TEST_CASE("a wrong tile is named, and drawn in its place") {
  Drawn d;
  d.spoil(96 + 32, 96 + 64, 128, 192, 0);  // a tile of zeros
  const Regions regions = d.regions();
  REQUIRE(regions.worst() != nullptr);
  CHECK(name(*regions.worst()) == "tile (1,2) of group 1");
  CHECK(regions.worst()->noise.got.db() == 0);
  const std::vector<std::string> map = regions.map();
  REQUIRE(map.size() == 3 + 5);
  for (std::size_t row = 0; row < map.size(); ++row) CHECK(map[row] == (row == 4 ? "..5." : "...."));
}

TEST_CASE("wrong rows and wrong columns are named") {
  Drawn rows, columns;
  rows.spoil(48, 64, 0, 256, 2);
  columns.spoil(0, 256, 16, 32, 2);
  CHECK(name(*rows.regions().worst()) == "rows 48..63");
  CHECK(name(*columns.regions().worst()) == "columns 16..31");
}

TEST_CASE("a wrong group falls short, and no other does") {
  Drawn d;
  d.spoil(0, 96, 0, 256, 2);
  const Regions regions = d.regions();
  std::vector<std::string> short_of_it;
  for (const Region& r : regions.all())
    if (r.kind == Region::Kind::group && !r.noise.reaches()) short_of_it.push_back(name(r));
  CHECK(short_of_it == std::vector<std::string>{"group 0"});
}

TEST_CASE("one wrong tile of many passes a global 25 dB, and not the law") {
  Drawn d;
  d.output.columns = 256;
  d.spoil(0, 1, 0, 24, 0);  // 24 of 65536 elements
  const Regions regions = d.regions();
  CHECK(regions.whole().noise.got.db() > 25);
  REQUIRE(regions.worst() != nullptr);
  CHECK(regions.worst()->noise.deficit() > 30);
}

TEST_CASE("infinities and NaN are compared by class") {
  Drawn d;
  d.got[5] = d.encode(std::numeric_limits<double>::infinity());
  CHECK(std::isinf(d.regions().worst()->noise.deficit()));
  CHECK(d.regions().map()[0][0] == 'X');
  d.want[5] = d.got[5];
  CHECK(d.regions().worst() == nullptr);
  d.got[5] = 0x7FC1, d.want[5] = 0x7FC0;  // NaN of two payloads
  CHECK(d.regions().worst() == nullptr);
  d.got[5] = 0xFF80, d.want[5] = 0x7F80;  // infinities of two signs
  CHECK(d.regions().worst() != nullptr);
}

TEST_CASE("where an order overflows, others need not; elsewhere an infinity is wrong in any order") {
  const double infinity = std::numeric_limits<double>::infinity();
  Drawn d;
  const std::vector<double> deviations(d.exact.size(), 1e-3);
  const auto allowed = [&] {
    Regions regions = d.regions();
    regions.allow(d.output, d.exact, {d.want}, deviations);
    return regions;
  };
  d.exact[5] = 0, d.got[5] = 0;
  d.want[5] = d.encode(infinity);  // roundings of the declared order, times a large scale
  CHECK(d.regions().worst() != nullptr);
  CHECK(allowed().worst() == nullptr);
  d.got[255 * 256 + 255] = d.encode(infinity);
  REQUIRE(allowed().worst() != nullptr);
  CHECK(allowed().worst()->noise.other_class == 1);
}

TEST_CASE("a result nearer to the exact answer than expected reaches it") {
  Drawn d;
  std::size_t i = 0;
  while (formats::to_double(formats::bfloat16, d.want[i]) == d.exact[i]) ++i;
  d.want[i] += 1;
  CHECK((d.regions().worst() == nullptr) ==
        (std::abs(formats::to_double(formats::bfloat16, d.got[i]) - d.exact[i]) <=
         std::abs(formats::to_double(formats::bfloat16, d.want[i]) - d.exact[i])));
}

TEST_CASE("outputs rounded toward zero or accumulated in bf16 do not reach the SNR of the declared order") {
  laws::CodeCache cache;
  const auto c = cases::parse("grouped_gemm_masked@gfx950 m_max=32 m=32 n=128 k=512 seed=0x5");
  REQUIRE(c.has_value());
  auto e = laws::Experiment::prepare(*c, cache, {});
  REQUIRE(e.has_value());
  const operators::Output& output = (*e)->instance().outputs()[0];
  const operators::ExactOutput exact = (*e)->exact()[0];
  const std::vector<std::uint32_t>& want = (*e)->expected()[0];
  std::vector<std::uint32_t> toward_zero = want, twice_rounded = want;
  for (std::size_t i = 0; i < want.size(); ++i) {
    const double value = formats::to_double(formats::bfloat16, exact.rounded[i]);
    toward_zero[i] = exact.rounded[i] - (std::abs(value) > std::abs(exact.value[i]));
    twice_rounded[i] = Drawn::encode(exact.value[i] * 0.75);
    twice_rounded[i] =
        Drawn::encode(formats::to_double(formats::bfloat16, twice_rounded[i]) + exact.value[i] * 0.25);
  }
  CHECK(Regions(output, {}, exact.value, want, want).worst() == nullptr);
  CHECK(Regions(output, {}, exact.value, toward_zero, want).worst() != nullptr);
  CHECK(Regions(output, {}, exact.value, twice_rounded, want).worst() != nullptr);
}

TEST_CASE("the spread over models contains the case's own SNR, and is nothing on the exact grid") {
  laws::CodeCache cache;
  const auto spread_of = [&](const std::string& line) {
    const auto e = laws::Experiment::prepare(*cases::parse(line), cache, {});
    REQUIRE(e.has_value());
    return laws::spread_over_models(**e);
  };
  const std::string line =
      "grouped_gemm_masked@gfx950 m_max=64 m=17,0,64 k=1024 data=cancelling scales=distinct";
  const laws::ModelSpread spread = spread_of(line);
  CHECK(spread.models == matrix::models("gfx950").size());
  CHECK(spread.elements == 81 * 128);
  CHECK((spread.differing > 0 && spread.differing <= spread.elements));
  CHECK(spread.least.db < spread.most.db);
  const laws::Law* const snr[] = {laws::find_law("snr")};
  for (const matrix::Model& model : matrix::models("gfx950")) {
    const auto r = laws::evaluate(*cases::parse(line + " model=" + std::string(model.name)), snr, cache, {});
    REQUIRE(r.laws[0].snr.has_value());
    CHECK((r.laws[0].snr->db >= spread.least.db && r.laws[0].snr->db <= spread.most.db));
    if (model.name == spread.least.model) CHECK(r.laws[0].snr->db == spread.least.db);
  }
  const laws::ModelSpread grid = spread_of("grouped_gemm_masked@gfx950 m_max=64 m=17 k=256 data=grid");
  CHECK(grid.differing == 0);
  CHECK(grid.least.db == grid.most.db);
}

}  // namespace lockstep::tests
