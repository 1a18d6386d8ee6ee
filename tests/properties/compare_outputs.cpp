// Comparing and explaining outputs.
#include "properties/verdict/compare.hpp"
#include "properties/verdict/explain.hpp"
#include "reference/formats/bfloat16.hpp"
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

TEST_CASE("the explanation names the tail, the group, the wave and the factor") {
  const std::vector<operators::Output> outputs = output(2, 256, 256, 256 + 40);
  LawResult r{"bits"};
  for (std::size_t i = 256 + 16; i < 256 + 40; ++i)
    r.mismatches.push_back({0, i, 32 + std::int64_t(i % 32), kTwo, kOne});
  r.mismatch_count = r.mismatches.size();
  const std::string text = verdict::explain(outputs, r);
  INFO(text);
  CHECK(text.find("factor 2^1") != std::string::npos);
  CHECK(text.find("all in group 1") != std::string::npos);
  CHECK(text.find("none above row 16") != std::string::npos);
  CHECK(text.find("columns 32..63") != std::string::npos);
}

TEST_CASE("a difference everywhere is not explained by a place") {
  const std::vector<operators::Output> outputs = output(2, 128, 256, 256);
  LawResult r{"bits"};
  for (std::size_t i = 0; i < outputs[0].rows.size(); ++i)
    for (std::int64_t n = 0; n < 256; ++n) r.mismatches.push_back({0, i, n, std::uint32_t(n), kOne});
  r.mismatch_count = r.mismatches.size();
  const std::string text = verdict::explain(outputs, r);
  CHECK(text == "all 65536 elements differ");
}

}  // namespace lockstep::tests
