// Patterns that name several instructions, as in Unit::instructions.
#pragma once

#include <string_view>

namespace lockstep::matrix {

/// Whether `pattern`, with {one,of}, [optional] and * for any text, matches `name`. ", " separates the
/// patterns of a list.
bool claims(std::string_view pattern, std::string_view name);

}  // namespace lockstep::matrix
