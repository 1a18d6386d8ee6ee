// Cases that fail because there are as many groups as there are: more than a wave has lanes, or a table rows.
#pragma once

#include <optional>
#include <string>

#include "properties/laws/law.hpp"

namespace lockstep::fuzzing {

/// "it holds with 64 groups, without one of the empty ones"; nothing where it doesn't, or that is no power of
/// two: a kernel may be launched otherwise where there are more groups.
std::optional<std::string> find_group_limit(const cases::Case& wrong, const laws::Law& law,
                                            laws::CodeCache& cache, const laws::Experiment::Options& options);

}  // namespace lockstep::fuzzing
