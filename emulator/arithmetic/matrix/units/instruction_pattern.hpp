// Patterns that name several instructions, as Unit::instructions holds them.
#pragma once

#include <string_view>

namespace lockstep::matrix {

/// Whether `pattern`, with {one,of}, [optional] and * for any text, spells `name`. ", " stands between the patterns of a
/// list.
bool claims(std::string_view pattern, std::string_view name);

}  // namespace lockstep::matrix
