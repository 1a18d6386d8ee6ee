#include "properties/pages/error_map.hpp"

#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;

namespace {

// Rows 2 and 5 of a tensor are written, of four columns.
operators::Output output_of(const formats::Format& format) {
  return {"d", &format, 8, 4, {{2, 0, 0}, {5, 1, 0}}};
}

constexpr std::uint32_t kOne = 0x3F80, kAfterOne = 0x3F81, kTwo = 0x4000, kMinusZero = 0x8000,
                        kInfinity = 0x7F80;

}  // namespace

TEST_CASE("Steps of a format are counted across zero, and between numbers only") {
  const formats::Format& f = formats::bfloat16;
  CHECK(pages::steps_between(f, kOne, kAfterOne) == 1u);
  CHECK(pages::steps_between(f, kTwo, kOne) == 128u);  // 7 bits of mantissa
  CHECK(pages::steps_between(f, 0x0001, 0x8001) == 2u);
  CHECK(pages::steps_between(f, 0, kMinusZero) == 0u);
  CHECK(pages::steps_between(f, kOne, kInfinity) == std::nullopt);
  CHECK(pages::steps_between(formats::float8_e4m3fn, 0x38, 0x7F) == std::nullopt);  // NaN
  CHECK(pages::steps_between(formats::float8_e4m3fn, 0x38, 0x39) == 1u);
}

TEST_CASE("A map says where an output is wrong, by how much and in which tile") {
  const operators::Output output = output_of(formats::bfloat16);
  const operators::Tiling tiling{.rows = 1, .columns = 2};
  const std::vector<std::uint32_t> want(8, kOne);
  std::vector<std::uint32_t> got = want;
  got[3] = kAfterOne;
  got[6] = kInfinity;
  const pages::ErrorMap map = pages::error_map({output, tiling, want, got}, nullptr, 0);
  CHECK(map.rows == 2);
  CHECK(map.columns == 4);
  CHECK(map.levels == std::vector<int>{0, 0, 0, 1, 0, 0, pages::ErrorMap::kOtherClass, 0});
  CHECK(map.wrong_elements == 2);
  REQUIRE(map.wrong.size() == 2);
  CHECK(map.wrong[0].cell == 3);
  CHECK(map.wrong[0].text == "d[2, 3] group 0 tile (0, 1): want 0x3f80 1, got 0x3f81 1.00781, 1 ULP away");
  CHECK(map.wrong[1].text == "d[5, 2] group 1 tile (0, 1): want 0x3f80 1, got 0x7f80 inf");
  CHECK(map.writers.empty());
}

TEST_CASE("A cell of a large output shows the worst of its elements") {
  operators::Output output{"d", &formats::bfloat16, 1, 3 * pages::kMostCells, {{0, 0, 0}}};
  const std::vector<std::uint32_t> want(output.elements(), kOne);
  std::vector<std::uint32_t> got = want;
  got[3] = kAfterOne;
  got[4] = kTwo;
  const pages::ErrorMap map = pages::error_map({output, {}, want, got}, nullptr, 0);
  CHECK(map.columns == pages::kMostCells);
  CHECK(map.cell_columns == 3);
  CHECK(map.levels[1] == 8);  // 128 steps
  REQUIRE(map.wrong.size() == 1);
  CHECK(map.wrong[0].text ==
        "d[0, 4] group 0: want 0x3f80 1, got 0x4000 2, 128 ULP away; the worst of 2 that are wrong here");
}

TEST_CASE("A histogram counts every element once, in powers of two") {
  const operators::Output output = output_of(formats::bfloat16);
  const std::vector<std::uint32_t> want(8, kOne);
  const std::vector<std::uint32_t> got{kOne, kAfterOne, 0x3F83, 0x3F82, kTwo, kInfinity, kOne, kOne};
  const pages::Histogram h = pages::histogram({output, {}, want, got});
  std::vector<std::pair<std::string, std::uint64_t>> bins;
  for (const auto& bin : h.bins)
    if (bin.count != 0) bins.emplace_back(bin.name, bin.count);
  CHECK(bins ==
        std::vector<std::pair<std::string, std::uint64_t>>{
            {"0", 3}, {"1", 1}, {"2 to 3", 2}, {"128 to 255", 1}, {"infinite or NaN on one side", 1}});
}
