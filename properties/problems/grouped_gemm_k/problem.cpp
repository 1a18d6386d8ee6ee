#include "properties/problems/grouped_gemm_k/problem.hpp"

#include "kernels/grouped_gemm/launch.hpp"
#include "properties/problems/grouped_gemm_k/keys.hpp"

namespace lockstep::problems {

operators::GroupedGemmK grouped_gemm_k_problem_of(const cases::Case& c, const kernels::Kernel& kernel) {
  operators::GroupedGemmK p;
  p.m = c.k;
  p.n = c.n;
  p.ks = c.m;
  p.addend = c.options[grouped_gemm_k::kC];
  p.element = kernels::formats_of(kernel).element;
  p.scale = kernels::formats_of(kernel).scale;
  return p;
}

}  // namespace lockstep::problems
