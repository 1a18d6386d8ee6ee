// Draws cases that look where bugs live. Parameters only: tensors follow from the case's seed.
#pragma once

#include <string>
#include <vector>

#include "kernels/kernel.hpp"
#include "properties/cases/case.hpp"

namespace lockstep::problems {

/// What cases may be drawn from. Empty lists mean everything there is.
struct Space {
  std::vector<std::string> kernels;  ///< KERNEL or KERNEL@ARCH
  std::vector<std::string> models;
  std::vector<std::string> builds;  ///< empty: O3 mostly, O2 where there is one
  std::string recipe = "ceil";
  bool exact_grid_only = false;  ///< only cases that law exact_grid speaks about
  bool wide_offsets = true;      ///< also cases whose tensors pass 2, 4 and 8 GiB
  bool rare = true;              ///< also those of rare.hpp
};

/// KERNEL names a kernel on every arch, KERNEL@ARCH on one.
bool is_name_of(std::string_view name, const kernels::Kernel& kernel);

/// False when no kernel of the space has one of its models: then nothing can be drawn.
bool holds_any(const Space& space);

/// Case number `index` of a run with this seed: the same for any number of jobs and in any order.
cases::Case draw(const Space& space, std::uint64_t seed, std::uint64_t index);

}  // namespace lockstep::problems
