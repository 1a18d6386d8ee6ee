// How a grouped GEMM is launched, and one whose groups cut the reduction.
#pragma once

#include <tl/expected.hpp>

#include "kernels/kernel.hpp"
#include "kernels/launch_plan.hpp"
#include "reference/operators/grouped_gemm.hpp"
#include "reference/operators/grouped_gemm_k.hpp"

namespace lockstep::kernels {

/// Device addresses of a problem's tensors; layouts as in reference/operators/grouped_gemm.hpp. `routing` is
/// grouped_layout int32[m] (ids) or int32[groups] (ends), or masked_m int32[groups] (masked).
struct GroupedGemmAddresses {
  std::uint64_t d = 0, a = 0, a_scale = 0, b = 0, b_scale = 0, routing = 0;
};

/// How the work is cut. None of it shows in the result.
struct GroupedGemmTuning {
  enum class Tile : std::uint8_t { automatic, large, small };

  /// DeepGEMM's guess how many rows a group has, in the middle: with it no more workgroups start than would
  /// have work to do, and each takes the further tiles there may be. 0: no guess.
  std::int64_t expected_m = 0;
  /// 128 rows by 128 columns (small), or by 512 on gfx950 and 256 on gfx942 (large).
  Tile tile = Tile::automatic;
};

operators::Grouping grouping_of(std::string_view kernel);

/// Formats of the operands, by arch: e4m3fn and e8m0 where the matrix instruction scales, e4m3fnuz and f32 on
/// gfx942.
struct BlockScaledFormats {
  const formats::Format *element, *scale;
};
BlockScaledFormats formats_of(const Kernel& kernel);

/// Checks the operator's preconditions and the kernel's envelope, then says how to launch: nothing at all for
/// a problem without output.
tl::expected<std::vector<LaunchPlan>, operators::Refusal> plan(const Kernel& kernel,
                                                               const operators::GroupedGemm& problem,
                                                               const GroupedGemmAddresses& addresses,
                                                               const GroupedGemmTuning& tuning = {});

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
