// The file behind --suppress, and what became of its rules.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

#include "emulator/findings/suppressions.hpp"

namespace lockstep::cli {

/// No rules when `path` is empty. Errors name the file, and the line where one is wrong.
tl::expected<findings::Suppressions, std::string> read_suppressions(const std::string& path);

/// A line for each rule: how many findings it covered, or that it covered none.
void print_account(const findings::Suppressions& suppressions, const findings::Suppressions::Counts& counts);
nlohmann::json to_json(const findings::Suppressions& suppressions,
                       const findings::Suppressions::Counts& counts);

}  // namespace lockstep::cli
