#include <set>
#include <string>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;

TEST_CASE("models are named, and none claims to be the silicon") {
  std::set<std::string> names;
  for (const matrix::Model& model : matrix::models(arch::kDefault)) {
    names.emplace(model.name);
    CHECK(matrix::find_model(model.name) == &model);
    CHECK(model.label == matrix::Label::hypothesis);
    CHECK_FALSE(model.source.empty());
    CHECK_FALSE(model.description.empty());
  }
  CHECK(names == std::set<std::string>{"exact", "fma_post", "tr8_inexp", "tr16_inexp", "tr32_inexp",
                                       "gtr16_inexp", "gtr32_inexp", "gtr128_inexp", "gtr16_post",
                                       "gtr32_post", "nv_st", "gfx12_dot4"});
  CHECK(matrix::find_model("silicon") == nullptr);
  CHECK(matrix::name(matrix::Label::measured) == "measured");
}

TEST_CASE("selectors name the five operand formats") {
  CHECK(matrix::operand_format(0) == &formats::float8_e4m3fn);
  CHECK(matrix::operand_format(1) == &formats::float8_e5m2);
  CHECK(matrix::operand_format(2) == &formats::float6_e2m3fn);
  CHECK(matrix::operand_format(3) == &formats::float6_e3m2fn);
  CHECK(matrix::operand_format(4) == &formats::float4_e2m1fn);
  CHECK(matrix::operand_format(5) == nullptr);
  CHECK(matrix::operand_format(-1) == nullptr);
  CHECK(matrix::operand_registers(formats::float8_e5m2) == 8);
  CHECK(matrix::operand_registers(formats::float6_e2m3fn) == 6);
  CHECK(matrix::operand_registers(formats::float4_e2m1fn) == 4);
  CHECK(matrix::operand_selector(formats::float6_e3m2fn) == 3);
  CHECK(matrix::operand_selector(formats::float32) == -1);
}
