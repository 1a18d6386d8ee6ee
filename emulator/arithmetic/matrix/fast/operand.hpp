// The operands of a matrix multiplication, and the type of the functions that multiply.
#pragma once

#include <cstdint>

#include "emulator/arithmetic/matrix/layouts/shape.hpp"
#include "emulator/arithmetic/matrix/models/facts.hpp"
#include "host/simd_levels.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::matrix {

using host::SimdLevel;

struct DecodedOperand;

/// A by rows, or B by columns: [16 or 32][k]. The format is one of the five of operand_format(); in the
/// unscaled shapes one of its two of 8 bits or, on gfx942, float8_e4m3fnuz or float8_e5m2fnuz.
struct Operand {
  const formats::Format* format;
  const std::uint8_t* codes;  ///< [row or column][k], one code per byte
  /// [row or column][k/32], e8m0; 127 everywhere for the unscaled instruction; not read in the unscaled
  /// shapes
  const std::uint8_t* scales;
  /// The elements decoded in advance, as Multiplication::decoding() says.
  const DecodedOperand* decoded = nullptr;
};

/// Computes D = C + A * B as the facts say; c and d as in multiply().
using Kernel = void(const Facts& facts, Shape shape, const Operand& a, const Operand& b, const float* c,
                    float* d);

}  // namespace lockstep::matrix
