// Launches that compute only some tiles of a tensor-wise GEMM: for problems too large to be computed whole
// where a few tiles tell what is to be known.
#pragma once

#include <span>

#include "kernels/tensorwise_gemm/launch.hpp"

namespace lockstep::kernels {

/// Rows and columns of the tile that plan() chooses.
struct TileExtent {
  std::int64_t rows, columns;
};
TileExtent tile_extent(const operators::TensorwiseGemm& problem, const TensorwiseTuning& tuning);

/// One tile: its group, and its first element in the group's product.
struct TensorwiseTile {
  std::int64_t group, row, column;
  auto operator<=>(const TensorwiseTile&) const = default;
};

/// Leaves only the workgroups that compute these tiles, and those of the reduction that sum them. `launches`
/// is plan()'s answer, not persistent.
void keep_only(std::vector<LaunchPlan>& launches, const operators::TensorwiseGemm& problem,
               const TensorwiseTuning& tuning, std::span<const TensorwiseTile> tiles);

}  // namespace lockstep::kernels
