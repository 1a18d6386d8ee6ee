// The operands of a case: what the contract reads, as a pure function of the seed and the position.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "properties/cases/case.hpp"
#include "reference/operators/small_m.hpp"

namespace lockstep::problems {

struct SmallMCaseData {
  operators::SmallMData operands;     ///< planes ascend with their experts
  std::vector<std::int32_t> experts;  ///< [planes]
  std::string quantisation_fault;     ///< as in Instance::quantisation_fault
};

/// Fails for an unknown recipe.
tl::expected<SmallMCaseData, std::string> make_data(const cases::Case& c, const operators::SmallM& problem);

/// [rows taking part][n]: the exact answer before quantisation, weighted, of a case with Scales::quantised.
std::vector<double> unquantised_rows(const cases::Case& c, const operators::SmallM& problem,
                                     const operators::SmallMData& data);

}  // namespace lockstep::problems
