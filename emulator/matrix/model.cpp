#include "emulator/matrix/model.hpp"

#include <array>

#include "emulator/matrix/amd_facts.hpp"

namespace lockstep::matrix {
namespace {

constexpr std::array kModels{
    Model{"exact", Label::hypothesis, kYardstick, "all products and C summed exactly, then rounded once",
          exact(0)},
    Model{"fma_post", Label::hypothesis, kRocjitsu,
          "per 32-block an f32 FMA chain from zero, scaled with one rounding, added to C with another",
          chain()},
    Model{"tr8_inexp", Label::hypothesis, kCdna3Carried,
          "per 8 products aligned and truncated together, added to C with floors", truncated(8)},
    Model{"tr16_inexp", Label::hypothesis, kCdna3Carried, "the same per 16 products", truncated(16)},
    Model{"tr32_inexp", Label::hypothesis, kCdna3Carried, "the same per 32-block", truncated(32)},
    Model{"gtr16_inexp", Label::hypothesis, kCdna3Carried,
          "per 16 products even and odd ones aligned and truncated apart, merged and added to C with floors",
          split(16)},
    Model{"gtr32_inexp", Label::hypothesis, kCdna3Carried, "the same per 32-block", split(32)},
    Model{"gtr128_inexp", Label::hypothesis, kCdna3Carried, "the same once per instruction", split(0)},
    Model{"gtr16_post", Label::hypothesis, kCdna3Carried,
          "per 32-block gtr16 from zero, scaled with one rounding, added to C with another",
          scaled_after(split(16))},
    Model{"gtr32_post", Label::hypothesis, kCdna3Carried,
          "per 32-block gtr32 from zero, scaled with one rounding, added to C with another",
          scaled_after(split(32))},
    Model{"nv_st", Label::hypothesis, kNvidia,
          "per 32-block products and C aligned together, truncated to 25 bits, the sum rounded toward zero, "
          "never to -0",
          nvidia(32)},
    Model{"gfx12_dot4", Label::hypothesis, kRdna4Carried,
          "per 4 products pairs floored to their own grid, then with C to the coarsest, the sum rounded",
          carried(pairs_of(2, 4))},
};

}  // namespace

std::string_view name(Label label) {
  switch (label) {
    case Label::measured:
      return "measured";
    case Label::documented:
      return "documented";
    case Label::inferred:
      return "inferred";
    case Label::hypothesis:
      return "hypothesis";
  }
  return "";
}

std::span<const Model> models() {
  return kModels;
}

const Model* find_model(std::string_view name) {
  for (const Model& model : kModels)
    if (model.name == name) return &model;
  return nullptr;
}

}  // namespace lockstep::matrix
