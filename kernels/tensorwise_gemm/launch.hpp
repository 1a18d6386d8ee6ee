// How a tensor-wise GEMM is launched: all of it, or only some tiles, for problems too large to be computed
// whole where a few tiles tell what is to be known.
#pragma once

#include <span>

#include <tl/expected.hpp>

#include "kernels/kernel.hpp"
#include "kernels/launch_plan.hpp"
#include "reference/operators/tensorwise_gemm.hpp"

namespace lockstep::kernels {

/// Device addresses of a problem's tensors; layouts as in reference/operators/tensorwise_gemm.hpp. `partials`
/// is a workspace of partial_bytes(), needed with more than one split.
struct TensorwiseAddresses {
  std::uint64_t d = 0, a = 0, b = 0, a_scale = 0, b_scale = 0, group_offs = 0, partials = 0;
};

/// How the work is cut and dealt. None of it but `splits` shows in the result.
struct TensorwiseTuning {
  enum class Tile : std::uint8_t { automatic, large, small };

  Tile tile = Tile::automatic;
  std::int64_t num_cu = 0;                ///< workgroups of a persistent launch; 0: one workgroup per tile
  std::int64_t xcds = 8;                  ///< dies that workgroups are dealt to in turn
  std::int64_t group_m = 0, group_n = 0;  ///< height or width of the bands in which tiles are walked
  std::int64_t band = 4;                  ///< tn: tiles of one group before the next group's turn
  std::int64_t splits = 1;                ///< parts of k, summed in order by a second launch
  bool wide = false;                      ///< traverse k in 64 bits also where 32 would do
};

operators::Layout layout_of(std::string_view kernel);

std::uint64_t partial_bytes(const operators::TensorwiseGemm& problem, const TensorwiseTuning& tuning);

/// Checks the operator's preconditions, the kernel's envelope and the tuning, then says how to launch:
/// nothing at all for a problem without output; the reduction second when k is split.
tl::expected<std::vector<LaunchPlan>, operators::Refusal> plan(const Kernel& kernel,
                                                               const operators::TensorwiseGemm& problem,
                                                               const TensorwiseTuning& tuning,
                                                               const TensorwiseAddresses& addresses);

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
