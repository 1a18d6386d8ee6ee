// Findings as SARIF 2.1.0 (OASIS), which code hosts and editors show beside the source line.
#pragma once

#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "emulator/findings/severity.hpp"

namespace lockstep::cli {

struct SarifResult {
  std::string rule;  ///< the kind
  findings::Severity severity;
  std::string message, source;  ///< "FILE:LINE", or empty
  std::string kernel;
};

nlohmann::json sarif(std::span<const SarifResult> results);

/// Where GITHUB_ACTIONS is true: the gravest results on standard output as its workflow commands, which it
/// shows beside the source line. At most kMostAnnotations, since it shows no more of a step.
void annotate(std::span<const SarifResult> results);
inline constexpr std::size_t kMostAnnotations = 10;

}  // namespace lockstep::cli
