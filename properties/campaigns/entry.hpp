// A finished case as one line of JSON, and back: what a journal has of it.
//
// Everything that a report says of a case can be said of the line alone, so that a run that goes on and a
// merge of many runs count with the functions that count a plain run. What is not kept are the wrong elements
// themselves.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

#include "properties/laws/evaluate.hpp"

namespace lockstep::campaigns {

struct Entry {
  std::uint64_t index = 0;  ///< number of the case in the whole run, from 0
  double seconds = 0;       ///< duration of the case
  laws::CaseResult result;
};

/// `news`: what of the result's coverage the line says. A reader that merges all lines of a journal loses
/// nothing where each says what those before it do not.
std::string to_line(const Entry& entry, const observe::Coverage& news);

/// Loads the code that was reached, or in which something was found; `cache` has it once. An entry of code
/// that can't be loaded is an error.
tl::expected<Entry, std::string> entry_of(const nlohmann::json& line, laws::CodeCache& cache);

/// An infinite ratio has no number in JSON: "infinite" and "-infinite" stand for it.
nlohmann::json json_of_ratio(double ratio);

}  // namespace lockstep::campaigns
