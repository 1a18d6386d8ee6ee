// The problem a case describes, how the kernel is to cut it, and what of it is computed.
//
// Dense kernels: `m` is one number. small_m_moe: `m` has the rows of every expert; their ids are dealt at
// random from 0 .. (rows + spare) - 1, so that `spare` rows of D belong to nobody.
#pragma once

#include <tl/expected.hpp>

#include "kernels/small_m/launch.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::problems {

/// Sizes are taken as they are: a case outside the contract becomes a problem that check() refuses. Fails
/// only where no tensor could exist.
tl::expected<operators::SmallM, operators::Refusal> small_m_problem(const cases::Case& c);

kernels::SmallMCut small_m_cut(const cases::Case& c);

/// A part of a dense problem, where all of it would take too long: some stretches of columns.
struct SmallMSample {
  operators::SmallM problem;         ///< what is computed: the chosen columns, one behind another
  std::vector<std::int64_t> firsts;  ///< the first column of each stretch in the whole; none: all is computed
  std::int64_t columns = 0;          ///< columns of each stretch
};

/// What of `whole` the case has computed. Fails where n is not made of whole stretches.
tl::expected<SmallMSample, std::string> small_m_sample(const cases::Case& c, const operators::SmallM& whole,
                                                       const kernels::SmallMCut& cut);

/// Leaves the workgroups that compute or sum the sample.
void keep_only(std::vector<kernels::LaunchPlan>& launches, const operators::SmallM& whole,
               const SmallMSample& sample);

namespace small_m {
/// Operator::prepare.
Preparation prepare(const cases::Case& c, const kernels::Kernel& kernel);
}  // namespace small_m

}  // namespace lockstep::problems
