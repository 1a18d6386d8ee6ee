// The problem a case describes, how it is launched, and what of it is computed.
#pragma once

#include <tl/expected.hpp>

#include "kernels/mx_gemm/launch.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::problems {

/// Fails for a case of several groups; one outside the operator's contract becomes a problem that check()
/// refuses.
tl::expected<operators::MxGemm, operators::Refusal> mx_gemm_problem(const cases::Case& c);
kernels::MxGemmTuning mx_gemm_tuning(const cases::Case& c);

/// Whether the case runs the image of a planted bug, which has fewer kernels than others (mx_gemm.hip): no
/// e5m2, no tile of 256 columns, and of e4m3 alone a cluster, of 2 by 2.
bool mx_gemm_is_planted(const cases::Case& c);
/// Refuses what such an image lacks.
tl::expected<void, std::string> check_planted(const cases::Case& c);

/// A whole problem, or one tile of one that is too large to be computed whole.
struct MxGemmPart {
  operators::MxGemm problem;         ///< the part alone
  std::int64_t row = 0, column = 0;  ///< where the part begins in the whole
  bool sampled = false;
};

/// What of `whole` the case has computed: of a sample the last tile, or any. Fails where a sample can't be
/// told apart.
tl::expected<MxGemmPart, std::string> mx_gemm_part(const cases::Case& c, const operators::MxGemm& whole);

/// Leaves the workgroups that compute or sum the part.
void keep_only(std::vector<kernels::LaunchPlan>& launches, const operators::MxGemm& whole,
               const MxGemmPart& part);

/// D, of which the part's rows are written; in rows of the part's width, which divides those of the whole.
operators::Output mx_gemm_output(const operators::MxGemm& whole, const MxGemmPart& part);

namespace mx_gemm {
/// Operator::prepare.
Preparation prepare(const cases::Case& c, const kernels::Kernel& kernel);
}  // namespace mx_gemm

}  // namespace lockstep::problems
