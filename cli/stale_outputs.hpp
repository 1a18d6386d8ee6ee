// Files that an earlier run left where this one writes its results.
#pragma once

#include <string>
#include <vector>

namespace lockstep::cli {

/// Removes those that exist, so that a run which ends early leaves none that could be taken for its own. Left alone:
/// whatever is no regular file, and files that are also `inputs`. An error says which file can't be removed.
std::string remove_stale(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs);

}  // namespace lockstep::cli
