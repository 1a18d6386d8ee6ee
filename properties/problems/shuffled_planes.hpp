// Weights of groups or experts in memory, where tiles of 16 rows are shuffled.
#pragma once

#include <span>
#include <vector>

#include "emulator/machine/memory/memory.hpp"
#include "reference/layouts/weight_shuffle_16x16.hpp"

namespace lockstep::problems {

/// One plane behind the other, of which `plane_of[i]` says which one of `logical` it is, shuffled; -1 where
/// it is not to be read. `logical` has [plane][n][kb]; n is a multiple of 16, kb of 32. References must
/// outlive the fill.
machine::Fill fill_shuffled_planes(layouts::WeightPlane shape, const std::vector<int>& plane_of,
                                   std::span<const std::uint8_t> logical);

}  // namespace lockstep::problems
