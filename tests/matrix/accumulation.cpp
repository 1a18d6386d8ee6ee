// The replayed order against a triple loop over the slow twins.
#include <array>
#include <random>
#include <string_view>
#include <vector>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/accumulation/grouped_gemm.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/matrix/twin.hpp"

using namespace lockstep;
using operators::GroupedGemm;
using operators::GroupedGemmData;

namespace {

struct Case {
  GroupedGemm problem;
  GroupedGemmData data;
};

// Rows of three groups in turn, one of them without rows; padding between.
Case draw_case(const formats::Format& out, std::int64_t m, std::int64_t k, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Case drawn;
  GroupedGemm& problem = drawn.problem;
  GroupedGemmData& data = drawn.data;
  problem.groups = 3;
  problem.m = m;
  problem.n = 256;
  problem.k = k;
  problem.out = &out;
  for (std::int64_t row = 0; row < m; ++row) {
    const std::int32_t group = random() % 6 == 0 ? -1 : random() % 3 == 0 ? 2 : 0;
    problem.row_group.push_back(group);
    if (group >= 0) data.rows.push_back({row, group});
  }
  data.plane_of_group = {0, -1, 1};
  const auto code = [&] {
    const auto magnitude = std::uint8_t(random() % 4 == 0 ? random() % 0x7F : 0x30 + random() % 16);
    return std::uint8_t(magnitude | (random() & 0x80));
  };
  const auto fill = [&](std::vector<std::uint8_t>& bytes, std::int64_t count, const auto& draw) {
    for (std::int64_t i = 0; i < count; ++i) bytes.push_back(draw());
  };
  const auto rows = std::int64_t(data.rows.size());
  fill(data.a, rows * k, code);
  fill(data.b, 2 * problem.n * k, code);
  const auto scale = [&] { return std::uint8_t(random() % 100 == 0 ? 255 : 118 + random() % 12); };
  fill(data.a_scale, rows * problem.k_blocks(), scale);
  fill(data.b_scale, 2 * 2 * problem.k_blocks(), scale);
  return drawn;
}

std::uint16_t twin_bits(std::string_view model, const Case& of, std::size_t row, std::size_t column) {
  const auto k = std::size_t(of.problem.k);
  const auto n = std::size_t(of.problem.n);
  const auto k_blocks = std::size_t(of.problem.k_blocks());
  const auto plane = std::size_t(of.data.plane_of_group[std::size_t(of.data.rows[row].group)]);
  float acc = 0.0f;
  for (std::size_t block = 0; block < k_blocks; ++block) {
    tests::TwinVector a{&formats::float8_e4m3fn, {}, std::vector(4, of.data.a_scale[row * k_blocks + block])};
    tests::TwinVector b{
        &formats::float8_e4m3fn,
        {},
        std::vector(4, of.data.b_scale[(plane * (n / 128) + column / 128) * k_blocks + block])};
    for (std::size_t i = 128 * block; i < 128 * (block + 1); ++i) {
      a.codes.push_back(of.data.a[row * k + i]);
      b.codes.push_back(of.data.b[(plane * n + column) * k + i]);
    }
    acc = tests::twin_dot(model, a, b, acc);
  }
  if (acc != acc) return of.problem.out == &formats::bfloat16 ? 0x7FC0 : 0x7E00;
  return std::uint16_t(
      formats::encode_nearest_even(*of.problem.out, double(acc), formats::Overflow::to_special));
}

int differences(const matrix::Model& model, const Case& of, std::string_view twin) {
  const std::vector<std::uint16_t> bits = accumulation::expected_bits(model, of.problem, of.data);
  REQUIRE(bits.size() == of.data.rows.size() * std::size_t(of.problem.n));
  int different = 0;
  for (std::size_t row = 0; row < of.data.rows.size(); row += 1 + row % 3)
    for (std::size_t column = row % 7; column < std::size_t(of.problem.n); column += 61)
      different += bits[row * std::size_t(of.problem.n) + column] != twin_bits(twin, of, row, column);
  return different;
}

}  // namespace

TEST_CASE("expected bits of a grouped GEMM follow the declared order") {
  for (const formats::Format* out : {&formats::bfloat16, &formats::float16})
    for (const matrix::Model& model : matrix::models(arch::kDefault)) {
      INFO(model.name << " " << out->name);
      CHECK(differences(model, draw_case(*out, 45, 384, 1), model.name) == 0);
      CHECK(differences(model, draw_case(*out, 3, 128, 2), model.name) == 0);
    }
}

TEST_CASE("the order of blocks and the place of scales are visible") {
  // One row, three blocks worth 2^30, 1 and -2^30 in every column: 1 is lost unless it comes last.
  constexpr std::uint8_t kOne = 0x38, kMinusOne = 0xB8;
  const auto row = [&](std::array<std::uint8_t, 3> codes, std::array<std::uint8_t, 3> scales) {
    Case c;
    c.problem.m = 1;
    c.problem.n = 128;
    c.problem.k = 384;
    c.problem.out = &formats::bfloat16;
    c.problem.row_group = {0};
    c.data.rows = {{0, 0}};
    c.data.plane_of_group = {0};
    c.data.a.resize(384);
    for (std::size_t block = 0; block < 3; ++block) c.data.a[128 * block] = codes[block];
    c.data.a_scale.assign(scales.begin(), scales.end());
    c.data.b.assign(128 * 384, kOne);
    c.data.b_scale.assign(3, 127);
    return c;
  };
  const Case lost = row({kOne, kOne, kMinusOne}, {157, 127, 157});
  const Case kept = row({kOne, kMinusOne, kOne}, {157, 157, 127});
  for (const matrix::Model& model : matrix::models(arch::kDefault)) {
    CHECK(accumulation::expected_bits(model, lost.problem, lost.data) == std::vector<std::uint16_t>(128, 0));
    CHECK(accumulation::expected_bits(model, kept.problem, kept.data) ==
          std::vector<std::uint16_t>(128, 0x3F80));
  }
}

TEST_CASE("a changed scale is noticed") {
  const Case good = draw_case(formats::bfloat16, 45, 384, 1);
  Case wrong = good;
  for (std::uint8_t& scale : wrong.data.b_scale) scale = std::uint8_t(scale ^ 1);
  for (const matrix::Model& model : matrix::models(arch::kDefault)) {
    const std::vector<std::uint16_t> bits = accumulation::expected_bits(model, wrong.problem, wrong.data);
    CHECK(bits != accumulation::expected_bits(model, good.problem, good.data));
  }
}

TEST_CASE("a problem without active rows has no bits") {
  Case empty = draw_case(formats::bfloat16, 0, 128, 3);
  CHECK(accumulation::expected_bits(matrix::models(arch::kDefault)[0], empty.problem, empty.data).empty());
}
