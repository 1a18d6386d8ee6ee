// C++ names of symbols.
#pragma once

#include <string>

namespace lockstep::host {

/// The name as the source has it; `symbol` itself where it is none of the Itanium C++ ABI's.
std::string demangled(const std::string& symbol);

}  // namespace lockstep::host
