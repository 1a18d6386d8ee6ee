// What a page shows of cases: one of them with its outputs, who wrote them and what that wave did; and all of
// them as a table.
#pragma once

#include <span>
#include <string_view>

#include "properties/laws/evaluate.hpp"
#include "properties/pages/page.hpp"

namespace lockstep::pages {

/// Runs the case once more, watched, and adds the maps of its outputs, and the trace of the wave that wrote
/// the first wrong element or stopped. `law`: that is falsified, if one is: it says what the output must be.
void add_case(const cases::Case& c, std::string_view law, laws::CodeCache& cache,
              laws::Experiment::Options options, Page& page);

/// Adds the maps of two runs of a problem: what the second has where it should have what the first has.
void add_comparison(laws::Experiment& first, laws::Experiment& second, Page& page);

/// A table with a row for each case, `kept` at most.
Table cases_table(std::span<const laws::CaseResult> results, std::size_t kept = 10'000);

/// "falsified", with how many of how many.
std::string verdict_sentence(std::span<const laws::CaseResult> results);

}  // namespace lockstep::pages
