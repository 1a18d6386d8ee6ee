// A finding as JSON, and back, for whoever keeps findings in files: journals, and what programs tell `exec`.
#pragma once

#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "emulator/findings/finding.hpp"

namespace lockstep::findings {

/// The finding without what only lint says beside it.
nlohmann::json json_of(const Finding& finding);
/// The finding; nothing where its kind or severity is unknown. Throws what nlohmann::json does where a member
/// is missing or of another type.
std::optional<Finding> finding_of(const nlohmann::json& json);

}  // namespace lockstep::findings
