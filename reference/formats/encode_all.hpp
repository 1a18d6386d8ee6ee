// encode_nearest_even() for many values at once: in the range of normal numbers a code is a few operations on
// a double's fields, which vectors do eight at a time.
#pragma once

#include <cstdint>
#include <span>

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// codes[i] = encode_nearest_even(f, values[i], policy). Formats of 32 bits and fewer, not exponent_only.
void encode_all(const Format& f, std::span<const double> values, Overflow policy,
                std::span<std::uint32_t> codes);

}  // namespace lockstep::formats
