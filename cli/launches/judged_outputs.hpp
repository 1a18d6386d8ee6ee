// What a launch left in its outputs, what of it is wrong, and how text and JSON say it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cli/launches/launch_target.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "emulator/launch/outputs.hpp"
#include "properties/launch_outputs/operands.hpp"

namespace lockstep::cli {

/// How far the elements lie from the expected ones: "41.2 dB, at most 1 ulp at element 17, ...".
std::string figures(const exact::Deviation& deviation);

/// What an output whose SNR is derived comes to.
std::string figures(const launch_outputs::DerivedSnr& snr);
nlohmann::json to_json(const launch_outputs::DerivedSnr& snr);
/// Where it falls short, with a map of the tiles; empty where it does not.
std::vector<std::string> shortfall(const launch::Output& output, const launch_outputs::DerivedSnr& snr);

/// Who wrote a byte of a buffer last, in words, by its offset; of one that is undefined also from what.
using OriginOf = std::function<std::string(const std::string& buffer, std::uint64_t offset, bool undefined)>;

/// A line for each way in which the output is not as expected.
std::vector<std::string> mismatches(const launch::Output& output, const launch::OutputResult& result,
                                    const OriginOf& origin = {});

nlohmann::json to_json(const launch::Output& output, const launch::OutputResult& result);

/// What is wrong with an output, and the lines that show it.
struct WrongOutput {
  std::size_t output;
  bool is_undefined;  ///< bytes of it are; else its values are others than they should be
  std::vector<std::string> lines;
};

struct JudgedOutputs {
  std::vector<launch::OutputResult> results;  ///< [output]; empty where the launch stopped
  std::vector<std::optional<launch_outputs::DerivedSnr>> derived;  ///< [output]
  std::vector<WrongOutput> wrong_outputs;
};

/// `model`: of derived SNRs, for a file that asks for some. They take longer than most runs: where an output
/// is that of `first`, an earlier run, its is taken.
JudgedOutputs judge_outputs(const LaunchFile& file, const launch::Placement& placement,
                            const matrix::Model* model, const JudgedOutputs* first = nullptr,
                            const OriginOf& origin = {});

}  // namespace lockstep::cli
