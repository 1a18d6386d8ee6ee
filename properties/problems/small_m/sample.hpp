// A part of a dense problem, where all of it would take too long: some stretches of columns.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/small_m/launch.hpp"
#include "properties/cases/case.hpp"
#include "reference/operators/small_m.hpp"

namespace lockstep::problems {

struct SmallMSample {
  operators::SmallM problem;         ///< what is computed: the chosen columns, one behind another
  std::vector<std::int64_t> firsts;  ///< of each stretch its first column in the whole; none: all is computed
  std::int64_t columns = 0;          ///< of each stretch
};

/// What of `whole` the case has computed. Fails where n is not made of whole stretches.
tl::expected<SmallMSample, std::string> small_m_sample(const cases::Case& c, const operators::SmallM& whole,
                                                       const kernels::SmallMCut& cut);

/// Leaves the workgroups that compute or sum the sample.
void keep_only(std::vector<kernels::LaunchPlan>& launches, const operators::SmallM& whole,
               const SmallMSample& sample);

}  // namespace lockstep::problems
