// JUnit XML, as continuous integration systems read it: one test case per case and law, or whatever else is
// tested.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "properties/laws/evaluate.hpp"

namespace lockstep::cli {

std::string junit(std::span<const laws::CaseResult> results);

struct JunitCase {
  std::string classname, name;
  std::vector<std::string> failures;  ///< lines; without any it has passed
  std::vector<std::string> notes;     ///< what was found beside, as its output
};
std::string junit(std::span<const JunitCase> cases);

}  // namespace lockstep::cli
