#include "emulator/findings/finding_lines.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace lockstep::findings {

namespace {

std::string mnemonic(const std::string& instruction) {
  return instruction.substr(0, instruction.find(' '));
}

bool alike(const FindingLine& a, const FindingLine& b) {
  return a.severity == b.severity && a.kind == b.kind && a.rule == b.rule && a.site == b.site;
}

using Class = std::vector<const FindingLine*>;

std::vector<Class> classes_of(const std::vector<FindingLine>& findings) {
  std::vector<Class> classes;
  for (const FindingLine& f : findings) {
    const auto known = std::ranges::find_if(classes, [&](const Class& c) { return alike(*c.front(), f); });
    if (known != classes.end())
      known->push_back(&f);
    else
      classes.push_back({&f});
  }
  // By severity and size; those alike in both stay in order, as each class begins with its first finding.
  std::ranges::sort(classes, [](const Class& a, const Class& b) {
    const auto x = a.front()->severity, y = b.front()->severity;
    if (x != y) return x > y;
    return a.size() != b.size() ? a.size() > b.size() : a.front() < b.front();
  });
  return classes;
}

}  // namespace

FindingLine::FindingLine(const Finding& f, std::string text)
    : severity(f.severity),
      kind(name(f.kind)),
      rule(f.rule),
      site(mnemonic(f.instruction)),
      line(std::move(text)) {}

std::vector<std::string> listed(const std::vector<FindingLine>& findings, std::size_t limit) {
  std::vector<std::string> lines;
  for (const Class& c : classes_of(findings)) {
    const std::size_t shown = limit == 0 ? c.size() : std::min(limit, c.size());
    for (std::size_t i = 0; i < shown; ++i) lines.push_back(c[i]->line);
    if (shown == c.size()) continue;
    const FindingLine& f = *c.front();
    lines.push_back(fmt::format("{} more like {}: {} at {} (--limit 0 prints all)", c.size() - shown,
                                shown == 1 ? "this" : "these", f.rule.empty() ? f.kind : f.rule, f.site));
  }
  return lines;
}

bool is_wanted(const std::vector<std::string>& rules, std::string_view kind, std::string_view rule) {
  const auto names = [&](const std::string& r) { return r == kind || r == rule; };
  return rules.empty() || std::ranges::any_of(rules, names);
}

}  // namespace lockstep::findings
