// Values that a kernel computed and stored in another place than theirs.
#pragma once

#include <optional>
#include <string>

#include "properties/verdict/verdict.hpp"

namespace lockstep::verdict {

/// Where values of wrong elements of one output stand, bit for bit, in other wrong ones, all at one
/// distance: "the values of 1536 elements stand 1 row further: D[64, 0] has that of D[63, 0]". Nothing
/// where no distance is the one, or too few values show it. Where not all mismatches are kept, "at least".
std::optional<std::string> find_displacement(const operators::Output& output, const LawResult& result);

}  // namespace lockstep::verdict
