#include "cli/output/result_pages.hpp"

#include <algorithm>
#include <filesystem>

#include "cli/output/exit_code.hpp"
#include "cli/output/version.hpp"
#include "host/demangle.hpp"
#include "properties/pages/case_page.hpp"

namespace lockstep::cli {

pages::Table findings_table(std::span<const SarifResult> found) {
  pages::Table table{"Findings", {"#", "severity", "finding", "kind", "kernel", "source"}, {}};
  for (const SarifResult& f : found) {
    const std::string severity(findings::name(f.severity));
    table.rows.push_back({severity,
                          {std::to_string(table.rows.size() + 1), severity, f.message, f.rule,
                           host::demangled(f.kernel), f.source}});
  }
  return table;
}

std::vector<std::string> source_folders(std::span<const std::string> files) {
  std::vector<std::string> folders{"."};
  for (const std::filesystem::path path : files) {
    std::error_code ignored;
    const std::string folder =
        (std::filesystem::is_directory(path, ignored) ? path : path.parent_path()).string();
    if (std::filesystem::is_directory(folder, ignored) && std::ranges::find(folders, folder) == folders.end())
      folders.push_back(folder);
  }
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
  std::vector<std::string> built;  // the file of the code object, where the case names one
  if (shown != nullptr) {
    if (laws::CodeCache::names_file(shown->the_case.build)) built.push_back(shown->the_case.build);
    pages::add_case(shown->the_case, shown->law, cache, shown->options, page);
  }
  if (of.coverage != nullptr)
    for (const auto& [image, coverage] : *of.coverage)
      if (coverage.code() != nullptr)
        page.code.push_back(pages::code_map(image, coverage, source_folders(built)));
  page.tables.push_back(pages::cases_table(of.results));
  return pages::html(page);
}

}  // namespace lockstep::cli
