// What a launch left in an output, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "emulator/launch/outputs.hpp"

namespace lockstep::cli {

/// How far the elements lie from the expected ones: "41.2 dB, at most 1 ulp at element 17, ...".
std::string figures(const exact::Deviation& deviation);

/// A line for each way in which the output is not as expected.
std::vector<std::string> mismatches(const launch::Output& output, const launch::OutputResult& result);

nlohmann::json to_json(const launch::Output& output, const launch::OutputResult& result);

}  // namespace lockstep::cli
