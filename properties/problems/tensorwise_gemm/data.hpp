// The operands of a case: what the contract reads, in logical order, as a pure function of the seed and the
// position.
#pragma once

#include "properties/cases/case.hpp"
#include "reference/operators/tensorwise_gemm.hpp"

namespace lockstep::problems {

operators::TensorwiseData make_data(const cases::Case& c, const operators::TensorwiseGemm& problem);

/// Of each product [rows][n]: the exact answer before quantisation, of a case with Scales::quantised.
std::vector<double> unquantised_products(const cases::Case& c, const operators::TensorwiseGemm& problem,
                                         const operators::TensorwiseData& data);

}  // namespace lockstep::problems
