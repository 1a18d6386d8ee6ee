// How far the elements of an output may lie from what is right, as the files of a dump say it.
#pragma once

#include <cstdint>
#include <vector>

#include "properties/laws/experiment.hpp"

namespace lockstep::cli {

/// Of each element of the tensor, in order, two numbers: the exact answer, and how far from it the output may lie. NaN: no
/// claim.
std::vector<double> bounds(laws::Experiment& e, std::size_t output);

/// The same as ranks of codes, the least and the greatest that may come out. A code's rank is the code without its sign bit,
/// negated where that is set: ranks ascend as values do. Where nothing is claimed, that of the expected code twice; where NaN is
/// expected, the greatest is below the least, and every rank outside is right. Of formats of 16 and 32 bits.
std::vector<std::int32_t> code_ranges(laws::Experiment& e, std::size_t output);

}  // namespace lockstep::cli
