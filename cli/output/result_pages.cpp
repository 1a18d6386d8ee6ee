#include "cli/output/result_pages.hpp"

#include <filesystem>

#include "cli/output/exit_code.hpp"
#include "cli/output/version.hpp"
#include "properties/pages/case_page.hpp"
#include "properties/pages/page.hpp"

namespace lockstep::cli {

std::vector<std::string> source_folders(const std::string& build) {
  std::vector<std::string> folders{"."};
  if (laws::CodeCache::names_file(build))
    folders.push_back(std::filesystem::path(build).parent_path().string());
  return folders;
}

std::string page_of(const CasesPage& of, const ShownCase* shown, laws::CodeCache& cache) {
  pages::Page page;
  page.verdict = verdict_of(of.exit_code);
  page.title = of.title;
  page.sentence = pages::verdict_sentence(of.results);
  page.facts = of.facts;
  page.facts.push_back({"Lockstep", full_version()});
  page.reports = of.reports;
  page.again = of.again;
  std::string build;
  if (shown != nullptr) {
    build = shown->the_case.build;
    pages::add_case(shown->the_case, shown->law, cache, shown->options, page);
  }
  if (of.coverage != nullptr)
    for (const auto& [image, coverage] : *of.coverage)
      if (coverage.code() != nullptr)
        page.code.push_back(pages::code_map(image, coverage, source_folders(build)));
  page.tables.push_back(pages::cases_table(of.results));
  return pages::html(page);
}

}  // namespace lockstep::cli
