// The documented JSON of results (docs/json.md).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "properties/laws/evaluate.hpp"

namespace lockstep::cli {

inline constexpr int kSchema = 1;

nlohmann::json to_json(const machine::Finding& finding);
nlohmann::json to_json(const laws::CaseResult& result);

}  // namespace lockstep::cli
