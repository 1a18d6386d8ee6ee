// Cases that fail because there are as many groups as there are: more than a wave has lanes, or a table rows.
#pragma once

#include <optional>
#include <string>

#include "properties/laws/law.hpp"

namespace lockstep::fuzzing {

/// Whether an empty group of a case that the law falsifies is one too many: "it holds with 64 groups, without
/// one of the empty ones". Nothing unless the number that is left is a power of two, as limits of waves and
/// tables are. Fewer groups have other data: so, under each of several seeds, the law must hold with them and
/// be falsified with all.
std::optional<std::string> find_group_limit(const cases::Case& wrong, const laws::Law& law,
                                            laws::CodeCache& cache, const laws::Experiment::Options& options);

}  // namespace lockstep::fuzzing
