// Cases to judge the waits of a kernel by: few and small, and together they reach much of its code.
#pragma once

#include <string>
#include <vector>

#include "kernels/kernel.hpp"
#include "properties/cases/case.hpp"

namespace lockstep::mutation {

/// Drawn by `seed`, at most `count`, and as many again of which stores change LDS that those of the first
/// find as they would leave it: a race over what is there already shows nothing. None when the build has
/// none.
std::vector<cases::Case> reaching_cases(const kernels::Kernel& kernel, const std::string& build,
                                        std::size_t count, std::uint64_t seed);

}  // namespace lockstep::mutation
