// JUnit XML, as continuous integration systems read it: one test case per case and law.
#pragma once

#include <span>
#include <string>

#include "properties/laws/evaluate.hpp"

namespace lockstep::cli {

std::string junit(std::span<const laws::CaseResult> results);

}  // namespace lockstep::cli
