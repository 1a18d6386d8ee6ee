// Comparing and explaining outputs.
#include "properties/verdict/report.hpp"
#include "properties/verdict/verdict.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

namespace {

using verdict::LawResult;

constexpr std::uint16_t kOne = 0x3F80, kTwo = 0x4000, kQuiet = 0x7FC0, kOtherNaN = 0xFFC1;

// `groups` groups of m rows each, the first `rows` rows of the tensor written.
std::vector<operators::Output> output(std::int64_t groups, std::int64_t m, std::int64_t n,
                                      std::int64_t rows) {
  operators::Output d{"d", &formats::bfloat16, groups * m, n, {}};
  for (std::int64_t r = 0; r < rows; ++r) d.rows.push_back({r, std::int32_t(r / m), r % m});
  return {d};
}

}  // namespace

TEST_CASE("NaNs are one class, zeros are two") {
  CHECK(verdict::same(formats::bfloat16, kQuiet, kOtherNaN));
  CHECK_FALSE(verdict::same(formats::bfloat16, kQuiet, kOne));
  CHECK_FALSE(verdict::same(formats::bfloat16, 0x0000, 0x8000));
  CHECK_FALSE(verdict::same(formats::bfloat16, kQuiet, 0x7F80));
}

TEST_CASE("every mismatch is counted, in order") {
  const operators::Codes want{std::vector<std::uint32_t>(256, kOne)};
  operators::Codes got = want;
  got[0][5] = kTwo;
  got[0][130] = kQuiet;
  LawResult r{"bits"};
  verdict::compare(output(1, 2, 128, 2), got, want, r);
  CHECK(r.mismatch_count == 2);
  REQUIRE(r.mismatches.size() == 2);
  CHECK(r.mismatches[0].row == 0);
  CHECK(r.mismatches[0].column == 5);
  CHECK(r.mismatches[1].row == 1);
  CHECK(r.mismatches[1].column == 2);
}

namespace {

constexpr operators::Tiling kByColumns{128, 128, 128, 32,
                                       16};  // of a wave: all rows, a quarter of the columns
constexpr operators::Tiling kTwoByTwo{256, 64, 128, 32, 32};
constexpr operators::Tiling kUnsaid{};

bool says(const std::string& text, std::string_view fact) {
  return text.find(fact) != std::string::npos;
}

// Of group 1 of 512 rows of 256 columns, rows first .. end - 1 and columns left .. right - 1, doubled.
std::string explain_block(const operators::Tiling& tiling, std::int64_t first, std::int64_t end,
                          std::int64_t left, std::int64_t right) {
  const std::vector<operators::Output> outputs = output(2, 512, 256, 1024);
  LawResult r{"bits"};
  for (std::int64_t i = 512 + first; i < 512 + end; ++i)
    for (std::int64_t n = left; n < right; ++n) r.mismatches.push_back({0, std::size_t(i), n, kTwo, kOne});
  r.mismatch_count = r.mismatches.size();
  return verdict::explain(outputs, {tiling}, r);
}

}  // namespace

TEST_CASE("the explanation names the tail, the group, the wave and the factor") {
  const std::vector<operators::Output> outputs = output(2, 256, 256, 256 + 40);
  LawResult r{"bits"};
  for (std::size_t i = 256 + 16; i < 256 + 40; ++i)
    r.mismatches.push_back({0, i, 32 + std::int64_t(i % 32), kTwo, kOne});
  r.mismatch_count = r.mismatches.size();
  const std::string text = verdict::explain(outputs, {kByColumns}, r);
  INFO(text);
  CHECK(says(text, "factor 2^1"));
  CHECK(says(text, "all in group 1"));
  CHECK(says(text, "none above row 16 of its 128-row tile"));
  CHECK(says(text, "only columns 32..63 of each 128: one wave"));
  CHECK(says(text, "all in column tile 0"));
}

TEST_CASE("the same mismatches lie elsewhere in tiles of another geometry") {
  // Rows 144..255 of a group, columns 96..127.
  const std::string by_columns = explain_block(kByColumns, 144, 256, 96, 128);
  INFO(by_columns);
  CHECK(says(by_columns, "none above row 16 of its 128-row tile"));
  CHECK(says(by_columns, "only columns 96..127 of each 128: one wave"));
  CHECK(says(by_columns, "all in column tile 0"));

  const std::string two_by_two = explain_block(kTwoByTwo, 144, 256, 96, 128);
  INFO(two_by_two);
  CHECK(says(two_by_two, "none above row 144 of its 256-row tile"));
  CHECK(says(two_by_two, "only rows 128..255 and columns 32..63 of each 256x64 tile: one wave"));
  CHECK(says(two_by_two, "all in column tile 1"));
  CHECK_FALSE(says(two_by_two, "128-row"));

  // Both halves of the rows: two waves.
  const std::string two_waves = explain_block(kTwoByTwo, 0, 256, 96, 128);
  INFO(two_waves);
  CHECK(says(two_waves, "only columns 32..63 of each 64"));
  CHECK_FALSE(says(two_waves, "one wave"));
}

TEST_CASE("a row of each fragment is one of the fragments that the tiling has") {
  const std::vector<operators::Output> outputs = output(1, 256, 64, 256);
  LawResult r{"bits"};
  for (std::size_t row = 5; row < 256; row += 16) r.mismatches.push_back({0, row, 0, kTwo, kOne});
  r.mismatch_count = r.mismatches.size();
  CHECK(says(verdict::explain(outputs, {kByColumns}, r), "only row 5 of each 16-row fragment"));
  CHECK_FALSE(says(verdict::explain(outputs, {kTwoByTwo}, r), "fragment"));
}

TEST_CASE("of tiles that no launch plan tells of nothing is said") {
  const std::string text = explain_block(kUnsaid, 144, 256, 96, 128);
  INFO(text);
  CHECK(text ==
        "3584 of 262144 elements differ; each by the factor 2^1: a scale of another block or byte; "
        "all in group 1");
  // Of several outputs neither.
  std::vector<operators::Output> outputs = output(1, 128, 256, 128);
  outputs.push_back(outputs[0]);
  LawResult r{"bits"};
  r.mismatches = {{0, 100, 40, kTwo, kOne}, {1, 100, 40, kOne, kTwo}};
  r.mismatch_count = 2;
  CHECK_FALSE(says(verdict::explain(outputs, {kByColumns, kByColumns}, r), "tile"));
}

TEST_CASE("a mismatch is told with its tile, as far as its launch plan says") {
  const std::vector<operators::Output> outputs = output(2, 512, 256, 1024);
  const verdict::Mismatch m{0, 512 + 300, 200, kOne, kTwo};
  const std::string before = "D[812, 200] group 1", after = ": want 0x4000 2, got 0x3f80 1";
  CHECK(verdict::describe_mismatch(outputs, {kByColumns}, m) == before + " tile (2,1)" + after);
  CHECK(verdict::describe_mismatch(outputs, {kTwoByTwo}, m) == before + " tile (1,3)" + after);
  CHECK(verdict::describe_mismatch(outputs, {{.columns = 32}}, m) == before + " column tile 6" + after);
  CHECK(verdict::describe_mismatch(outputs, {kUnsaid}, m) == before + after);
}

TEST_CASE("a value that is close is told in ulp, and two runs are called what they are") {
  const std::vector<operators::Output> outputs = output(1, 16, 64, 16);
  const auto told = [&](std::uint32_t got, std::uint32_t want, const verdict::Compared& compared = {}) {
    return verdict::describe_mismatch(outputs, {kUnsaid}, {0, 0, 0, got, want}, compared);
  };
  CHECK(says(told(0x3F7F, kOne), "got 0x3f7f 0.996094, 1 ulp towards zero"));
  CHECK(says(told(0xBF83, 0xBF80), "3 ulp away from zero"));
  for (const auto& [got, want] :
       {std::pair(0xBF7Fu, 0x3F80u), std::pair(0x7FC0u, 0x3F80u), std::pair(0x3F90u, 0x3F80u)})
    CHECK_FALSE(says(told(got, want), "ulp"));
  CHECK(says(told(kTwo, kOne, {"under schedule=earliest", "under schedule=latest"}),
             ": under schedule=earliest 0x3f80 1, under schedule=latest 0x4000 2"));
}

TEST_CASE("a flipped sign is no factor, and one step is no scale") {
  const std::vector<operators::Output> outputs = output(1, 128, 64, 128);
  const auto explained = [&](std::uint32_t (*got)(std::uint32_t)) {
    LawResult r{"bits"};
    for (std::size_t i = 0; i < 5; ++i) {
      const auto want = std::uint32_t(0x3F80 + 16 * i);
      r.mismatches.push_back({0, i, std::int64_t(7 * i), got(want), want});
    }
    r.mismatch_count = r.mismatches.size();
    return verdict::explain(outputs, {kUnsaid}, r);
  };
  const std::string negated = explained([](std::uint32_t want) { return want ^ 0x8000u; });
  CHECK(says(negated, "each with the other sign"));
  CHECK_FALSE(says(negated, "factor"));
  CHECK(says(explained([](std::uint32_t want) { return want - 1; }), "each 1 ulp towards zero"));
  CHECK(says(explained([](std::uint32_t want) { return want + 0x80u; }), "factor 2^1"));
}

TEST_CASE("of few columns no wave is named") {
  constexpr operators::Tiling kNarrow{128, 64, 128, 16, 16};
  for (const std::int64_t n : {32, 64}) {
    const std::vector<operators::Output> outputs = output(1, 128, n, 128);
    LawResult r{"bits"};
    for (std::size_t i = 0; i < 20; ++i) r.mismatches.push_back({0, i, 3 + std::int64_t(i % 5), kTwo, kOne});
    r.mismatch_count = r.mismatches.size();
    CHECK(says(verdict::explain(outputs, {kNarrow}, r), "one wave") == (n > 32));
  }
}

TEST_CASE("a difference everywhere is not explained by a place") {
  const std::vector<operators::Output> outputs = output(2, 128, 256, 256);
  LawResult r{"bits"};
  for (std::size_t i = 0; i < outputs[0].rows.size(); ++i)
    for (std::int64_t n = 0; n < 256; ++n) r.mismatches.push_back({0, i, n, std::uint32_t(n), kOne});
  r.mismatch_count = r.mismatches.size();
  for (const operators::Tiling& tiling : {kByColumns, kTwoByTwo, kUnsaid})
    CHECK(verdict::explain(outputs, {tiling}, r) == "all 65536 elements differ");
}

}  // namespace lockstep::tests
