// The file behind --suppress, and what became of its rules.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

#include "emulator/checks/suppressions.hpp"

namespace lockstep::cli {

/// No rules when `path` is empty. Errors name the file, and the line where one is wrong.
tl::expected<checks::Suppressions, std::string> read_suppressions(const std::string& path);

/// A line for each rule: how many findings it covered, or that it covered none.
void print_account(const checks::Suppressions& suppressions, const checks::Suppressions::Counts& counts);
nlohmann::json to_json(const checks::Suppressions& suppressions, const checks::Suppressions::Counts& counts);

}  // namespace lockstep::cli
