#include <fmt/format.h>

#include "properties/pages/page.hpp"
#include "python/session/launch_report.hpp"

namespace lockstep::session {

namespace {

std::string names_of(const std::vector<machine::Schedule>& schedules) {
  std::string names;
  for (const machine::Schedule& s : schedules) names += (names.empty() ? "" : ", ") + machine::to_string(s);
  return names;
}

void add_findings(const LaunchReport& r, pages::Page& page) {
  pages::Table table{"Findings", {"#", "severity", "finding", "kind", "source"}, {}};
  const auto add = [&](std::string_view severity, const std::string& line, std::string_view kind,
                       const std::string& source) {
    table.rows.push_back(
        {std::string(severity),
         {std::to_string(table.rows.size() + 1), std::string(severity), line, std::string(kind), source}});
  };
  const auto add_finding = [&](const findings::Finding& f) {
    add(findings::name(f.severity), f.line(), findings::name(f.kind), f.source);
  };
  if (r.stop) add_finding(*r.stop);
  for (const findings::Finding& f : r.findings) add_finding(f);
  for (const runtime::Remark& remark : r.remarks)
    add(findings::name(remark.severity), remark.line(), remark.kind, "");
  if (!table.rows.empty()) page.tables.push_back(std::move(table));
}

}  // namespace

std::vector<std::string> steps_of(const std::string& trace) {
  std::vector<std::string> steps;
  for (std::size_t at = 0; at < trace.size();) {
    std::size_t end = trace.find('\n', at);
    end = end == std::string::npos ? trace.size() : end + 1;
    const std::string line = trace.substr(at, end - at);
    if (steps.empty() || !line.starts_with(' '))
      steps.push_back(line);
    else
      steps.back() += line;
    at = end;
  }
  return steps;
}

pages::Page page_of(const LaunchReport& r) {
  pages::Page page;
  page.verdict = r.verdict();
  page.title = r.kernel;
  page.sentence = fmt::format("{} workgroup{}", r.workgroups, r.workgroups == 1 ? "" : "s");
  page.facts = {{"code object", r.object}};
  if (r.model != nullptr) {
    page.sentence += fmt::format(", {} wave instructions", r.wave_instructions);
    page.facts.push_back({"model", fmt::format("{} ({})", r.model->name, matrix::name(r.model->label))});
    page.facts.push_back({"schedules", names_of(r.schedules)});
  } else {
    page.facts.push_back({"GPU", r.gpu});
    page.facts.push_back({"absent", fmt::format("{}", fmt::join(absent_on_gpus(), ", "))});
  }
  if (page.verdict != "holds") page.reports = {r.text({})};
  page.trace = steps_of(r.trace);
  page.trace_title = "The wave that was asked for";
  if (r.coverage.code() != nullptr)
    page.code.push_back(pages::code_map(r.kernel, r.coverage, r.source_folders));
  add_findings(r, page);
  pages::Table counts{"Instructions", {"mnemonic", "times"}, {}};
  for (const auto& [mnemonic, times] : r.executed)
    counts.rows.push_back({"", {mnemonic, std::to_string(times)}});
  if (!counts.rows.empty()) page.tables.push_back(std::move(counts));
  return page;
}

}  // namespace lockstep::session
