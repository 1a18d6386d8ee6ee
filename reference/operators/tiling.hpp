// How an implementation cuts lengths and outputs into pieces. No contract knows of tiles: a launch plan says
// them, and a report reads them to say where errors lie.
#pragma once

#include <cstdint>

namespace lockstep::operators {

/// Pieces of a length, of which the last may be cut short; neither is negative.
constexpr std::int64_t ceil_div(std::int64_t length, std::int64_t piece) {
  return (length + piece - 1) / piece;
}
/// The length of that many whole pieces.
constexpr std::int64_t round_up(std::int64_t length, std::int64_t piece) {
  return ceil_div(length, piece) * piece;
}

/// Lengths in elements of the output; 0: not said, or not cut so.
struct Tiling {
  std::int64_t rows = 0, columns = 0;  ///< a workgroup's tile; rows are counted as OutputRow::in_group does
  std::int64_t wave_rows = 0, wave_columns = 0;  ///< the consecutive part of a tile that one wave computes
  std::int64_t fragment_rows = 0;                ///< rows of one matrix instruction's result

  constexpr bool operator==(const Tiling&) const = default;
};

}  // namespace lockstep::operators
