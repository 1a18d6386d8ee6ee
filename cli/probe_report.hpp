// What `lockstep probe` prints: the table, the parameters, and who survives.
#pragma once

#include <string>

#include "properties/probe/judge.hpp"

namespace lockstep::cli {

/// `all`: every rung of the ladders, too.
std::string probe_table(const probe::Record& record, const probe::Judgement& judgement, bool all);
std::string probe_parameters(const probe::Record& record);
std::string probe_survivors(const probe::Record& record, const probe::Judgement& judgement);

}  // namespace lockstep::cli
