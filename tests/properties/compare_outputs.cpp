// Comparing and explaining outputs.
#include <algorithm>
#include <cmath>
#include <functional>

#include "properties/verdict/pattern.hpp"
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

std::string explained(const std::vector<operators::Output>& outputs,
                      const std::vector<operators::Tiling>& tilings, LawResult r,
                      verdict::Known known = {.block_scales = true}) {
  r.mismatch_count = std::max<std::uint64_t>(r.mismatch_count, r.mismatches.size());
  return verdict::explain(outputs, tilings, r, known);
}

// Of group 1 of 512 rows of 256 columns, rows first .. end - 1 and columns left .. right - 1, doubled.
std::string explain_block(const operators::Tiling& tiling, std::int64_t first, std::int64_t end,
                          std::int64_t left, std::int64_t right) {
  const std::vector<operators::Output> outputs = output(2, 512, 256, 1024);
  LawResult r{"bits"};
  for (std::int64_t i = 512 + first; i < 512 + end; ++i)
    for (std::int64_t n = left; n < right; ++n) r.mismatches.push_back({0, std::size_t(i), n, kTwo, kOne});
  r.mismatch_count = r.mismatches.size();
  return explained(outputs, {tiling}, r);
}

}  // namespace

TEST_CASE("the explanation names the tail, the group, the wave and the factor") {
  const std::vector<operators::Output> outputs = output(2, 256, 256, 256 + 40);
  LawResult r{"bits"};
  for (std::size_t i = 256 + 16; i < 256 + 40; ++i)
    for (std::int64_t n = 32; n < 64; ++n) r.mismatches.push_back({0, i, n, kTwo, kOne});
  const std::string text = explained(outputs, {kByColumns}, r);
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
  CHECK(says(explained(outputs, {kByColumns}, r), "only row 5 of each 16-row fragment"));
  CHECK_FALSE(says(explained(outputs, {kTwoByTwo}, r), "fragment"));
  // Groups of one row have no other.
  r.mismatches = {{0, 0, 0, kTwo, kOne}, {0, 1, 5, kTwo, kOne}};
  r.mismatch_count = 2;
  CHECK_FALSE(says(explained(output(4, 1, 64, 4), {kByColumns}, r), "fragment"));
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
  CHECK_FALSE(says(explained(outputs, {kByColumns, kByColumns}, r), "tile"));
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
  const auto told = [&](std::uint32_t (*got)(std::uint32_t)) {
    LawResult r{"bits"};
    for (std::size_t i = 0; i < 5; ++i) {
      const auto want = std::uint32_t(0x3F80 + 16 * i);
      r.mismatches.push_back({0, i, std::int64_t(7 * i), got(want), want});
    }
    r.mismatch_count = r.mismatches.size();
    return explained(outputs, {kUnsaid}, r);
  };
  const std::string negated = told([](std::uint32_t want) { return want ^ 0x8000u; });
  CHECK(says(negated, "each with the other sign"));
  CHECK_FALSE(says(negated, "factor"));
  CHECK(says(told([](std::uint32_t want) { return want - 1; }), "each 1 ulp towards zero"));
  CHECK(says(told([](std::uint32_t want) { return want + 0x80u; }), "factor 2^1"));
}

TEST_CASE("a cause is named only where most of a block is wrong, and by nothing that says nothing") {
  const std::vector<operators::Output> outputs = output(1, 128, 128, 128);
  // Elements (row, column) of rows x columns that differ where `wrong`, as `got` of what was wanted.
  const auto told = [&](std::int64_t rows, std::int64_t columns, std::int64_t every, auto got,
                        verdict::Known known = {.block_scales = true}) {
    LawResult r{"bits"};
    for (std::int64_t i = 0; i < rows * columns; i += every) {
      const auto want = std::uint32_t(kOne + 0x80 * (i % 7));
      r.mismatches.push_back({0, std::size_t(i / columns), i % columns, got(want), want});
    }
    return explained(outputs, {kByColumns}, r, known);
  };
  const auto twice = [](std::uint32_t want) { return want + 0x80u; };
  const auto zero = [](std::uint32_t) { return 0u; };
  const auto nan = [](std::uint32_t) { return std::uint32_t{kQuiet}; };
  constexpr std::string_view kScale = "factor 2^1: a scale of another block", kWave = "one wave";
  CHECK(says(told(8, 32, 1, twice), kScale));
  CHECK(says(told(8, 32, 1, twice), kWave));
  CHECK(says(told(8, 32, 1, zero), "all of them zero"));
  // One element is told by its own line.
  CHECK(told(1, 1, 1, twice) == "1 of 16384 elements differ");
  // Scattered elements share a factor, not a cause.
  CHECK_FALSE(says(told(8, 32, 37, twice), "scale of another"));
  CHECK_FALSE(says(told(8, 32, 37, twice), kWave));
  CHECK_FALSE(says(told(8, 32, 37, zero), "zero"));
  // One column of a wave's 32 is no wave.
  CHECK_FALSE(says(told(8, 1, 1, twice), kWave));
  // An operator without block scales has none of another block.
  const std::string unscaled = told(8, 32, 1, twice, {});
  CHECK(says(unscaled, "each by the factor 2^1"));
  CHECK_FALSE(says(unscaled, "scale"));
  // Undefined values are noise.
  CHECK_FALSE(says(told(8, 32, 1, nan, {.block_scales = true, .undefined = true}), "NaN"));
  CHECK(says(told(8, 32, 1, nan), "all of them NaN"));
}

TEST_CASE("a scale is told by its factor where some of the results are too small for it") {
  const std::vector<operators::Output> outputs = output(1, 128, 128, 128);
  // By 2^-124: what is below 2^-2 comes to a subnormal number, or to zero.
  const auto told = [&](std::uint32_t smallest) {
    LawResult r{"bits"};
    const auto add = [&](std::uint32_t want, std::uint32_t got) {
      r.mismatches.push_back({0, 0, std::int64_t(r.mismatches.size()), got, want});
    };
    for (std::uint32_t i = 0; i < 8; ++i) add(0xC080 + i, 0x8280 + i);  // -4 and on
    add(0x3E00, 0x0040);                                                // 2^-3
    add(0x3400, smallest);                                              // 2^-23
    return explained(outputs, {kUnsaid}, r, {.block_scales = true});
  };
  CHECK(says(told(0), "each by the factor 2^-124: a scale of another block"));
  CHECK_FALSE(says(told(0x3400), "factor"));
}

TEST_CASE("rows or columns that recur are told, and chance is not") {
  const std::vector<operators::Output> outputs = output(1, 128, 128, 128);
  const auto told = [&](auto wrong) {
    LawResult r{"bits"};
    for (std::int64_t i = 0; i < 128 * 128; ++i)
      if (wrong(i / 128, i % 128))
        r.mismatches.push_back({0, std::size_t(i / 128), i % 128, std::uint32_t(0x4049 + i % 7), kOne});
    return explained(outputs, {kUnsaid}, r);
  };
  CHECK(says(told([](auto, auto c) { return c % 32 >= 16; }), "only columns 16..31 of each 32"));
  CHECK(says(told([](auto r, auto) { return r % 8 == 5; }), "only rows 5 of each 8"));
  CHECK_FALSE(says(told([](auto r, auto c) { return r % 32 >= 16 || c % 32 >= 16; }), "of each"));
  CHECK_FALSE(says(told([](auto r, auto c) { return r < 64 && c == 3; }), "only rows"));
  CHECK_FALSE(says(told([](auto, auto c) { return c == 1 || c == 65; }), "of each"));
}

TEST_CASE("of several outputs each is told, and the first that differs") {
  std::vector<operators::Output> outputs = output(1, 128, 64, 128);
  outputs.push_back(outputs[0]);
  outputs[1].name = "d_scale";
  LawResult r{"bits"};
  for (std::int64_t c = 0; c < 5; ++c) r.mismatches.push_back({0, 7, 3 * c, kTwo, kOne});
  r.mismatches.push_back({1, 9, 2, kOne, kTwo});
  r.mismatch_count = r.mismatches.size();
  const std::string text = explained(outputs, {kUnsaid, kUnsaid}, r, {.block_scales = true});
  CHECK(says(
      text, "5 in d, each by the factor 2^1: a scale of another block or byte; 1 in d_scale: D_SCALE[9, 2]"));
  // Codes follow from their scale, which is told first then.
  outputs[1].format = &formats::float8_e8m0fnu;
  r.mismatches.back() = {1, 9, 2, 0x80, 0x7F};
  CHECK(verdict::told_first(outputs, r).output == 1);
  CHECK(says(explained(outputs, {kUnsaid, kUnsaid}, r), "5 in d, each by the factor 2^1"));
  CHECK(says(explained(outputs, {kUnsaid, kUnsaid}, r), "another block or byte: D[7, 0]"));
  outputs.pop_back();
  r.mismatches.pop_back();
  CHECK(verdict::told_first(outputs, r).column == 0);
}

TEST_CASE("zeros of the other sign are called so") {
  const std::vector<operators::Output> outputs = output(1, 128, 64, 128);
  LawResult r{"bits"};
  for (std::size_t i = 0; i < 5; ++i) r.mismatches.push_back({0, i, 3, 0x8000, 0});
  CHECK(says(explained(outputs, {kUnsaid}, r), "each a zero of the other sign"));
  CHECK(
      says(verdict::describe_mismatch(outputs, {kUnsaid}, r.mismatches[0]), "got 0x8000 -0, the other zero"));
}

TEST_CASE("exchanged halves, nibbles, rows and columns are recognised") {
  const auto told =
      [](const operators::Output& d,
         const std::function<std::pair<std::int64_t, std::int64_t>(std::int64_t, std::int64_t)>& from) {
        const auto want = [&](std::int64_t row, std::int64_t column) {
          return std::uint32_t((row * 35 + column * 11) % 13) % (1u << d.format->bits);
        };
        LawResult r{"bits"};
        for (std::int64_t row = 0; row < d.tensor_rows; ++row)
          for (std::int64_t column = 0; column < d.columns; ++column) {
            const auto [i, j] = from(row, column);
            if (i < 0 || i >= d.tensor_rows || j < 0 || j >= d.columns) continue;
            if (want(i, j) != want(row, column))
              r.mismatches.push_back({0, std::size_t(row), column, want(i, j), want(row, column)});
          }
        return explained({d}, {kUnsaid}, r);
      };
  const operators::Output d = output(1, 32, 64, 32).front();
  operators::Output narrow = d;
  narrow.format = &formats::float4_e2m1fn;
  using P = std::pair<std::int64_t, std::int64_t>;
  CHECK(says(told(d, [](auto r, auto c) { return P(r, c ^ 1); }),
             "got[r, c] = want[r, c^1]: columns are exchanged"));
  CHECK(
      says(told(narrow, [](auto r, auto c) { return P(r, c ^ 1); }), "want[r, c^1]: nibbles are exchanged"));
  CHECK(says(told(d, [](auto r, auto c) { return P(r, c ^ 32); }),
             "want[r, c^32]: halves of rows are exchanged"));
  CHECK(says(told(d, [](auto r, auto c) { return P(r ^ 4, c); }),
             "got[r, c] = want[r^4, c]: rows are exchanged"));
  CHECK(says(told(d, [](auto r, auto c) { return P(r, c + 1); }), "want[r, c+1]: columns are shifted"));
  CHECK(says(told(d, [](auto r, auto c) { return P(r - r % 16 + c % 16, c - c % 16 + r % 16); }),
             "rows and columns of 16x16 blocks are exchanged"));
  CHECK_FALSE(says(told(d, [](auto r, auto c) { return P((r * 5 + c) % 32, (c * 7 + r) % 64); }), "want["));
}

TEST_CASE("values that stand in another place, at one distance, are said to, beside elements nothing wrote") {
  const operators::Output d = output(1, 32, 64, 32).front();
  const auto code = [](std::int64_t place) { return std::uint32_t(0x1000 + place * 7919 % 16381); };
  // Rows from 16 on are stored `by` elements further; what they leave holds poison.
  const auto told = [&](std::int64_t by, std::int64_t period, std::uint64_t not_kept = 0) {
    LawResult r{"bits"};
    for (std::int64_t at = std::min<std::int64_t>(1024, 1024 + by); at < 2048; ++at) {
      const std::int64_t from = at - by;
      const bool stored = from >= 1024 && from < 2048;
      if (at < 1024 && !stored) continue;
      r.mismatches.push_back({0, std::size_t(at / 64), at % 64,
                              stored ? code(from % period) : std::uint32_t(0x6000 + at), code(at % period)});
    }
    r.mismatch_count = r.mismatches.size() + not_kept;
    return verdict::explain_displacement({d}, r, {.undefined = true}).value_or("");
  };
  CHECK(
      says(told(64, 2048), "the values of 960 elements stand 1 row further: D[17, 0] has that of D[16, 0]"));
  CHECK(says(told(64, 2048, 1), "the values of at least 960 elements stand 1 row further"));
  CHECK(says(told(8, 2048), "stand 8 columns further"));
  CHECK(says(told(-130, 2048), "stand 2 rows and 2 columns before"));
  // Where values repeat, several distances are as good, and none is told; nor one of few values.
  CHECK_FALSE(says(told(64, 32), " stand "));
  CHECK_FALSE(says(told(1020, 2048), " stand "));
}

TEST_CASE("what was rounded otherwise is told with the value before") {
  const auto told = [](double exact, std::uint32_t got, std::uint32_t want) {
    return verdict::unrounded_text(formats::bfloat16, exact, {0, 0, 0, got, want});
  };
  // Codes of bf16 around 1: 2^-7 apart.
  constexpr double kTie = 1 + 1.0 / 256;
  CHECK(told(kTie, 0x3F81, kOne) == "; the exact value is 1.00390625, half way between them");
  const double past = kTie + std::ldexp(1.0, -30);  // which f32 does not tell from the tie
  CHECK(says(told(past, kOne, 0x3F81), ", in f32 half way between them"));
  CHECK(told(1.003, 0x3F81, kOne) == "; the exact value is 1.003");
  CHECK(told(kTie, kTwo, kOne).empty());
}

TEST_CASE("of few bits only neighbours are other roundings of one number") {
  const auto may_be = [](const formats::Format& format, std::uint32_t got, std::uint32_t want) {
    return verdict::may_be_rounding(format, {0, 0, 0, got, want});
  };
  CHECK(may_be(formats::bfloat16, kTwo, kOne));  // cancellation leaves any distance
  CHECK_FALSE(may_be(formats::bfloat16, kQuiet, kOne));
  CHECK_FALSE(may_be(formats::bfloat16, 0x8000, 0));
  CHECK(may_be(formats::float4_e2m1fn, 6, 7));
  CHECK_FALSE(may_be(formats::float4_e2m1fn, 0xF, 0x8));  // -6 for -0
  CHECK_FALSE(may_be(formats::float4_e2m1fn, 0x8, 0x7));
  CHECK(may_be(formats::float8_e8m0fnu, 0x7F, 0x80));
}

TEST_CASE("of few columns no wave is named") {
  constexpr operators::Tiling kNarrow{128, 64, 128, 16, 16};
  for (const std::int64_t n : {32, 64}) {
    const std::vector<operators::Output> outputs = output(1, 128, n, 128);
    LawResult r{"bits"};
    for (std::size_t i = 0; i < 20; ++i)
      for (std::int64_t c = 3; c < 13; ++c) r.mismatches.push_back({0, i, c, kTwo, kOne});
    r.mismatch_count = r.mismatches.size();
    CHECK(says(explained(outputs, {kNarrow}, r), "one wave") == (n > 32));
  }
}

// All that a tile has at the end of its group or of n may be one wave's.
TEST_CASE("a tile that has elements of one wave alone names no wave") {
  const auto told = [](const operators::Tiling& tiling, std::int64_t rows, std::int64_t first_row,
                       std::int64_t columns, std::int64_t first_column) {
    const std::vector<operators::Output> outputs = output(1, 640, columns, rows);
    LawResult r{"bits"};
    for (std::int64_t i = first_row; i < rows; ++i)
      for (std::int64_t c = first_column; c < columns; ++c)
        r.mismatches.push_back({0, std::size_t(i), c, kTwo, kOne});
    return explained(outputs, {tiling}, r);
  };
  CHECK_FALSE(says(told(kByColumns, 128, 0, 160, 128), "of each 128"));  // the last 32 columns are a tile
  CHECK_FALSE(says(told(kTwoByTwo, 257, 256, 64, 32), "one wave"));      // and the last row
}

TEST_CASE("a difference everywhere is not explained by a place") {
  const std::vector<operators::Output> outputs = output(2, 128, 256, 256);
  LawResult r{"bits"};
  for (std::size_t i = 0; i < outputs[0].rows.size(); ++i)
    for (std::int64_t n = 0; n < 256; ++n) r.mismatches.push_back({0, i, n, std::uint32_t(n), kOne});
  r.mismatch_count = r.mismatches.size();
  for (const operators::Tiling& tiling : {kByColumns, kTwoByTwo, kUnsaid})
    CHECK(explained(outputs, {tiling}, r) == "all 65536 elements differ");
}

}  // namespace lockstep::tests
