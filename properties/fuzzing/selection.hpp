// Names that a command line or a program gives, looked up; what does not exist is answered with what does.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "properties/laws/law.hpp"

namespace lockstep::fuzzing {

/// All laws but those that must be named when `names` is empty.
tl::expected<std::vector<const laws::Law*>, std::string> select_laws(const std::vector<std::string>& names);
/// Empty when the names of kernels and models are known, else what is wrong.
std::string unknown_names(const std::vector<std::string>& kernels, const std::vector<std::string>& models);

/// The judges that the names select, each by its own or all of them by "all"; without names none.
tl::expected<std::vector<const judges::Judge*>, std::string> select_judges(
    const std::vector<std::string>& names);

}  // namespace lockstep::fuzzing
