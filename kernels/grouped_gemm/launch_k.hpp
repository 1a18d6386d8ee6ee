// How a grouped GEMM whose groups cut the reduction is launched.
#pragma once

#include <tl/expected.hpp>

#include "kernels/kernel.hpp"
#include "kernels/launch_plan.hpp"
#include "reference/operators/grouped_gemm_k.hpp"

namespace lockstep::kernels {

/// Device addresses of a problem's tensors; layouts as in reference/operators/grouped_gemm_k.hpp. `c` is
/// looked at with an addend only, and is d itself where that is in place.
struct GroupedGemmKAddresses {
  std::uint64_t d = 0, c = 0, a = 0, a_scale = 0, b = 0, b_scale = 0, ks = 0;
};

/// Checks the operator's preconditions and the kernel's envelope, then says how to launch: nothing at all for
/// a problem without output, or whose output is what it holds already.
tl::expected<std::vector<LaunchPlan>, operators::Refusal> plan(const Kernel& kernel,
                                                               const operators::GroupedGemmK& problem,
                                                               const GroupedGemmKAddresses& addresses);

}  // namespace lockstep::kernels
