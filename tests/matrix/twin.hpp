// The slow twins of the matrix models: one dot product at a time in exact rationals, as a transcript of each
// model's definition. They share nothing with the layer under test but the formats' rows of facts.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "reference/formats/format.hpp"

namespace lockstep::tests {

/// One operand's part in a dot product: its codes along k and a scale per 32 of them.
struct TwinVector {
  const formats::Format* format;
  std::vector<std::uint8_t> codes;
  std::vector<std::uint8_t> scales;
};

/// By the model's name: exact, fma_post or gtr32_inexp. NaN is 0x7FC00000.
float twin_dot(std::string_view model, const TwinVector& a, const TwinVector& b, float c);

}  // namespace lockstep::tests
