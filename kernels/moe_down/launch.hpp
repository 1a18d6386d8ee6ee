// How an MoE down projection is launched.
#pragma once

#include <tl/expected.hpp>

#include "kernels/kernel.hpp"
#include "kernels/launch_plan.hpp"
#include "reference/operators/moe_down.hpp"

namespace lockstep::kernels {

/// Device addresses of a problem's tensors; layouts as in reference/operators/moe_down.hpp. d_scale belongs
/// to the flat_mx form.
struct MoeDownAddresses {
  std::uint64_t d = 0, d_scale = 0, a = 0, a_scale = 0, b = 0, b_scale = 0, sorted_ids = 0, block_experts = 0,
                used_rows = 0, weights = 0;
};

/// What changes speed and not one bit.
struct MoeDownTuning {
  bool streamed = false;  ///< weights are loaded past the caches
  std::int64_t xcds = 1;  ///< dies that workgroups are dealt to: each gets neighbouring tiles
};

/// What a kernel stores; what moe_two_stage does is its second product's.
operators::MoeOutput moe_output_of(std::string_view kernel);

/// Whether the arch's kernels take A in e4m3, too, and not in e2m1 alone.
bool moe_down_takes_bytes(std::string_view arch);

/// Checks the operator's preconditions and the kernel's envelope, then says how to launch. A problem without
/// rows has an empty grid.
tl::expected<LaunchPlan, operators::Refusal> plan(const Kernel& kernel, const operators::MoeDown& problem,
                                                  const MoeDownTuning& tuning, const MoeDownAddresses& at);

}  // namespace lockstep::kernels
