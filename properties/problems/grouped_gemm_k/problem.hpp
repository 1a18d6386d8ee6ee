// The problem a case describes, and what of it is computed. As in the tensor-wise GEMM's gradient of the
// weights, `m` lists the groups' lengths along the reduction, and `k` is the number of D's rows.
#pragma once

#include <tl/expected.hpp>

#include "properties/cases/elements.hpp"
#include "properties/cases/keys.hpp"
#include "properties/problems/operator.hpp"
#include "properties/problems/warpgroup_orders.hpp"
#include "reference/operators/grouped_gemm_k.hpp"

namespace lockstep::problems::grouped_gemm_k {

// The keys of cases of the grouped GEMM whose groups divide k.

using operators::Addend;

inline constexpr cases::ChoiceKey<Addend> kC{
    "c",
    {{"none", Addend::none}, {"in_place", Addend::in_place}, {"apart", Addend::apart}},
    "what is added: nothing, what D holds, or another tensor"};

inline constexpr cases::FlagKey kSample{
    "sample",
    "1: one tile of 128 by 128 of each group is computed and compared, instead of the whole problem"};

/// Numbers that the elements are drawn from; forced where kernels of two formats are compared.
inline constexpr cases::ChoiceKey<cases::Values> kValues{
    "values",
    {{"all", cases::Values::all}, {"shared", cases::Values::shared}},
    "shared: only numbers that e4m3fn and e4m3fnuz both have, with powers of two as scales, so that a case "
    "is the same "
    "problem on gfx950 and gfx942; not with data=full"};

inline constexpr const cases::Key* kKeys[] = {&kC, &kSample, &kScaleOrder, &kValues};

}  // namespace lockstep::problems::grouped_gemm_k

namespace lockstep::problems {

/// Takes what the case says as it is: outside the operator's contract it becomes a problem that check()
/// refuses.
operators::GroupedGemmK grouped_gemm_k_problem_of(const cases::Case& c, const kernels::Kernel& kernel);

/// A part of a problem, where all of it would take too long: one tile of every group's product.
struct GroupedGemmKSample {
  static constexpr std::int64_t kTile = 128;

  operators::GroupedGemmK problem;  ///< what is computed: m and n of a tile
  bool sampled = false;
  /// The tile's position among the whole's, the same in every group.
  std::int64_t row_tile = 0, column_tile = 0;
};

/// What of `whole` the case has computed. Fails where m or n is not made of whole tiles.
tl::expected<GroupedGemmKSample, std::string> grouped_gemm_k_sample(const cases::Case& c,
                                                                    const operators::GroupedGemmK& whole);

/// Leaves the workgroups that compute the sample.
void keep_only(std::vector<kernels::LaunchPlan>& launches, const GroupedGemmKSample& sample);

namespace grouped_gemm_k {
/// Operator::prepare.
Preparation prepare(const cases::Case& c, const kernels::Kernel& kernel);
}  // namespace grouped_gemm_k

}  // namespace lockstep::problems
