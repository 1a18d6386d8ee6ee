// The units of gfx950 and gfx1250, whose arithmetic is not public, derived from the models of each arch.
//
// A unit's facts, label and source are its model's. Tables here say which models to tell apart for which
// instructions: where two give the same function for an instruction, one unit stands for both.
#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "emulator/arithmetic/matrix/units/unit.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {
namespace {

constexpr std::string_view kGfx950 = "gfx950", kGfx1250 = "gfx1250";

struct Hypothesis {
  std::string_view name;   ///< the part of the unit's name behind the slash
  std::string_view model;  ///< name of a model of gfx950
  std::string_view shapes = "*";
};

// Models for scaled operands of 8 bits and fewer. gfx1250's models are named alike.
constexpr std::string_view kScaled[] = {"exact",        "fma_post",   "gtr16_inexp", "gtr32_inexp",
                                        "gtr128_inexp", "tr8_inexp",  "tr16_inexp",  "tr32_inexp",
                                        "gtr16_post",   "gtr32_post", "nv_st",       "gfx12_dot4"};

// Models for unscaled operands of 8 bits; those that only differ in scaling are one function.
constexpr Hypothesis kUnscaled[] = {
    {"exact", "exact"},   {"fma", "fma_post"},    {"gtr16", "gtr16_inexp"}, {"gtr32", "gtr32_inexp"},
    {"tr8", "tr8_inexp"}, {"tr16", "tr16_inexp"}, {"nv", "nv_st"},          {"gfx12_dot4", "gfx12_dot4"}};

// Models for unscaled operands of 8 bits, of instructions with more products.
constexpr Hypothesis kUnscaledLong[] = {
    {"fma", "wmma_functional"}, {"tr32", "tr32_inexp"}, {"gtr128", "gtr128_inexp"}};

// Models for operands of 16 bits. A step of more products than an instruction has takes all of them.
constexpr Hypothesis kSixteen[] = {
    {"exact", "exact"},
    {"fma", "fma_post"},
    {"tr4", "tr8_inexp", "{4x4x4_16b,16x16x4_4b,32x32x4_2b}"},
    {"tr8", "tr8_inexp", "{16x16x32,32x32x16,16x16x16,32x32x8}"},
    {"tr16", "tr16_inexp", "{16x16x32,32x32x16,16x16x16}"},
    {"tr32", "tr32_inexp", "16x16x32"},
    {"nv", "nv_st", "{16x16x32,32x32x16,16x16x16}"},
    {"gfx12_dot4", "gfx12_dot4"},
};

/// The arch's instruction that the pattern names with most products: the first one that cuts no step short.
const MatrixInstruction& longest(std::string_view pattern, std::string_view arch) {
  const MatrixInstruction* best = nullptr;
  for (const MatrixInstruction& i : matrix_instructions())
    if (claims(pattern, i.name) && (i.archs & arch::instructions_of(arch)) != 0 &&
        (best == nullptr || i.k > best->k))
      best = &i;
  return *best;
}

class Derivation {
 public:
  explicit Derivation(std::string_view arch) : arch_(arch) {}
  Derivation(Derivation&&) = default;  // no copies: a copied text has another address

  Unit& add(std::string name, std::string_view model_name, std::string pattern) {
    Model model = *find_model(model_name);
    model.arch = arch_;
    Unit unit = unit_of(model, longest(pattern, arch_)).value();
    unit.name = kept(std::move(name));
    unit.instructions = kept(std::move(pattern));
    unit.b = unit.a;  // either format on either side: accepts()
    units_.push_back(unit);
    return units_.back();
  }

  const std::vector<Unit>& units() const { return units_; }

 private:
  std::string_view kept(std::string text) { return texts_.emplace_back(std::move(text)); }

  std::string_view arch_;
  std::vector<Unit> units_;
  std::deque<std::string> texts_;  ///< texts that the units' names and patterns are views of
};

Derivation derive_gfx950() {
  Derivation all(kGfx950);
  for (const std::string_view model : kScaled)
    all.add(fmt::format("cdna4_f8f6f4/{}", model), model, "v_mfma[_scale]_f32_{16x16x128,32x32x64}_f8f6f4");
  for (const std::string_view type : {"fp8", "bf8"})
    for (const Hypothesis& h : kUnscaled)
      all.add(fmt::format("cdna4_{}/{}", type, h.name), h.model,
              fmt::format("v_mfma_f32_{{16x16x32,32x32x16}}_{}_{{fp8,bf8}}", type));
  for (const std::string_view type : {"f16", "bf16"})
    for (const Hypothesis& h : kSixteen)
      all.add(fmt::format("cdna4_{}/{}", type, h.name), h.model,
              fmt::format("v_mfma_f32_{}_{}", h.shapes, type));
  return all;
}

constexpr std::string_view kWmmaShapes = "_f32_{16x16x128_f8f6f4,32x16x128_f4}";

void add_functional(Derivation& all) {
  struct Scales {
    std::string_view suffix;
    const formats::Format* format;
  };
  for (const Scales& scales : {Scales{"", &formats::float8_e8m0fnu}, Scales{"_e5m3", &formats::float8_ue5m3},
                               Scales{"_e4m3", &formats::float8_ue4m3}})
    for (const std::string_view scale : {"scale", "scale16"})
      all.add(fmt::format("gfx1250_wmma_{}{}/functional", scale, scales.suffix), "wmma_functional",
              fmt::format("v_wmma_{}{}", scale, kWmmaShapes))
          .scale = scales.format;
}

Derivation derive_gfx1250() {
  Derivation all(kGfx1250);
  add_functional(all);
  for (const std::string_view model : kScaled) {
    const Model* wmma = find_model(fmt::format("wmma_{}", model));
    if (wmma == nullptr) continue;
    all.add(fmt::format("gfx1250_wmma_scale/{}", model), wmma->name,
            fmt::format("v_wmma[_scale]{}", kWmmaShapes));
    // Half the k under a scale only matters where no step takes more.
    if (wmma->facts.step != 0 && wmma->facts.step <= 16)
      all.add(fmt::format("gfx1250_wmma_scale16/{}", model), wmma->name,
              fmt::format("v_wmma_scale16{}", kWmmaShapes));
  }
  // gfx1250's models are of scaled operands: others use gfx950's of the same shape. A result of 16 bits is
  // rounded once more.
  for (const std::string_view type : {"fp8", "bf8"}) {
    const auto pattern = fmt::format("v_wmma_{{f32,f16}}_16x16x{{64,128}}_{}_{{fp8,bf8}}", type);
    for (const Hypothesis& h : kUnscaled)
      if (h.name != "fma") all.add(fmt::format("gfx1250_wmma_{}/{}", type, h.name), h.model, pattern);
    for (const Hypothesis& h : kUnscaledLong)
      all.add(fmt::format("gfx1250_wmma_{}/{}", type, h.name), h.model, pattern);
  }
  all.add("gfx1250_wmma_f32/fma", "fma_post", "v_wmma_f32_16x16x4_f32");
  for (const std::string_view type : {"f16", "bf16"})
    for (const Hypothesis& h : kSixteen)
      if (h.name != "fma" && h.name != "tr4")  // rocjitsu's chain is gfx950's; no instruction has 4 products
        all.add(
            fmt::format("gfx1250_wmma_{}/{}", type, h.name), h.model,
            fmt::format("v_wmma_{}_16x16x32_{}", type == "f16" ? "{f32,f16}" : "{f32,bf16,bf16f32}", type));
  return all;
}

}  // namespace

std::span<const Unit> gfx950_units() {
  static const Derivation kAll = derive_gfx950();
  return kAll.units();
}

std::span<const Unit> gfx1250_units() {
  static const Derivation kAll = derive_gfx1250();
  return kAll.units();
}

}  // namespace lockstep::matrix
