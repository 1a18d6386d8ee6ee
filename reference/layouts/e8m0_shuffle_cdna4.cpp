#include "reference/layouts/e8m0_shuffle_cdna4.hpp"

namespace lockstep::layouts {

void shuffle(const ScalePlane& plane, std::span<const std::uint8_t> logical, std::span<std::uint8_t> stored) {
  for (std::int64_t row = 0; row < plane.rows; ++row)
    for (std::int64_t column = 0; column < plane.columns; ++column)
      stored[std::size_t(shuffled(plane, ScaleAt{row, column}).value)] =
          logical[std::size_t(row * plane.columns + column)];
}

void unshuffle(const ScalePlane& plane, std::span<const std::uint8_t> stored,
               std::span<std::uint8_t> logical) {
  for (std::int64_t row = 0; row < plane.rows; ++row)
    for (std::int64_t column = 0; column < plane.columns; ++column)
      logical[std::size_t(row * plane.columns + column)] =
          stored[std::size_t(shuffled(plane, ScaleAt{row, column}).value)];
}

}  // namespace lockstep::layouts
