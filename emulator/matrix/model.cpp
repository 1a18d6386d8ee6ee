#include "emulator/matrix/model.hpp"

#include <array>

namespace lockstep::matrix {
namespace {

constexpr Facts kExact{.summation = Summation::exact};

constexpr Facts kFmaPost{.summation = Summation::fma_chain, .step = 32};

constexpr Facts kGtr32{
    .summation = Summation::aligned,
    .step = 32,
    .parity_split = true,
    .product = {24, Toward::zero},
    .merge = {24, Toward::minus_infinity},
    .dot = {32, Toward::minus_infinity},
    .accumulator = {24, Toward::minus_infinity},
    .accumulator_window = 25,
    .normalised = {31, Toward::minus_infinity},
    .oversized = Oversized::infinite,
};

constexpr std::array kModels{
    Model{"exact", Label::hypothesis, "yardstick of this project, not a claim about any silicon",
          "all products and C summed exactly, then rounded once", kExact},
    Model{"fma_post", Label::hypothesis, "functional model of AMD's rocjitsu emulator (ROCm/rocm-systems)",
          "per 32-block an f32 FMA chain from zero, scaled with one rounding, added to C with another",
          kFmaPost},
    Model{"gtr32_inexp", Label::hypothesis,
          "the FP8 datapath measured on CDNA3 (arXiv 2511.10909, arXiv 2512.07004), carried to OCP formats "
          "and scales",
          "per 32-block even and odd products aligned and truncated apart, merged and added to C with floors",
          kGtr32},
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
