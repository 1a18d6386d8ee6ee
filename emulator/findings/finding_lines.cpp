#include "emulator/findings/finding_lines.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <ranges>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace lockstep::findings {

namespace {

/// What an instruction does to memory or LDS, by its name.
struct Deed {
  std::string_view part;  ///< what its mnemonic contains
  const char* noun;
  bool reads_alone;  ///< it writes neither memory nor LDS
};
// The first that fits. A load into LDS has "lds" as a modifier or in its name.
constexpr Deed kDeeds[] = {
    {"load_lds", "copy", false},
    {"load_async_to_lds", "copy", false},
    {"tensor_load_to_lds", "copy", false},
    {"atomic", "atomic", false},
    {"store", "store", false},
    {"write", "store", false},
    {"load", "load", true},
    {"read", "load", true},
};
constexpr Deed kOther{"", "instruction", false};

const Deed& deed_of(std::string_view instruction) {
  const std::string_view mnemonic = instruction.substr(0, instruction.find(' '));
  if (mnemonic.find("load") != std::string_view::npos && instruction.ends_with(" lds")) return kDeeds[0];
  const auto known = std::ranges::find_if(
      kDeeds, [&](const Deed& d) { return mnemonic.find(d.part) != std::string_view::npos; });
  return known == std::end(kDeeds) ? kOther : *known;
}

/// A finding's producer, and how far behind it what it concerns is.
struct Production {
  std::uint64_t producer = 0;  ///< an address; 0: there is none
  std::string_view instruction;
  std::int32_t distance = 0;  ///< negative: before it, where a loop comes to it
};

/// Waits and wait states are missing behind the other party; of a race the producer is the one that writes.
Production production_of(const Finding& f) {
  if (f.other_address == 0 || f.kind == FindingKind::erratum) return {};
  const bool writes = !deed_of(f.instruction).reads_alone, other = !deed_of(f.other).reads_alone;
  const bool this_one = is_race(f.kind) && writes && (!other || f.address < f.other_address);
  return this_one ? Production{f.address, f.instruction, -f.distance}
                  : Production{f.other_address, f.other, f.distance};
}

/// A copy that nobody waits for is a missing wait where its own wave reads, and a race where another does.
FindingKind of_cause(FindingKind kind) {
  return kind == FindingKind::lds_copy || kind == FindingKind::lds_race ? FindingKind::wait : kind;
}

using Cause = std::tuple<std::string_view, FindingKind, std::string_view, std::uint64_t>;

auto key_of(const Finding& f) {
  const auto [first, second] = std::minmax(f.address, f.other_address);
  return std::tuple(std::string_view(f.kernel), f.kind, f.severity, first, second);
}

/// The smallest leads.
auto rank_of(const Finding& f) {
  const std::int32_t distance = production_of(f).distance;
  return std::tuple(-int(f.severity), !is_race(f.kind), distance < 0, std::abs(distance), f.address,
                    f.other_address, f.kind);
}

}  // namespace

bool is_race(FindingKind kind) {
  return kind == FindingKind::lds_race || kind == FindingKind::memory_race;
}

bool is_same(const Finding& a, const Finding& b) {
  return key_of(a) == key_of(b);
}

std::vector<Finding> without_repetitions(const std::vector<Finding>& findings) {
  std::set<decltype(key_of(findings.front()))> seen;
  std::vector<Finding> once;
  for (const Finding& f : findings)
    if (seen.insert(key_of(f)).second) once.push_back(f);
  return once;
}

std::vector<Finding> by_cause(const std::vector<Finding>& findings) {
  const std::vector<Finding> all = without_repetitions(findings);
  std::map<Cause, std::size_t> places;
  std::vector<Finding> leads;
  for (const Finding& f : all) {
    const std::uint64_t producer = production_of(f).producer;
    const auto [place, is_new] =
        producer == 0 ? std::pair(places.end(), true)
                      : places.try_emplace(Cause(f.kernel, of_cause(f.kind), f.rule, producer), leads.size());
    if (is_new) {
      leads.push_back(f);
      continue;
    }
    Finding& lead = leads[place->second];
    const std::uint32_t more = lead.more + f.more + 1;
    if (rank_of(f) < rank_of(lead)) lead = f;
    lead.more = more;
  }
  std::map<std::tuple<int, bool, std::size_t>, Finding> in_order;
  for (Finding& f : leads) {
    const std::tuple place(-int(f.severity), !is_race(f.kind), in_order.size());
    in_order.emplace(place, std::move(f));
  }
  std::ranges::move(std::views::values(in_order), leads.begin());
  return leads;
}

std::string what_it_stands_for(const Finding& f) {
  if (f.distance == 0 && f.more == 0) return {};
  std::string text;
  if (const int n = std::abs(f.distance); n != 0)
    text = fmt::format("{} instruction{} apart", n, n == 1 ? "" : "s");
  if (f.more != 0)
    text += fmt::format("{}and {} more from this {}", text.empty() ? "" : "; ", f.more,
                        deed_of(production_of(f).instruction).noun);
  return fmt::format(" ({})", text);
}

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
