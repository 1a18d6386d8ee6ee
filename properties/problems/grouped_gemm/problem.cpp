#include "properties/problems/grouped_gemm/problem.hpp"

#include "kernels/grouped_gemm/launch.hpp"
#include "properties/problems/grouped_gemm/keys.hpp"
#include "properties/problems/grouped_gemm/rows.hpp"
#include "reference/formats/bfloat16.hpp"
#include "reference/formats/float16.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using operators::GroupedGemm;
using operators::Grouping;
using operators::Refusal;

}  // namespace

tl::expected<GroupedGemm, Refusal> problem_of(const Case& c, const kernels::Kernel& kernel) {
  GroupedGemm p;
  p.grouping = kernels::grouping_of(kernel);
  p.element = kernels::formats_of(kernel).element;
  p.scale = kernels::formats_of(kernel).scale;
  p.groups = c.groups();
  p.n = c.n;
  p.k = c.k;
  p.out = c.out == "f16" ? &formats::float16 : &formats::bfloat16;
  p.padded_scales = c.options[grouped_gemm::kPaddedScales];
  if (p.grouping == Grouping::masked) {
    p.m = c.options[grouped_gemm::kMMax];
    p.masked_m = c.m;
    return p;
  }
  p.zero_padding = c.options[grouped_gemm::kZeroPadding];
  p.groups_as = c.options[grouped_gemm::kGroupsAs];
  if (p.groups_as == operators::GroupsAs::ends) p.alignment = c.options[grouped_gemm::kAlign];
  if (auto ok = lay_out_rows(c, p); !ok) return tl::unexpected(ok.error());
  return p;
}

kernels::GroupedGemmTuning grouped_gemm_tuning_of(const Case& c) {
  return {c.options[grouped_gemm::kExpectedM], c.options[grouped_gemm::kTile]};
}

}  // namespace lockstep::problems
