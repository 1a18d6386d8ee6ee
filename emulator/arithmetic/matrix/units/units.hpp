// All units.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"
#include "emulator/arithmetic/matrix/units/unit.hpp"

namespace lockstep::matrix {

// The unit of one matrix instruction under a model of its arch.

/// The format of an element type on an arch: fp8 and bf8 are FNUZ or OCP, xf32 is f32 of
/// which some bits are ignored. nullptr for f8f6f4, where a selector decides, and for integers.
const formats::Format* element_format(const ElementType& type, const arch::Arch& arch);

/// A model's facts for operands of 8 bits and fewer, in an instruction without scales and with k products:
/// steps of at most k, and no operation that would wait for a scale.
Facts unscaled(Facts facts, int k);

/// The unit that computes the instruction under the model; empty when the arch lacks the instruction, for
/// integers and f64, whose arithmetic does not depend on the model, and where a step would span several
/// scales that act after it.
///
/// An instruction of fewer products than a step takes has one step. xf32 takes half the products of f16 per
/// step, as measured on CDNA3. f32 is a chain of fused multiply-adds under every model, as measured on CDNA1
/// to CDNA3.
std::optional<Unit> unit_of(const Model& model, const MatrixInstruction& instruction);

std::span<const Unit> units();

/// The unit of that name; nullptr when there is none.
const Unit* find_unit(std::string_view name);

/// The units that are derived from the models of an arch (derived_units.cpp).
std::span<const Unit> gfx950_units();
std::span<const Unit> gfx1250_units();

}  // namespace lockstep::matrix
