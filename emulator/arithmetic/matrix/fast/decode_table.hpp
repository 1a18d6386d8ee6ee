// Every code of an operand format, decoded in the ways the kernels need it.
#pragma once

#include <array>
#include <cstdint>

#include "reference/formats/code_rank.hpp"

namespace lockstep::matrix {

/// Codes are indexed whole; bits above the format's width are ignored.
struct DecodeTable {
  std::array<float, 256> value;        ///< Inf and NaN included
  std::array<float, 256> finite;       ///< Inf and NaN read as 0
  std::array<std::int64_t, 256> grid;  ///< finite in units of the smallest subnormal; not of FNUZ formats
  int unit;                            ///< exponent of the smallest subnormal
  int top;                             ///< |finite| < 2^top
  formats::CodeRank rank;              ///< of a code: infinities and NaNs come last
};

/// Of one of the five operand formats, or of gfx942's two.
const DecodeTable& decode_table(const formats::Format& format);

}  // namespace lockstep::matrix
