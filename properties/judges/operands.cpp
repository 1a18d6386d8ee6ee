#include "properties/judges/operands.hpp"

#include "kernels/tensorwise_gemm/launch.hpp"
#include "properties/problems/tensorwise_gemm/keys.hpp"

namespace lockstep::judges {

namespace {

using Pass = Operands::Pass;
using Width = Operands::Width;

Width width_of(const formats::Format* a, const formats::Format* b) {
  if (a != b) return Width::mixed;
  return a == &formats::float8_e5m2 ? Width::fp8_e5m2 : Width::fp8_e4m3;
}

Pass pass_of(operators::Layout layout) {
  if (layout == operators::Layout::nn) return Pass::input_gradient;
  return layout == operators::Layout::tn ? Pass::weight_gradient : Pass::output;
}

}  // namespace

Operands operands_of(const cases::Case& c, const kernels::Kernel& kernel) {
  namespace keys = problems::tensorwise_gemm;
  if (kernel.op == "tensorwise_gemm")
    return {width_of(c.options[keys::kA], c.options[keys::kB]), pass_of(kernels::layout_of(kernel))};
  if (kernel.op == "grouped_gemm_k") return {Width::fp8_e4m3, Pass::weight_gradient};
  if (kernel.op == "moe_down" || kernel.op == "moe_two_stage") return {Width::fp4, Pass::output};
  return {};
}

}  // namespace lockstep::judges
