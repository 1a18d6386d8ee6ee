// Colour on a terminal, and nowhere else.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::cli {

/// The text as it is, or, where standard output is a terminal that takes colours and NO_COLOR is not set,
/// with the verdict that begins a line in its colour.
std::string painted(std::string_view text);

}  // namespace lockstep::cli
