// The pages that `--html` writes: of cases, of a comparison, of launches.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "cli/output/for_other_tools.hpp"
#include "emulator/observe/coverage.hpp"
#include "properties/laws/evaluate.hpp"
#include "properties/pages/page.hpp"

namespace lockstep::cli {

/// A failing case that a page shows.
struct ShownCase {
  cases::Case the_case;
  std::string law;  ///< empty: none is falsified
  laws::Experiment::Options options{};
};

struct CasesPage {
  std::string title;
  int exit_code = 0;
  std::span<const laws::CaseResult> results;
  const std::map<std::string, observe::Coverage>* coverage = nullptr;  ///< by "kernel@arch build"
  std::vector<std::string> reports{};
  std::string again{};  ///< a command
  std::vector<pages::Fact> facts{};
};

/// The page of fuzz or replay. `shown` is run again, watched; nullptr: no case is shown.
std::string page_of(const CasesPage& of, const ShownCase* shown, laws::CodeCache& cache);

/// What was found, most of it beside a source line.
pages::Table findings_table(std::span<const SarifResult> found);

/// Where sources are looked for: here, and beside each of the files. One that is a folder counts itself.
std::vector<std::string> source_folders(std::span<const std::string> files);

}  // namespace lockstep::cli
