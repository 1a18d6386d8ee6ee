// The operands of a case: what the contract reads, in logical order, as a pure function of the seed and the
// position.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "properties/cases/case.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::problems {

struct GroupedGemmCaseData {
  operators::GroupedGemmData operands;
  /// Data::full only: says which element of which operand the quantiser moved by more than half a step; empty
  /// when the derived bound of the quantised operands holds.
  std::string quantisation_fault;
};

/// Fails for an unknown recipe.
tl::expected<GroupedGemmCaseData, std::string> make_data(const cases::Case& c,
                                                         const operators::GroupedGemm& problem);

/// [active rows][n]: the exact answer before quantisation, of a case with Scales::quantised.
std::vector<double> unquantised_product(const cases::Case& c, const operators::GroupedGemm& problem,
                                        const operators::GroupedGemmData& data);

}  // namespace lockstep::problems
