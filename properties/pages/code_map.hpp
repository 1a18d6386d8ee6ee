// What was reached of a code object, instruction by instruction, beside the source it comes from.
#pragma once

#include <string>
#include <vector>

#include "emulator/observe/coverage.hpp"
#include "properties/pages/page.hpp"

namespace lockstep::pages {

/// Code objects name source files without their folders: they are looked for in `folders`, the first that has one. Of parts
/// of the object that nothing reached only those are left out that are whole functions.
CodeMap code_map(const std::string& title, const observe::Coverage& coverage,
                 const std::vector<std::string>& folders);

inline constexpr std::size_t kMostInstructions = 20'000;

}  // namespace lockstep::pages
