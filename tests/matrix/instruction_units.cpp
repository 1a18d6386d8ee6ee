// What a model says of each instruction: on gfx942 what was measured of it.
#include <bit>
#include <random>
#include <set>
#include <vector>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/fast/multiplication.hpp"
#include "emulator/arithmetic/matrix/layouts/shape.hpp"
#include "emulator/arithmetic/matrix/slow/dot_products_slow.hpp"
#include "emulator/arithmetic/matrix/units/dot_draw.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using matrix::find_matrix_instruction;

TEST_CASE("every model belongs to one arch, and the measured ones to gfx942 and sm_90") {
  CHECK(matrix::models(arch::kDefault).size() == 12);
  CHECK(matrix::models("gfx90a").empty());
  std::vector<std::string_view> names;
  for (const matrix::Model& model : matrix::models("gfx942")) {
    names.push_back(model.name);
    CHECK(model.arch == "gfx942");
    CHECK(model.label == (model.name == "cdna3" ? matrix::Label::measured : matrix::Label::inferred));
    CHECK(matrix::find_model(model.name) == &model);
  }
  CHECK(names == std::vector<std::string_view>{"cdna3", "cdna3_v1", "cdna3_v2a", "cdna3_khattak"});
  for (const matrix::Model& model : matrix::models(arch::kDefault)) CHECK(model.arch == "gfx950");
  std::set<std::string_view> unique;
  for (const matrix::Model& model : matrix::all_models()) unique.insert(model.name);
  CHECK(unique.size() == 12 + 4 + 12 + 1);
  REQUIRE(matrix::models("sm_90").size() == 1);
  CHECK(matrix::models("sm_90").front().label == matrix::Label::measured);
}

TEST_CASE("on gfx942 an instruction adds as its unit was measured to") {
  // Which unit row holds the measurement of an instruction, by the section on CDNA3 of the publications.
  struct Row {
    const char *instruction, *unit;
  };
  constexpr Row kRows[] = {
      {"v_mfma_f32_16x16x16_f16", "cdna3_f16"},      {"v_mfma_f32_32x32x8_f16", "cdna3_f16"},
      {"v_mfma_f32_4x4x4_16b_f16", "cdna3_f16_k4"},  {"v_mfma_f32_16x16x4_4b_f16", "cdna3_f16_k4"},
      {"v_mfma_f32_32x32x4_2b_f16", "cdna3_f16_k4"}, {"v_mfma_f32_16x16x16_bf16", "cdna3_bf16"},
      {"v_mfma_f32_32x32x8_bf16", "cdna3_bf16"},     {"v_mfma_f32_4x4x4_16b_bf16", "cdna3_bf16_k4"},
      {"v_mfma_f32_16x16x8_xf32", "cdna3_xf32"},     {"v_mfma_f32_32x32x4_xf32", "cdna3_xf32"},
      {"v_mfma_f32_16x16x32_fp8_fp8", "cdna3_fp8"},  {"v_mfma_f32_16x16x32_fp8_bf8", "cdna3_fp8"},
      {"v_mfma_f32_32x32x16_bf8_fp8", "cdna3_bf8"},  {"v_mfma_f32_32x32x16_bf8_bf8", "cdna3_bf8"},
      {"v_mfma_f32_16x16x4_f32", "cdna3_f32"},       {"v_mfma_f32_32x32x1_2b_f32", "cdna3_f32"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.instruction);
    const auto found = unit_of(*matrix::find_model("cdna3"), *find_matrix_instruction(row.instruction));
    const matrix::Unit* measured = matrix::find_unit(row.unit);
    REQUIRE(found);
    REQUIRE(measured);
    CHECK(found->facts == measured->facts);
    CHECK(*found->a == *measured->a);
    CHECK(matrix::accepts(*measured, *found->a, *found->b));
    CHECK(found->scale == nullptr);
  }
  for (const std::string tail : {"v1", "v2a", "khattak"})
    for (const auto& [instruction, unit] : {std::pair{"v_mfma_f32_16x16x32_fp8_fp8", "cdna3_fp8/"},
                                            {"v_mfma_f32_16x16x16_f16", "cdna3_f16/"},
                                            {"v_mfma_f32_16x16x8_xf32", "cdna3_xf32/"}}) {
      const auto found = unit_of(*matrix::find_model("cdna3_" + tail), *find_matrix_instruction(instruction));
      CHECK(found->facts == matrix::find_unit(unit + tail)->facts);
    }
}

TEST_CASE("a model says nothing of what its arch lacks, or of what needs no model") {
  const matrix::Model& cdna3 = *matrix::find_model("cdna3");
  const matrix::Model& cdna4 = *matrix::find_model("gtr32_inexp");
  CHECK_FALSE(unit_of(cdna3, *find_matrix_instruction("v_mfma_scale_f32_16x16x128_f8f6f4")));
  CHECK_FALSE(unit_of(cdna3, *find_matrix_instruction("v_mfma_f32_16x16x32_f16")));
  CHECK_FALSE(unit_of(cdna4, *find_matrix_instruction("v_mfma_f32_16x16x8_xf32")));
  CHECK_FALSE(unit_of(cdna4, *find_matrix_instruction("v_mfma_i32_16x16x32_i8")));
  CHECK_FALSE(unit_of(cdna4, *find_matrix_instruction("v_mfma_f64_16x16x4_f64")));
  CHECK(*unit_of(cdna4, *find_matrix_instruction("v_mfma_f32_16x16x32_fp8_fp8"))->a ==
        formats::float8_e4m3fn);
  CHECK(unit_of(cdna4, *find_matrix_instruction("v_mfma_scale_f32_16x16x128_f8f6f4"))->scale_block == 32);
}

namespace {

std::vector<std::uint8_t> drawn_codes(std::mt19937_64& random, std::size_t count, bool specials) {
  std::vector<std::uint8_t> codes(count);
  for (std::uint8_t& code : codes) {
    code = std::uint8_t(random());
    while (!specials && ((code & 0x7F) > 0x7B || code == 0x80)) code = std::uint8_t(random());
    if (specials && random() % 16 != 0) code &= 0x3F;  // few, so that not all is NaN
  }
  return codes;
}

// How many elements of the product are not what exact arithmetic gives.
int wrong_elements(const matrix::Model& model, matrix::Shape shape, const matrix::Unit& unit, bool specials,
                   std::mt19937_64& random) {
  const auto k = std::size_t(shape.k);
  const auto a = drawn_codes(random, std::size_t(shape.m) * k, specials),
             b = drawn_codes(random, std::size_t(shape.n) * k, specials);
  std::vector<float> c(std::size_t(shape.m * shape.n)), d(c);
  for (float& x : c)
    x = std::bit_cast<float>(std::uint32_t(random() & 0x807FFFFF) | (110 + unsigned(random() % 30)) << 23);
  multiply(model, shape, {unit.a, a.data(), nullptr}, {unit.b, b.data(), nullptr}, c.data(), d.data());
  int wrong = 0;
  for (int row = 0; row < shape.m; ++row)
    for (int col = 0; col < shape.n; ++col) {
      const std::vector<std::uint32_t> ra(a.begin() + row * shape.k, a.begin() + (row + 1) * shape.k),
          rb(b.begin() + col * shape.k, b.begin() + (col + 1) * shape.k);
      const auto at = std::size_t(row * shape.n + col);
      const auto bits = std::bit_cast<std::uint32_t>(c[at]);
      std::uint32_t result = 0;
      dot_products_slow(unit,
                        {1, shape.k, unit.a, unit.b, ra.data(), rb.data(), &bits, nullptr, nullptr, &result});
      const float slow = std::bit_cast<float>(result);
      wrong += result != std::bit_cast<std::uint32_t>(d[at]) && !(slow != slow && d[at] != d[at]);
    }
  return wrong;
}

}  // namespace

TEST_CASE("a narrow product is its dot products, in exact arithmetic, under every model of both archs") {
  std::mt19937_64 random(0x942);
  for (const std::string_view arch : {"gfx942", "gfx950"})
    for (const matrix::Model& model : matrix::models(arch))
      for (const matrix::Shape shape : {matrix::k16x16x32, matrix::k32x32x16})
        for (const char* types : {"fp8_fp8", "bf8_fp8"})
          for (const bool specials : {false, true}) {
            const std::string name =
                (shape.m == 16 ? "v_mfma_f32_16x16x32_" : "v_mfma_f32_32x32x16_") + std::string(types);
            CAPTURE(model.name, name, specials);
            const auto unit = unit_of(model, *find_matrix_instruction(name));
            REQUIRE(unit);
            CHECK(wrong_elements(model, shape, *unit, specials, random) == 0);
          }
  // It would show, were parity of no account.
  auto unit = unit_of(*matrix::find_model("cdna3"), *find_matrix_instruction("v_mfma_f32_32x32x16_fp8_fp8"));
  unit->facts.parity_split = false;
  int differ = 0;
  for (int round = 0; round < 4; ++round)
    differ += wrong_elements(*matrix::find_model("cdna3"), matrix::k32x32x16, *unit, false, random);
  CHECK(differ > 0);
}

TEST_CASE(
    "a sum that is rounded before it is scaled is the same in fast and slow under every format of scales") {
  for (const std::string_view model : {"wmma_gtr16_post", "wmma_gtr32_post", "wmma_gtr16_inexp"})
    for (const formats::Format* scale :
         {&formats::float8_e8m0fnu, &formats::float8_ue5m3, &formats::float8_ue4m3}) {
      CAPTURE(model, scale->name);
      matrix::Unit unit =
          *unit_of(*matrix::find_model(model), *find_matrix_instruction("v_wmma_scale_f32_16x16x128_f8f6f4"));
      unit.a = unit.b = &formats::float4_e2m1fn;
      unit.scale = scale;
      constexpr std::size_t kDots = 300;
      const matrix::DrawnDots dots = matrix::draw_dots(unit, 1250, kDots);
      std::vector<std::uint32_t> fast(kDots), slow(kDots);
      matrix::dot_products(unit, dots.batch(fast.data()));
      matrix::dot_products_slow(unit, dots.batch(slow.data()));
      int different = 0;
      for (std::size_t i = 0; i < kDots; ++i) different += !matrix::same_result(unit, fast[i], slow[i]);
      CHECK(different == 0);
    }
}
