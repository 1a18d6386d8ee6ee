#include "properties/problems/grouped_gemm_k/problem.hpp"

#include "kernels/grouped_gemm/launch.hpp"

namespace lockstep::problems {

using operators::Addend;

const std::vector<cases::Key>& grouped_gemm_k_keys() {
  static const std::vector<cases::Key> kKeys{
      {"c",
       "none",
       {"none", "in_place", "apart"},
       0,
       0,
       "what is added: nothing, what D holds, another tensor"},
  };
  return kKeys;
}

operators::GroupedGemmK grouped_gemm_k_problem_of(const cases::Case& c, const kernels::Kernel& kernel) {
  const std::string_view addend = c.options.word("c", "none");
  operators::GroupedGemmK p;
  p.m = c.k;
  p.n = c.n;
  p.ks = c.m;
  p.addend = addend == "apart" ? Addend::apart : addend == "in_place" ? Addend::in_place : Addend::none;
  p.element = kernels::formats_of(kernel).element;
  p.scale = kernels::formats_of(kernel).scale;
  return p;
}

}  // namespace lockstep::problems
