// What the tolerances of other projects depend on beside the values: the formats of a product, and which product of a
// layer it is.
#pragma once

#include <cstdint>

#include "kernels/kernel.hpp"
#include "properties/cases/case.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::judges {

struct Operands {
  enum class Width : std::uint8_t { fp8_e4m3, fp8_e5m2, mixed, fp4 };
  enum class Pass : std::uint8_t { output, input_gradient, weight_gradient };

  Width width = Width::fp8_e4m3;  ///< mixed: e4m3 with e5m2; both flavours of e4m3 alike
  Pass pass = Pass::output;
};

/// Of a case's kernel.
Operands operands_of(const cases::Case& c, const kernels::Kernel& kernel);

}  // namespace lockstep::judges
