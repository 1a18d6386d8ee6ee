// The operands of a case: what the contract reads, in logical order, as a pure function of the seed and the
// position. A row of A is known by its expert and its number there, or by its token, so that cases that
// differ in blocks or padding have the same rows.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "properties/cases/case.hpp"
#include "reference/operators/moe_down.hpp"

namespace lockstep::problems {

struct MoeDownCaseData {
  operators::MoeDownData operands;
  /// Data::full only: says which element of which operand the quantiser moved by more than half a step; empty
  /// when the derived bound of the quantised operands holds.
  std::string quantisation_fault;
};

/// Fails for an unknown recipe.
tl::expected<MoeDownCaseData, std::string> make_moe_down_data(const cases::Case& c,
                                                              const operators::MoeDown& problem);

/// [active rows][n]: the exact y before quantisation, of a case with Scales::quantised.
std::vector<double> unquantised_rows(const cases::Case& c, const operators::MoeDown& problem,
                                     const operators::MoeDownData& data);

/// What the added form finds in D, [arrivals][n] bf16.
std::vector<std::uint16_t> initial_tokens(const cases::Case& c,
                                          const std::vector<operators::Arrivals>& arrivals);

}  // namespace lockstep::problems
