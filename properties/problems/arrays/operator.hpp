// Array operators among the operators under test.
#pragma once

#include "properties/problems/operator.hpp"

namespace lockstep::problems {

/// Of every row of array_operators().
std::vector<Operator> operators_of_arrays();

}  // namespace lockstep::problems
