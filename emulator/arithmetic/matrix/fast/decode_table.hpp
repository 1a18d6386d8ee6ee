// Every code of an operand format, decoded in the ways that kernels need.
#pragma once

#include <array>
#include <cstdint>

#include "reference/formats/code_rank.hpp"

namespace lockstep::matrix {

/// Tables indexed by a code; bits above the format's width are ignored.
struct DecodeTable {
  std::array<float, 256> value;   ///< infinities and NaNs included
  std::array<float, 256> finite;  ///< infinities and NaNs read as 0
  /// `finite` in units of the smallest subnormal; not set for FNUZ formats.
  std::array<std::int64_t, 256> grid;
  int unit;                ///< exponent of the smallest subnormal
  int top;                 ///< |finite| < 2^top
  formats::CodeRank rank;  ///< order of the codes: infinities and NaNs come last
};

/// The table of one of the five operand formats, or of gfx942's two.
const DecodeTable& decode_table(const formats::Format& format);

}  // namespace lockstep::matrix
