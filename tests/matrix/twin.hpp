// The slow twins of the matrix models: one dot product at a time in exact rationals, each a transcript of
// what docs/models.md and the publications that a model cites say of it. They know nothing of the layer under
// test, its facts least of all, and share with it only the number formats.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "reference/formats/format.hpp"

namespace lockstep::tests {

/// One operand's part in a dot product: its codes along k, and an e8m0 scale per 32 of them or, for the
/// instructions without scales, none.
struct TwinVector {
  const formats::Format* format;
  std::vector<std::uint32_t> codes;
  std::vector<std::uint8_t> scales;
};

/// One output element of one instruction. NaN is 0x7FC00000.
using TwinDot = float(const TwinVector& a, const TwinVector& b, float c);

/// What a model does with operands of each kind.
struct Twin {
  std::string_view model;
  TwinDot* eight;           ///< of 8 bits and fewer
  TwinDot* sixteen;         ///< f16 and bf16
  TwinDot* xf32 = nullptr;  ///< the upper 19 bits of f32; gfx942 alone has such instructions
};

/// Of gfx950, then of gfx942.
std::span<const Twin> twins();
/// nullptr when the model has none.
const Twin* find_twin(std::string_view model);

/// f32 operands, under every model: a fused multiply-add for each k.
TwinDot twin_f32;

/// The twin of that name, for the operands' format.
float twin_dot(std::string_view model, const TwinVector& a, const TwinVector& b, float c);

}  // namespace lockstep::tests
