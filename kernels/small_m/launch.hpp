// How a small-M product is launched: which of the three kernels, how it cuts the problem, and what it
// refuses.
#pragma once

#include <tl/expected.hpp>

#include "kernels/kernel.hpp"
#include "kernels/launch_plan.hpp"
#include "reference/operators/small_m.hpp"

namespace lockstep::kernels {

/// Device addresses of a problem's tensors; layouts as in reference/operators/small_m.hpp. Lists and weights
/// are of sorted problems only; `partial` is workspace.
struct SmallMAddresses {
  std::uint64_t d = 0, a = 0, a_scale = 0, b = 0, b_scale = 0;
  std::uint64_t sorted_ids = 0, expert_ids = 0, num_post = 0, weights = 0;
  std::uint64_t partial = 0;
};

/// What the caller may choose beside the kernel. Every choice gives the declared order that it names.
struct SmallMCut {
  std::int64_t block_n = 8;       ///< gemv, moe: columns of a workgroup
  std::int64_t column_tiles = 1;  ///< mfma: 16 columns each, of a wave
  std::int64_t splits = 1;        ///< mfma: parts of k, each with partial sums of its own
  /// mfma: a matrix instruction per 32-block, as upstream has it, not per 128 of k.
  bool blocks_apart = false;
  bool operator==(const SmallMCut&) const = default;
};

/// What computes: matrix instructions, lanes, or lanes for sorted lists of experts' rows.
enum class SmallMForm : std::uint8_t { mfma, gemv, moe };
/// The form of a small-M kernel's name.
SmallMForm small_m_form_of(std::string_view kernel);

/// Bytes of workspace: the splits' partial sums. Its contents before the launch do not matter.
std::int64_t partial_bytes(const operators::SmallM& problem, const SmallMCut& cut);

/// Checks the operator's preconditions and the kernel's envelope, then gives the launches, in order. A
/// problem without rows or ids has none.
tl::expected<std::vector<LaunchPlan>, operators::Refusal> plan(const Kernel& kernel,
                                                               const operators::SmallM& problem,
                                                               const SmallMCut& cut,
                                                               const SmallMAddresses& addresses);

}  // namespace lockstep::kernels
