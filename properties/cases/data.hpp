// The operands of a case: what the contract reads, in logical order, as a pure function of the seed and the
// position.
#pragma once

#include <optional>

#include "case.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::cases {

struct CaseData {
  operators::GroupedGemmData operands;
  /// Data::full only: says which element of which operand the quantiser moved by more than half a step; empty
  /// when the derived bound of the quantised operands holds.
  std::string quantisation_fault;
};

/// Fails for an unknown recipe.
tl::expected<CaseData, std::string> make_data(const Case& c, const operators::GroupedGemm& problem);

/// True when every partial sum of the case, in any order and under any model, is a binary32 number: small
/// integers and scales that spread little. Then the output must equal the exact answer.
bool on_exact_grid(const Case& c);

}  // namespace lockstep::cases
