// The slow twins of the measured units: each a transcript of what its publication says of the silicon. They
// know nothing of a unit's facts, and share with the layer under test its number formats and how it names
// things.
#pragma once

#include <cstdint>
#include <string_view>

#include "emulator/arithmetic/matrix/units/dot_draw.hpp"
#include "tests/matrix/twin_number.hpp"

namespace lockstep::tests {

/// D of the i-th dot product, a code; nothing else of the unit than its name and formats is looked at.
using UnitTwin = std::uint32_t(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i);

/// nullptr when there is none.
UnitTwin* find_unit_twin(std::string_view unit);

namespace twin {

// unit_twin_nvidia.cpp: by the candidates of tests/hardware, which the H200 was asked about.
UnitTwin truncated_fused;
bool has_truncated_fused(std::string_view unit);
// unit_twin_block_scaled.cpp: Blackwell's kind::mxf8f6f4, mxf4 and mxf4nvf4.
UnitTwin mxf8f6f4, mxf4;
// unit_twin_cdna.cpp
UnitTwin cdna1_f16, cdna1_bf16, cdna2_four, cdna2_two, cdna3_wide, cdna3_four, cdna3_bytes, cdna3_xf32_unit;
UnitTwin fma_chain_f32;
// unit_twin_rdna.cpp
UnitTwin rdna4, rdna3;

/// q, which is not zero, as a code of f to nearest even; 2^128 and the like are infinite.
std::uint32_t nearest_code(const formats::Format& f, const mpq_class& q);

}  // namespace twin
}  // namespace lockstep::tests
