#include "emulator/arithmetic/matrix/models/model.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/matrix/models/amd_facts.hpp"
#include "reference/exact/short_sums.hpp"

namespace lockstep::matrix {
namespace {

constexpr std::string_view kGfx950 = "gfx950", kGfx942 = "gfx942", kGfx1250 = "gfx1250", kSm90 = "sm_90";

constexpr exact::Loss kOneRounding{128, 1, 1, "one nearest rounding"},
    kChain{32, 32, 1, "31 in the chain, its first product being exact; 1 adding"},
    kChainTwice{32, 34, 1, "31 in the chain, 1 at each scale, 1 adding"},
    kTr8{8, 9, 1, "7 products, C, 1 rounding"}, kTr16{16, 17, 1, "15 products, C, 1 rounding"},
    kTr32{32, 33, 1, "31 products, C, 1 rounding"},
    kGtr16{16, 10, 1, "7 products per parity, 1 merging, C, 1 rounding"},
    kGtr32{32, 18, 1, "15 products per parity, 1 merging, C, 1 rounding"},
    kGtr128{128, 66, 1, "63 products per parity, 1 merging, C, 1 rounding"},
    kGtr16Post{32, 11, 1, "gtr16 twice, the first as C of the second, 1 adding"},
    kGtr32Post{32, 18, 1, "gtr32 without C, 1 adding"},
    kNvSt{32, 18, 18, "32 cut at half a unit of the larger side, 2 toward zero"},
    kDot4{4, 5, 1.5, "1 a pair; a pair and C, or 2 pairs at C/4; 1 rounding"};

// The models, by arch. On gfx950 each hypothesis for 8 bits has one for 16-bit operands, paired as on CDNA3,
// where a step takes half as many and parity plays no part.
constexpr std::array kModels{
    Model{"exact", Label::hypothesis, kYardstick, "all products and C summed exactly, then rounded once",
          exact(0), kGfx950, exact(0), kOneRounding},
    Model{"fma_post", Label::hypothesis, kRocjitsu,
          "per 32-block an f32 FMA chain from zero, scaled with one rounding, added to C with another",
          chain(), kGfx950, fused_multiply_add(), kChain},
    Model{"tr8_inexp", Label::hypothesis, kCdna3Carried,
          "per 8 products aligned and truncated together, added to C with floors", truncated(8), kGfx950,
          truncated(8), kTr8},
    Model{"tr16_inexp", Label::hypothesis, kCdna3Carried, "the same per 16 products", truncated(16), kGfx950,
          truncated(16), kTr16},
    Model{"tr32_inexp", Label::hypothesis, kCdna3Carried, "the same per 32-block", truncated(32), kGfx950,
          truncated(32), kTr32},
    Model{"gtr16_inexp", Label::hypothesis, kCdna3Carried,
          "per 16 products even and odd ones aligned and truncated apart, merged and added to C with floors",
          split(16), kGfx950, truncated(8), kGtr16},
    Model{"gtr32_inexp", Label::hypothesis, kCdna3Carried, "the same per 32-block", split(32), kGfx950,
          truncated(16), kGtr32},
    Model{"gtr128_inexp", Label::hypothesis, kCdna3Carried, "the same once per instruction", split(0),
          kGfx950, truncated(32), kGtr128},
    Model{"gtr16_post", Label::hypothesis, kCdna3Carried,
          "per 32-block gtr16 from zero, scaled with one rounding, added to C with another",
          scaled_after(split(16)), kGfx950, truncated(8), kGtr16Post},
    Model{"gtr32_post", Label::hypothesis, kCdna3Carried,
          "per 32-block gtr32 from zero, scaled with one rounding, added to C with another",
          scaled_after(split(32)), kGfx950, truncated(16), kGtr32Post},
    Model{"nv_st", Label::hypothesis, kNvidia,
          "per 32-block products and C aligned together, truncated to 25 bits, the sum rounded toward zero, "
          "never to -0",
          nvidia(32), kGfx950, nvidia(16), kNvSt},
    Model{"gfx12_dot4", Label::hypothesis, kRdna4Carried,
          "per 4 products pairs floored to their own grid, then with C to the coarsest, the sum rounded",
          carried(pairs_of(2, 4)), kGfx950, carried(pairs_of(2, 4)), kDot4},
    Model{"cdna3", Label::measured, kXie3,
          "per 16 products of 8 bits even and odd ones aligned and truncated apart, per 8 of 16 bits all "
          "together",
          split(16), kGfx942, truncated(8), kGtr16},
    Model{"cdna3_v1", Label::inferred, kTail, "the same, the sum floored before C is added and not after",
          v1(split(16)), kGfx942, v1(truncated(8)), kGtr16},
    Model{"cdna3_v2a", Label::inferred, kTail, "the same, the sum floored only after C is added",
          v2a(split(16)), kGfx942, v2a(truncated(8)), kGtr16},
    Model{"cdna3_khattak", Label::inferred, kKhattak3, "the same, the sum floored only beside a larger C",
          khattak(split(16)), kGfx942, khattak(truncated(8)), kGtr16},
    Model{"wmma_functional", Label::hypothesis, kRocjitsu1250,
          "per block an f32 FMA chain from zero, times the scale of A, then of B, then added to C: three "
          "roundings; on 16 bits an f32 FMA chain from C",
          chain_twice(), kGfx1250, fused_multiply_add(), kChainTwice},
    Model{"wmma_exact", Label::hypothesis, kYardstick, "all products and C summed exactly, then rounded once",
          exact(0), kGfx1250, exact(0), kOneRounding},
    Model{"wmma_tr8_inexp", Label::hypothesis, kCdna3Carried,
          "per 8 products aligned and truncated together, added to C with floors", truncated(8), kGfx1250,
          truncated(8), kTr8},
    Model{"wmma_tr16_inexp", Label::hypothesis, kCdna3Carried, "the same per 16 products", truncated(16),
          kGfx1250, truncated(16), kTr16},
    Model{"wmma_tr32_inexp", Label::hypothesis, kCdna3Carried, "the same per 32 products", truncated(32),
          kGfx1250, truncated(32), kTr32},
    Model{"wmma_gtr16_inexp", Label::hypothesis, kCdna3Carried,
          "per 16 products even and odd ones aligned and truncated apart, merged and added to C with floors",
          split(16), kGfx1250, truncated(8), kGtr16},
    Model{"wmma_gtr32_inexp", Label::hypothesis, kCdna3Carried, "the same per 32 products", split(32),
          kGfx1250, truncated(16), kGtr32},
    Model{"wmma_gtr128_inexp", Label::hypothesis, kCdna3Carried, "the same once per instruction", split(0),
          kGfx1250, truncated(32), kGtr128},
    Model{"wmma_gtr16_post", Label::hypothesis, kCdna3Carried,
          "per block gtr16 from zero, scaled with one rounding, added to C with another",
          scaled_after(split(16)), kGfx1250, truncated(8), kGtr16Post},
    Model{"wmma_gtr32_post", Label::hypothesis, kCdna3Carried,
          "per 32-block gtr32 from zero, scaled with one rounding, added to C with another",
          scaled_after(split(32)), kGfx1250, truncated(16), kGtr32Post},
    Model{"wmma_nv_st", Label::hypothesis, kNvidia,
          "per 32 products they and C aligned together, truncated to 25 bits, the sum rounded toward zero",
          nvidia(32), kGfx1250, nvidia(16), kNvSt},
    Model{"wmma_gfx12_dot4", Label::hypothesis, kRdna4Carried,
          "per 4 products pairs floored to their own grid, then with C to the coarsest, the sum rounded",
          carried(pairs_of(2, 4)), kGfx1250, carried(pairs_of(2, 4)), kDot4},
    Model{
        "hopper", Label::measured, kHopper,
        "wgmma: per 32 products of 8 bits they and C aligned together, truncated to 13 bits, the sum rounded "
        "toward zero to 13 bits; per 16 products of 16 bits to 25 and 23",
        hopper(32), kSm90, nvidia(16), exact::kHopper},
};

}  // namespace

std::string_view name(Label label) {
  constexpr std::array kNames{"measured", "documented", "inferred", "hypothesis"};
  return kNames[std::size_t(label)];
}

std::span<const Model> models(std::string_view arch) {
  const auto first = std::ranges::find(kModels, arch, &Model::arch);
  const auto of_arch = [&](const Model& model) { return model.arch == arch; };
  return {first, std::find_if_not(first, kModels.end(), of_arch)};
}

std::span<const Model> all_models() {
  return kModels;
}

const Model* find_model(std::string_view name) {
  for (const Model& model : kModels)
    if (model.name == name) return &model;
  return nullptr;
}

tl::expected<const Model*, std::string> choose_model(std::string_view arch, std::string_view name) {
  std::string names;
  const std::string_view wanted = name.empty() ? arch::default_model(arch) : name;
  for (const Model& model : models(arch)) {
    if (model.name == wanted) return &model;
    names += (names.empty() ? "" : ", ") + std::string(model.name);
  }
  if (names.empty()) return tl::unexpected(fmt::format("no matrix model of {} is known", arch));
  return tl::unexpected(fmt::format("no matrix model '{}' of {}; there are {}", name, arch, names));
}

}  // namespace lockstep::matrix
