// Runs of elements into codes of any format of up to eight bits: the inner loop of the quantisers.
#pragma once

#include <cstdint>
#include <span>

#include "reference/formats/conversion.hpp"

namespace lockstep::scaling {

/// codes[i] = convert(conversion, format, x[i] * factor), the product rounded to binary32 first. With a power
/// of two for the factor the product loses nothing that any of these formats could hold. `format` is not
/// exponent_only, and the conversion draws no random bits.
void encode(std::span<const float> x, float factor, const formats::Format& format,
            const formats::Conversion& conversion, std::span<std::uint8_t> codes);

/// The same of x[i] / divisor.
void encode_quotients(std::span<const float> x, float divisor, const formats::Format& format,
                      const formats::Conversion& conversion, std::span<std::uint8_t> codes);

/// Whether the branch-free loop serves a conversion: round to nearest even, one rule for all that overflows.
bool has_fast_path(const formats::Conversion& conversion, const formats::Format& format);

}  // namespace lockstep::scaling
