// Results in formats that other tools read: JUnit XML, SARIF 2.1.0 (OASIS), which code hosts and editors show
// beside the source line, and annotations of GitHub.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "emulator/findings/severity.hpp"
#include "properties/laws/evaluate.hpp"

namespace lockstep::cli {

struct JunitCase {
  std::string classname, name;
  std::vector<std::string> failures{};  ///< lines; without any it has passed
  std::vector<std::string> notes{};     ///< what was found beside, as its output
  std::string skipped{};                ///< why nothing was judged; empty: something was
};
/// Valid by the schema that Jenkins and pytest publish (junit-10.xsd).
std::string junit(std::span<const JunitCase> cases);
/// A test case for each law of each case.
std::string junit(std::span<const laws::CaseResult> results);

struct SarifResult {
  std::string rule;  ///< the kind
  findings::Severity severity;
  std::string message, source;  ///< "src/gemm.hip:42", or empty
  std::string kernel;
  std::string artifact;  ///< the file that stands for the source where no line is known
};

/// Each result has a physical location, without which code hosts refuse the whole file.
nlohmann::json sarif(std::span<const SarifResult> results);

/// Where GITHUB_ACTIONS is true: the gravest results on standard output as its workflow commands, which it
/// shows beside the source line. At most kMostAnnotations, since it shows no more of a step.
void annotate(std::span<const SarifResult> results);
inline constexpr std::size_t kMostAnnotations = 10;

}  // namespace lockstep::cli
