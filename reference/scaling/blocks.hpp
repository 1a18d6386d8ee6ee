// Whole tensors in blocks of any shape: quantise, dequantise.
//
//   scales[block] = rule(largest |x| of the block)          codes[i] = convert(x[i] / scale of its block)
//
// Under a global scale g of the tensor the scales of blocks are relative to it, and an element is multiplied
// by (1 / g) / scale, each a binary32 operation; back it comes as code * (scale * g).
//
// A matrix is [rows][columns], row-major; its scales are a row-major matrix of one code per block. Blocks at
// the right and lower edge may be smaller than the shape says: padding with zeros would change nothing.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "reference/formats/conversion.hpp"
#include "reference/scaling/scale_rule.hpp"

namespace lockstep::scaling {

struct BlockShape {
  std::string_view name;
  std::int64_t rows;     ///< 0: all of them
  std::int64_t columns;  ///< 0: all of them
};

inline constexpr std::array kBlockShapes{
    BlockShape{"tensor", 0, 0},      BlockShape{"row", 1, 0},   BlockShape{"1x128", 1, 128},
    BlockShape{"128x128", 128, 128}, BlockShape{"1x32", 1, 32},  // OCP MX
    BlockShape{"1x16", 1, 16},                                   // NVFP4; gfx1250's scale16
};

/// nullptr when there is none of that name.
constexpr const BlockShape* find_block_shape(std::string_view name) {
  for (const BlockShape& shape : kBlockShapes)
    if (shape.name == name) return &shape;
  return nullptr;
}

struct Extent {
  std::int64_t rows, columns;
  constexpr std::int64_t count() const { return rows * columns; }
};

/// How many blocks a matrix has in each direction.
constexpr Extent scale_extent(const Extent& matrix, const BlockShape& shape) {
  const auto blocks = [](std::int64_t length, std::int64_t step) {
    return step == 0 ? (length == 0 ? 0 : 1) : (length + step - 1) / step;
  };
  return {blocks(matrix.rows, shape.rows), blocks(matrix.columns, shape.columns)};
}

struct Quantiser {
  const ScaleRule* rule;
  const formats::Format* element;  ///< up to 8 bits, one code per byte (formats::pack makes them dense)
  const formats::Conversion* conversion;
  BlockShape block;
  float global = 1;  ///< the tensor's scale; any but 1 needs rule->code_under
};

/// x, codes: matrix.count(); scales: scale_extent(...).count() codes of rule->scale. A block whose scale is
/// NaN has NaN codes (zeros where the element format has no NaN); a scale of zero gives codes of zero.
void quantise(const Quantiser& q, const Extent& matrix, std::span<const float> x,
              std::span<std::uint8_t> codes, std::span<std::uint32_t> scales);

/// x[i] = value of the code times value of the scale, one rounding to binary32.
void dequantise(const Quantiser& q, const Extent& matrix, std::span<const std::uint8_t> codes,
                std::span<const std::uint32_t> scales, std::span<float> x);

}  // namespace lockstep::scaling
