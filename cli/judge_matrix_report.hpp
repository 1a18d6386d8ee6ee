// The tables of `judges`, in Markdown.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "cli/judge_matrix.hpp"

namespace lockstep::cli {

/// How many planted bugs each judge misses, and how often it fails a right output.
std::string judge_summary(const std::vector<JudgeRow>& rows);
/// A row for each bug that changes values and for each kernel without one, then the bugs that change none.
std::string judge_table(const std::vector<JudgeRow>& rows);
nlohmann::json to_json(const JudgeRow& row);

}  // namespace lockstep::cli
