#include "properties/problems/tensorwise_gemm/problem.hpp"

#include "properties/problems/tensorwise_gemm/keys.hpp"
#include "reference/formats/bfloat16.hpp"
#include "reference/formats/float16.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using operators::Layout;
using operators::Refusal;
using operators::TensorwiseGemm;

}  // namespace

tl::expected<TensorwiseGemm, Refusal> tensorwise_problem_of(const Case& c, Layout layout) {
  TensorwiseGemm p;
  p.layout = layout;
  std::int64_t total = 0;
  for (std::size_t g = 0; g < c.m.size(); ++g) {
    if (c.m[g] < 0)
      return tl::unexpected(
          Refusal{"m[" + std::to_string(g) + "]", std::to_string(c.m[g]), "must not be negative"});
    p.group_offs.push_back(total += c.m[g]);
  }
  total += c.options[tensorwise_gemm::kTail];
  p.m = layout == Layout::tn ? c.k : total;
  p.k = layout == Layout::tn ? total : c.k;
  p.n = c.n;
  p.a = c.options[tensorwise_gemm::kA];
  p.b = c.options[tensorwise_gemm::kB];
  p.out = c.out == "f16" ? &formats::float16 : &formats::bfloat16;
  p.accumulate = c.options[tensorwise_gemm::kBeta];
  return p;
}

kernels::TensorwiseTuning tuning_of(const Case& c) {
  kernels::TensorwiseTuning t;
  t.tile = c.options[tensorwise_gemm::kTile];
  t.num_cu = c.options[tensorwise_gemm::kNumCu];
  t.xcds = c.options[tensorwise_gemm::kXcds];
  t.group_m = c.options[tensorwise_gemm::kGroupM];
  t.group_n = c.options[tensorwise_gemm::kGroupN];
  t.band = c.options[tensorwise_gemm::kBand];
  t.splits = c.options[tensorwise_gemm::kSplitK];
  t.wide = c.options[tensorwise_gemm::kWide];
  return t;
}

}  // namespace lockstep::problems
