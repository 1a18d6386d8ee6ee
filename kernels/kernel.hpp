// The kernels under test: what they are called, which operator they implement, and how a problem is launched
// on them.
//
// A kernel accepts the problems of its envelope and refuses all others with the argument, its value and the
// rule: never a wrong answer.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "emulator/code_object/arguments.hpp"
#include "kernels/images.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::kernels {

/// Device addresses of a problem's tensors; layouts as in reference/operators/grouped_gemm.hpp. `routing` is
/// grouped_layout int32[m] (contiguous) or masked_m int32[groups] (masked).
struct GroupedGemmAddresses {
  std::uint64_t d = 0, a = 0, a_scale = 0, b = 0, b_scale = 0, routing = 0;
};

struct LaunchPlan {
  std::string symbol;                           ///< kernel in the code object
  std::array<std::uint32_t, 3> grid{1, 1, 1};   ///< workgroups
  std::array<std::uint32_t, 3> block{1, 1, 1};  ///< threads
  std::vector<code_object::NamedValue> arguments;
};

struct Kernel {
  std::string_view name;  ///< "grouped_gemm_masked"
  std::string_view arch;  ///< "gfx950"
  operators::Grouping grouping;
  std::string_view order;     ///< declared accumulation order, one sentence
  std::string_view envelope;  ///< what it accepts, one sentence
};

std::span<const Kernel> kernels();
const Kernel* find_kernel(std::string_view name, std::string_view arch);

/// The image of a build ("O3", "O2", a mutant's id), or nullptr.
const Image* find_image(const Kernel& kernel, std::string_view build);

/// Checks the operator's preconditions and the kernel's envelope, then says how to launch. A problem without
/// rows has an empty grid.
tl::expected<LaunchPlan, operators::Refusal> plan(const Kernel& kernel, const operators::GroupedGemm& problem,
                                                  const GroupedGemmAddresses& addresses);

}  // namespace lockstep::kernels
