// How an implementation cuts an output into pieces. No contract knows of it: a launch plan says it, and a report
// reads it to say where errors lie.
#pragma once

#include <cstdint>

namespace lockstep::operators {

/// Lengths in elements of the output; 0: not said, or not cut so.
struct Tiling {
  std::int64_t rows = 0,
               columns = 0;  ///< of a workgroup's tile; rows are counted as OutputRow::in_group does
  std::int64_t wave_rows = 0, wave_columns = 0;  ///< of the consecutive part of a tile that one wave computes
  std::int64_t fragment_rows = 0;                ///< of one matrix instruction

  constexpr bool operator==(const Tiling&) const = default;
};

}  // namespace lockstep::operators
