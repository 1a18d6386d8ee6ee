#include "emulator/findings/finding_lines.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/findings/causes.hpp"

namespace lockstep::findings {

namespace {

std::string mnemonic(const std::string& instruction) {
  return instruction.substr(0, instruction.find(' '));
}

bool alike(const FindingLine& a, const FindingLine& b) {
  return a.severity == b.severity && a.kind == b.kind && a.rule == b.rule && a.site == b.site;
}

using Class = std::vector<const FindingLine*>;

bool is_counted(const FindingLine& f, Shown shown) {
  return f.severity == Severity::note && !shown.notes;
}

std::vector<Class> classes_of(const std::vector<FindingLine>& findings, Shown shown) {
  std::vector<Class> classes;
  for (const FindingLine& f : findings) {
    if (is_counted(f, shown)) continue;
    const auto known = std::ranges::find_if(classes, [&](const Class& c) { return alike(*c.front(), f); });
    if (known != classes.end())
      known->push_back(&f);
    else
      classes.push_back({&f});
  }
  // By severity, races first, and size; those alike in all of these stay in order, as each class begins with
  // its first finding.
  std::ranges::sort(classes, [](const Class& a, const Class& b) {
    const auto x = a.front()->severity, y = b.front()->severity;
    if (x != y) return x > y;
    if (a.front()->is_race != b.front()->is_race) return a.front()->is_race;
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
      is_race(findings::is_race(f.kind)),
      line(std::move(text)) {}

std::vector<std::string> listed(const std::vector<FindingLine>& findings, Shown how, Severity fails) {
  how.notes |= fails == Severity::note;
  std::vector<std::string> lines;
  for (const Class& c : classes_of(findings, how)) {
    const std::size_t shown = how.limit == 0 ? c.size() : std::min(how.limit, c.size());
    for (std::size_t i = 0; i < shown; ++i) lines.push_back(c[i]->line);
    if (shown == c.size()) continue;
    const FindingLine& f = *c.front();
    lines.push_back(fmt::format("{} more like {}: {} at {} (--limit 0 prints all)", c.size() - shown,
                                shown == 1 ? "this" : "these", f.rule.empty() ? f.kind : f.rule, f.site));
  }
  const auto counted =
      std::ranges::count_if(findings, [&](const FindingLine& f) { return is_counted(f, how); });
  if (counted != 0)
    lines.push_back(fmt::format("{} note{} (--notes prints {})", counted, counted == 1 ? "" : "s",
                                counted == 1 ? "it" : "them"));
  return lines;
}

bool is_wanted(const std::vector<std::string>& rules, std::string_view kind, std::string_view rule) {
  const auto names = [&](const std::string& r) { return r == kind || r == rule; };
  return rules.empty() || std::ranges::any_of(rules, names);
}

}  // namespace lockstep::findings
