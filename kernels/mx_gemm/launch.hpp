// How a dense block-scaled product is launched on gfx1250, and how its operands lie in memory.
#pragma once

#include <tl/expected.hpp>

#include "kernels/kernel.hpp"
#include "kernels/launch_plan.hpp"
#include "reference/operators/mx_gemm.hpp"

namespace lockstep::kernels {

/// Device addresses of a problem's tensors. `partial` is a workspace of partial_bytes(), needed with more
/// than one split.
struct MxGemmAddresses {
  std::uint64_t d = 0, a = 0, b = 0, a_scale = 0, b_scale = 0, partial = 0;
};

/// How the work is cut. Of it `splits` alone shows in the result; the tile says how scales lie.
struct MxGemmTuning {
  enum class Tile : std::uint8_t { r32x128, r128x128, r128x256 };
  enum class Cluster : std::uint8_t { c1x1, c2x2, c4x1, c1x2, c4x4 };

  Tile tile = Tile::r32x128;
  Cluster cluster = Cluster::c1x1;
  std::int64_t stages = 2;  ///< steps of k that LDS holds at once
  std::int64_t splits = 1;  ///< parts of k, summed in order by a second launch
  bool by_copy = true;      ///< D is stored by tensor copies, else by lanes
};

/// What a kernel is built for: its tile, and how many rows of A, or of B, have their scales side by side.
struct MxGemmTile {
  std::int64_t rows, columns;
  std::int64_t scale_rows_a() const { return rows / 2; }
  std::int64_t scale_rows_b() const { return columns / 2; }
};
MxGemmTile tile_of(const MxGemmTuning& tuning);

/// Row-major A needs no more than its rows. B lies in tiles of 16 rows by 16 bytes
/// (layouts::kGfx1250Weights), of which the last ones along n may be cut short: their other rows are never of
/// consequence. Scales lie as layouts::gfx1250_wmma_scales has it, of so many rows as scale_rows_a() and
/// scale_rows_b() say, and of four per 128 of k; what stands for rows past the last, and past k, is of no
/// consequence either.
struct MxGemmBytes {
  std::uint64_t a, b, a_scale, b_scale, partial;
};
MxGemmBytes bytes_of(const operators::MxGemm& problem, const MxGemmTuning& tuning);

/// Checks the operator's preconditions, the kernel's envelope and the tuning, then says how to launch:
/// nothing at all for a problem without rows; the sum of splits second.
tl::expected<std::vector<LaunchPlan>, operators::Refusal> plan(const Kernel& kernel,
                                                               const operators::MxGemm& problem,
                                                               const MxGemmTuning& tuning,
                                                               const MxGemmAddresses& addresses);

}  // namespace lockstep::kernels
