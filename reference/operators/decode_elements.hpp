// Elements as the exact reference multiplies them: what ElementTable says of their codes, by arithmetic on
// their fields, which vectors do many at a time.
#pragma once

#include "reference/operators/block_scaled_operand.hpp"

namespace lockstep::operators {

/// values[i] and weights[i] are the table's of codes[i]. For formats of a sign, four bits of exponent and
/// three of mantissa. The sign of a zero means nothing.
void decode_values(const ElementTable& table, const std::uint8_t* codes, std::int64_t count, double* values);
void decode_weights(const ElementTable& table, const std::uint8_t* codes, std::int64_t count, float* weights);

}  // namespace lockstep::operators
