// A case as words of a command line.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "properties/cases/case.hpp"

namespace lockstep::cli {

/// The case whose line the words are. Fails with what they are instead: a folder, a file that is no text, or
/// nothing that there is.
tl::expected<cases::Case, std::string> case_of(const std::vector<std::string>& words);

}  // namespace lockstep::cli
