// The documented JSON of results (docs/json.md).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "emulator/code_object/source_lines.hpp"
#include "properties/campaigns/entry.hpp"
#include "properties/laws/evaluate.hpp"
#include "properties/laws/model_spread.hpp"

namespace lockstep::cli {

inline constexpr int kSchema = 1;

using campaigns::json_of_ratio;

nlohmann::json to_json(const findings::Finding& finding);
/// The finding with the source lines of both parties, and the calls through which their code came there.
nlohmann::json to_json(const findings::Finding& finding, const code_object::SourceLines& lines,
                       const code_object::InlineFrames& frames);
nlohmann::json to_json(const laws::CaseResult& result);
nlohmann::json to_json(const laws::ModelSpread& spread);

}  // namespace lockstep::cli
