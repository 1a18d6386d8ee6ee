// Tensors of a case as regions of a GPU's memory, and what kernels made of those back into the tensors.
#pragma once

#include "devices/program.hpp"
#include "properties/problems/tensors.hpp"

namespace lockstep::laws {

/// A tensor's contents are given whole, or from kSparseFrom on as the pages that hold data or rows to be
/// written; all others hold one byte instead of the tensor's poison.
inline constexpr std::uint64_t kSparseFrom = std::uint64_t{1} << 28;

/// `allocation`: the tensor's; null where it has no bytes. `whole`: of a tensor of which a part is computed,
/// what a GPU computes. What is written in it outside the part, and in workspaces, is ignored.
devices::Region region_of(const problems::Tensors::Named& tensor, const machine::Allocation* allocation,
                          const operators::Output* whole);

/// Leaves in a writable tensor what the device made of its region, what was given defined: a GPU knows
/// nothing of that.
void keep(const devices::Region& region, const std::vector<devices::Piece>& changed,
          machine::Allocation& allocation);

}  // namespace lockstep::laws
