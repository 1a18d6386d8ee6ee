#include "emulator/arithmetic/matrix/units/units.hpp"

#include <algorithm>
#include <vector>

#include "emulator/arithmetic/matrix/layouts/shape.hpp"
#include "emulator/arithmetic/matrix/models/amd_facts.hpp"
#include "emulator/arithmetic/matrix/units/units_amd.hpp"
#include "emulator/arithmetic/matrix/units/units_nvidia.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {

namespace {

Facts in_steps(Facts facts, int k) {
  facts.step = std::min(facts.step, k);
  return facts;
}

std::optional<Facts> facts_of(const Model& model, const MatrixInstruction& i) {
  if (i.a.bits == 0 || i.a.bits == 4) return model.facts;
  if (i.a.name == "fp8" || i.a.name == "bf8") return unscaled(model.facts, i.k);
  if (i.a.bits == 16) return in_steps(model.sixteen, i.k);
  if (i.a.name == "xf32") {
    Facts facts = xf32(model.sixteen);
    facts.step /= 2;
    return in_steps(facts, i.k);
  }
  if (i.a.name == "f32") return fused_multiply_add();
  return std::nullopt;
}

}  // namespace

const formats::Format* element_format(const ElementType& type, const arch::Arch& arch) {
  const bool fnuz = arch.has(arch::Feature::fnuz);
  using namespace formats;
  if (type.name == "fp8") return fnuz ? &float8_e4m3fnuz : &float8_e4m3fn;
  if (type.name == "bf8") return fnuz ? &float8_e5m2fnuz : &float8_e5m2;
  if (type.name == "f16") return &float16;
  if (type.name == "bf16") return &bfloat16;
  if (type.name == "f32" || type.name == "xf32") return &float32;
  if (type.name == "f4") return &float4_e2m1fn;
  return nullptr;
}

Facts unscaled(Facts facts, int k) {
  if (facts.summation == Summation::fma_chain) return fused_multiply_add();
  facts.scale_at = ScaleAt::product;
  return in_steps(facts, k);
}

std::optional<Unit> unit_of(const Model& model, const MatrixInstruction& i) {
  const auto facts = facts_of(model, i);
  const arch::Arch* const arch = arch::find(model.arch);
  if (!facts || arch == nullptr || (i.archs & arch->instructions) == 0) return std::nullopt;
  Unit unit{};
  unit.name = model.name;
  unit.arch = model.arch;
  unit.instructions = i.name;
  unit.a = element_format(i.a, *arch);
  unit.b = element_format(i.b, *arch);
  unit.c = unit.d = &formats::float32;
  unit.facts = *facts;
  unit.step = std::max(facts->step, 1);
  unit.label = model.label;
  unit.source = model.source;
  // The unscaled f8f6f4 instruction is the scaled one with scales of 1.
  if (i.a.bits == 0 || i.a.bits == 4 || i.scale_block != 0) {
    unit.step = unit.scale_block = i.scale_block != 0 ? i.scale_block : kScaleBlock;
    unit.scale = &formats::float8_e8m0fnu;
    // A sum that is rounded before it is scaled has one scale.
    if (facts->scale_at == ScaleAt::sum && facts->step > unit.scale_block) return std::nullopt;
  }
  return unit;
}

namespace {

std::vector<Unit> gather() {
  std::vector<Unit> all;
  for (const std::span<const Unit> part :
       {std::span<const Unit>(kCdnaUnits), gfx950_units(), std::span<const Unit>(kGfx950ChainUnits),
        gfx1250_units(), std::span<const Unit>(kRdnaUnits), std::span<const Unit>(kNvidiaUnits)})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace

std::span<const Unit> units() {
  static const std::vector<Unit> kUnits = gather();
  return kUnits;
}

const Unit* find_unit(std::string_view name) {
  for (const Unit& unit : units())
    if (unit.name == name) return &unit;
  return nullptr;
}

}  // namespace lockstep::matrix
