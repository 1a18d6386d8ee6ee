// What a launch left in an output, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "emulator/launch/outputs.hpp"
#include "properties/launch_outputs/derived_snr.hpp"

namespace lockstep::cli {

/// How far the elements lie from the expected ones: "41.2 dB, at most 1 ulp at element 17, ...".
std::string figures(const exact::Deviation& deviation);

/// What an output whose SNR is derived comes to.
std::string figures(const launch_outputs::DerivedSnr& snr);
nlohmann::json to_json(const launch_outputs::DerivedSnr& snr);
/// Where it falls short, with a map of the tiles; empty where it does not.
std::vector<std::string> shortfall(const launch::Output& output, const launch_outputs::DerivedSnr& snr);

/// A line for each way in which the output is not as expected.
std::vector<std::string> mismatches(const launch::Output& output, const launch::OutputResult& result);

nlohmann::json to_json(const launch::Output& output, const launch::OutputResult& result);

}  // namespace lockstep::cli
