// A part of a problem, where all of it would take too long: one tile of every group's product.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/launch_plan.hpp"
#include "properties/cases/case.hpp"
#include "reference/operators/grouped_gemm_k.hpp"

namespace lockstep::problems {

struct GroupedGemmKSample {
  static constexpr std::int64_t kTile = 128;

  operators::GroupedGemmK problem;  ///< what is computed: m and n of a tile
  bool sampled = false;
  std::int64_t row_tile = 0,
               column_tile = 0;  ///< the tile's place among the whole's, the same in every group
};

/// What of `whole` the case has computed. Fails where m or n is not made of whole tiles.
tl::expected<GroupedGemmKSample, std::string> grouped_gemm_k_sample(const cases::Case& c,
                                                                    const operators::GroupedGemmK& whole);

/// Leaves the workgroups that compute the sample.
void keep_only(std::vector<kernels::LaunchPlan>& launches, const GroupedGemmKSample& sample);

}  // namespace lockstep::problems
