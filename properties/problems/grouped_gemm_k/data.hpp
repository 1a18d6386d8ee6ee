// The operands of a case, in logical order, as a pure function of the seed and the position.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "properties/cases/case.hpp"
#include "reference/operators/grouped_gemm_k.hpp"

namespace lockstep::problems {

struct GroupedGemmKCaseData {
  operators::GroupedGemmKData operands;
  std::string quantisation_fault;  ///< as GroupedGemmCaseData's
};

/// Fails for an unknown recipe.
tl::expected<GroupedGemmKCaseData, std::string> make_data(const cases::Case& c,
                                                          const operators::GroupedGemmK& problem);

/// [written groups][m][n]: the exact answer before quantisation, C added, of a case with Scales::quantised.
std::vector<double> unquantised_sum(const cases::Case& c, const operators::GroupedGemmK& problem,
                                    const operators::GroupedGemmKData& data);

}  // namespace lockstep::problems
