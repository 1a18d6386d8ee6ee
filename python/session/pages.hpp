// Reports as pages to look at: of a launch, of a campaign over a callable.
#pragma once

#include <string>
#include <vector>

#include "properties/laws/evaluate.hpp"
#include "properties/pages/page.hpp"
#include "python/session/launch_report.hpp"

namespace lockstep::session {

pages::Page page_of(const LaunchReport& report);

/// A trace's text, cut into its instructions.
std::vector<std::string> steps_of(const std::string& trace);

}  // namespace lockstep::session
