// A finding as JSON that says all of it, so that it can be read again.
#pragma once

#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "emulator/machine/waves/finding.hpp"

namespace lockstep::campaigns {

nlohmann::json json_of_finding(const machine::Finding& finding);
/// Nothing where the kind or the severity is none.
std::optional<machine::Finding> finding_of(const nlohmann::json& json);

}  // namespace lockstep::campaigns
